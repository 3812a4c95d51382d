import { quoted } from '../store/identifier.ts'
import type { ForeignKeyStructure, Structure, TableStructure } from '../structure.ts'
import { nameList, tableIn } from './list.ts'

/** A reference as CREATE TABLE, ADD and ADD CONSTRAINT declare it. `tableAt`: how a statement names a table; left out: by its name alone. */
export const foreignKeyText = (
  structure: Structure,
  { columns, table, references, onDelete }: ForeignKeyStructure,
  tableAt: (table: TableStructure) => string = ({ name }) => quoted(name),
): string =>
  `FOREIGN KEY ${nameList(columns)} REFERENCES ${tableAt(tableIn(structure, table))} ${nameList(references)} ON DELETE ${onDelete}`
