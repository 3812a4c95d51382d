import { quoted } from '../store/identifier.ts'
import type { Structure, TableStructure } from '../structure.ts'

/** `("a", "b")`. */
export const nameList = (names: readonly string[]): string => `(${names.map(quoted).join(', ')})`

/** Columns of a table's primary key. */
export const primaryKey = ({ within, key }: TableStructure): readonly string[] =>
  within === undefined ? key : [within, ...key]

/** The table of an id, which a foreign key of the same structure names. */
export const tableIn = ({ tables }: Structure, id: string): TableStructure => {
  const found = tables.find((table) => table.id === id)
  if (!found) throw new Error(`The structure has no table ${id}.`)
  return found
}
