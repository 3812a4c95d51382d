import { memoryOf } from '@charter/runtime'
import { type Sql, type SqlValue, textOf } from '@charter/sql/store'

/** A statement as the server takes it. */
export interface Statement {
  readonly sql: string
  /** Which of the values given goes to each placeholder. */
  readonly takes: readonly number[]
}

/**
 * `?again` is the value of the `?` before it: a text is looked for by its column's own collation, which an index serves, and
 * compared by code point. Literals and names hold no placeholder.
 */
const parts = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\?again|\?/g

const known = memoryOf<Statement>({ most: 5000, room: 4_000_000 })

export const statementOf = (given: Sql): Statement => {
  const text = textOf(given)
  const found = known.get(text)
  if (found) return found
  const takes: number[] = []
  let last = -1
  const sql = text.replace(parts, (part) => {
    if (part === '?') takes.push(++last)
    else if (part === '?again') takes.push(last)
    return part === '?again' ? '?' : part
  })
  return known.keep(text, { sql, takes })
}

export const valuesOf = ({ takes }: Statement, values: readonly SqlValue[]): readonly SqlValue[] =>
  takes.map((at) => values[at] ?? null)
