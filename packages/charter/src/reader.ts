import { compilePattern, type Type } from '@charter/runtime'
import type { charterDiagnostics } from './diagnostics.ts'
import type { Reporter } from './report.ts'
import type { StyleWithSettings } from './style-settings.ts'
import { type MapTree, member, textAt } from './tree.ts'

/** What every reading function of the document needs. */
export interface Reader {
  readonly reporter: Reporter<typeof charterDiagnostics>
  /** Names declared under `types`. */
  readonly typeNames: ReadonlySet<string>
  /** What a named type stands for, where that is no record, union, array or map; every other type as it is. */
  meant(type: Type): Type
  /** Names under `entities`, to tell a type from them. */
  readonly entityNames: readonly string[]
  /** The styles that the document may speak to; none where whoever reads knows none. */
  readonly styles: readonly StyleWithSettings[]
  /** Of the charter, as written. */
  readonly version: string
  /** Text of a file as given, for lines quoted as written. */
  textOfFile(file: string): string
  /** The `pattern` of a map, reported and dropped when it is outside the subset. */
  patternAt(tree: MapTree): string | undefined
}

export const createReader = (
  reporter: Reporter<typeof charterDiagnostics>,
  known: Pick<Reader, 'typeNames' | 'entityNames' | 'styles' | 'version' | 'meant'>,
  files: Readonly<Record<string, string>>,
): Reader => ({
  reporter,
  ...known,
  textOfFile: (file) => files[file] ?? '',
  patternAt: (tree) => {
    const pattern = textAt(tree, 'pattern')
    if (pattern === undefined) return undefined
    const compiled = compilePattern(pattern)
    if (!('error' in compiled)) return pattern
    const why = compiled.error.replace(/\.$/, '')
    reporter.report('bad-pattern', member(tree, 'pattern') ?? tree, { pattern, why })
    return undefined
  },
})
