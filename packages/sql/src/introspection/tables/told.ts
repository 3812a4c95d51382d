import type { SqlValue } from '../../store/sql-value.ts'
import type { TableIndexes } from '../sql-introspection.ts'
import { wordsOf } from '../words.ts'
import type { Column, Table } from './catalogue.ts'

export const primaryKeyOf = ({ columns }: Table): readonly Column[] =>
  columns.filter(({ keyPlace }) => keyPlace > 0).sort((a, b) => a.keyPlace - b.keyPlace)

/** A table's indexes over all of its rows, its key first. */
export const indexesOfTable = (table: Table): TableIndexes => {
  const whole = table.indexes.filter(({ isPartial }) => !isPartial)
  return {
    table: table.name,
    indexes: [
      primaryKeyOf(table).map(({ name }) => name),
      ...whole.map((index) => index.columns.map((column) => column ?? '')),
    ],
  }
}

/** `clinic_records` as a title: `Clinic Records`; of what has no words the name of the charter. */
export const titleOf = (database: string, name: string): string => {
  const words = wordsOf(database)
  return words.length > 0 ? words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ') : name
}

/** A cell of a catalogue as text; empty where there is nothing in it. */
export const cellText = (value: SqlValue | undefined): string =>
  value === undefined || value === null ? '' : String(value)
