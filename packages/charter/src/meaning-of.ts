import type { Type } from '@charter/runtime'
import { charterDiagnostics } from './diagnostics.ts'
import { isOpen } from './read-default.ts'
import { readType } from './read-type.ts'
import { createReader, type Reader } from './reader.ts'
import { createReporter } from './report.ts'
import { entriesAt, type Tree } from './tree.ts'

/** A name of a name of a name is one; past that the types of a document are read for what they are. */
const namesMax = 8

/** What named types stand for, read ahead of all else: their mistakes are told where they are declared. */
export const meaningOf = (tree: Tree, files: Readonly<Record<string, string>>): Reader['meant'] => {
  const declared = new Map(entriesAt(tree, 'types').map(({ key, value }) => [key, value]))
  const typeNames = new Set(declared.keys())
  const quiet = createReporter(charterDiagnostics)
  const known = { typeNames, entityNames: [], styles: [], version: '', meant: (type: Type) => type }
  const reader = createReader(quiet, known, files)
  return (type) => {
    let meant = type
    for (let names = 0; meant.kind === 'named' && names < namesMax; names++) {
      const written = declared.get(meant.name)
      if (!written) return type
      meant = readType(written, reader)
    }
    return meant.kind === 'named' || isOpen(meant) ? type : meant
  }
}
