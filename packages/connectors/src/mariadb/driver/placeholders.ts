import { oncePerText, type Sql, type SqlValue, slotsOf } from '@charter/sql/store'
import { placeholdersIn } from './text-alone.ts'

/** A statement as the server takes it. */
interface ServerStatement {
  readonly sql: string
  /** Which of the values given goes to each placeholder; null: each to its own. */
  readonly takes: readonly number[] | null
}

/** The server finds the placeholders of a text that is a person's own. */
export const serverStatement = (sql: Sql): ServerStatement =>
  typeof sql === 'string' ? { sql, takes: null } : ofSlots(sql.text)

const ofSlots = oncePerText((text): ServerStatement => {
  const { parts, takes } = slotsOf(text)
  return { sql: parts.join('?'), takes }
})

/** Throws where a person's own text has not as many placeholders as there are values: the server would take others in their places. */
export const valuesOf = ({ sql, takes }: ServerStatement, values: readonly SqlValue[]): readonly SqlValue[] => {
  if (takes !== null) return takes.map((at) => values[at] ?? null)
  const count = placeholdersIn(sql)
  if (count === values.length) return values
  throw new Error(`The statement has ${count} placeholders, and ${values.length} values were given.`)
}
