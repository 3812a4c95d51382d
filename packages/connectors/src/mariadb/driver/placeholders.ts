import { memoryOf } from '@charter/runtime'
import { type Sql, type SqlValue, slotsOf } from '@charter/sql/store'
import { placeholdersIn } from './text-alone.ts'

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

/** Throws where a person's own text has not as many placeholders as there are values: the server would take others in their places. */
export const valuesOf = ({ sql, takes }: ServerStatement, values: readonly SqlValue[]): readonly SqlValue[] => {
  if (takes !== null) return takes.map((at) => values[at] ?? null)
  const count = placeholdersIn(sql)
  if (count === values.length) return values
  throw new Error(`The statement has ${count} placeholders, and ${values.length} values were given.`)
}
