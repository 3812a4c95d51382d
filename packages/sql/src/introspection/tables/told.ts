import type { TableIndexes } from '@charter/charter'
import { wordsOf } from '../words.ts'
import type { Table } from './catalogue.ts'

/** A table's indexes over all of its rows, its key first. */
export const indexesOfTable = ({ name, columns, indexes }: Table): TableIndexes => {
  const key = columns.filter(({ keyPlace }) => keyPlace > 0).sort((a, b) => a.keyPlace - b.keyPlace)
  const whole = indexes.filter(({ isPartial }) => !isPartial)
  return {
    table: name,
    indexes: [key.map((column) => column.name), ...whole.map((index) => index.columns.map((column) => column ?? ''))],
  }
}

/** `clinic_records` as a title: `Clinic Records`; of what has no words the name of the charter. */
export const titleOf = (database: string, name: string): string => {
  const words = wordsOf(database)
  return words.length > 0 ? words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ') : name
}
