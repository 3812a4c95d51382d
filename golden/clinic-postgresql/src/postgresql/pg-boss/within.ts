import type { SqlTransaction, SqlValue } from '../../sql-store/index.ts'
import type { Answer } from '../statement.ts'
import type { BossDatabase } from './boss.ts'

/** Lets pg-boss say its statements in a transaction of ours, so that what it does is done with the rest, or not at all. */
export const within = (transaction: SqlTransaction): BossDatabase => ({
  async executeSql(text, values = []) {
    // This driver's own answers, which know what their columns are called.
    const { rows, columns } = (await transaction.run(text, values.map(bound))) as Answer
    return { rows: rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at]]))) }
  },
})

/** A list is given as the text of an array (postgresql.org/docs/current/arrays.html, 8.15.6). */
const bound = (value: unknown): SqlValue => {
  if (!Array.isArray(value)) return value as SqlValue
  return `{${value.map((each) => `"${String(each).replaceAll(/[\\"]/g, String.raw`\$&`)}"`).join(',')}}`
}
