import type { SqlTransaction, SqlValue } from '@charter/sql/store'
import type { Answer } from '../statement.ts'
import type { BossDatabase } from './boss.ts'

/**
 * Lets pg-boss say its statements in a transaction of ours, so that what it does is done with the rest, or not at all. Who finds a job by
 * looking through all of them, as the server does while they are few, has read every one, and could not be ordered among others that
 * write one (postgresql.org/docs/current/transaction-iso.html, 13.2.3): so it looks into the index.
 */
export const within = (transaction: SqlTransaction): BossDatabase => ({
  async executeSql(text, values = []) {
    await transaction.later(byIndex, [])
    const answering = transaction.run(text, values.map(bound))
    await transaction.later(asBefore, [])
    // This driver's own answers, which know what their columns are called.
    const { rows, columns } = (await answering) as Answer
    return { rows: rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at]]))) }
  },
})

/** A table that has no index is then so dear to the planner that it would compile the statement, each time, for longer than it takes. */
const byIndex = `SELECT pg_catalog.set_config('enable_seqscan', 'off', true), pg_catalog.set_config('jit', 'off', true)`
const asBefore = 'SET LOCAL enable_seqscan TO DEFAULT'

/** A list is given as the text of an array (postgresql.org/docs/current/arrays.html, 8.15.6). */
const bound = (value: unknown): SqlValue => {
  if (!Array.isArray(value)) return value as SqlValue
  return `{${value.map((each) => `"${String(each).replaceAll(/[\\"]/g, String.raw`\$&`)}"`).join(',')}}`
}
