import { compilePattern } from '@charter/runtime'
import type { charterDiagnostics } from './diagnostics.ts'
import type { Reporter } from './report.ts'
import type { StyleWithSettings } from './style-settings.ts'
import { type MapTree, member, textAt } from './tree.ts'

/** What every reading function of the document needs. */
export interface Reader {
  readonly reporter: Reporter<typeof charterDiagnostics>
  /** Names declared under `types`. */
  readonly typeNames: ReadonlySet<string>
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
  { typeNames, entityNames, styles, version }: Pick<Reader, 'typeNames' | 'entityNames' | 'styles' | 'version'>,
  files: Readonly<Record<string, string>>,
): Reader => ({
  reporter,
  typeNames,
  entityNames,
  styles,
  version,
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
