import { memoryOf } from '@charter/runtime'
import { type Sql, type SqlValue, slotsOf } from '@charter/sql/store'

/** A statement as the server takes it. */
export interface ServerStatement {
  readonly sql: string
  /** Which of the values given goes to each placeholder; null: each to its own. */
  readonly takes: readonly number[] | null
}

const known = memoryOf<ServerStatement>({ most: 5000, room: 4_000_000 })

export const serverStatement = (sql: Sql): ServerStatement => {
  // The server finds the placeholders of a text that is a person's own.
  if (typeof sql === 'string') return { sql, takes: null }
  return known.get(sql.text) ?? known.keep(sql.text, ofSlots(sql.text))
}

const ofSlots = (text: string): ServerStatement => {
  const { parts, takes } = slotsOf(text)
  return { sql: parts.join('?'), takes }
}

export const valuesOf = ({ takes }: ServerStatement, values: readonly SqlValue[]): readonly SqlValue[] =>
  takes === null ? values : takes.map((at) => values[at] ?? null)
