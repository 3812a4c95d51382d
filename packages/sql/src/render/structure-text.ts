import type { Structure, TableStructure } from '../structure.ts'

/** What a comment of a schema starts with that holds a table as data. The drivers, which are copied into services, know it too. */
export const structureMark = '-- structure '

/** A schema: its structure in comments, a table each, then the statements that make it. */
export const withStructure = ({ tables }: Structure, statements: readonly string[]): readonly string[] => [
  ...tables.map((table) => `${structureMark}${JSON.stringify(table)}`),
  ...statements,
]

/** The structure in a schema's comments, as a database keeps it. */
export const structureText = (schema: readonly string[]): string =>
  `[${schema.flatMap((line) => (line.startsWith(structureMark) ? [line.slice(structureMark.length)] : [])).join(',')}]`

/** A structure as a database keeps it. Throws what JSON.parse throws. */
export const readStructure = (text: string): Structure => ({ tables: JSON.parse(text) as readonly TableStructure[] })
