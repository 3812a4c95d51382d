import { type Sql, type SqlValue, statementIn } from '@charter/sql/store'

/** A statement that was sent, and what was bound. */
export interface Said {
  readonly sql: Sql
  readonly params: readonly SqlValue[]
  /** Relations, as `relationOf` names them, that the same transaction has written to before. */
  readonly written?: ReadonlySet<string>
}

/** The relation that a statement reads first, or writes to, as statements name it. */
export const relationOf = ({ sql }: Said): string => statementIn(sql)?.table ?? 'A relation'

interface Failed {
  readonly code: string
  readonly message: string
  readonly where?: string
}

/**
 * Whether a reading failed over a value that came with it, not over a row: the server says so of a parameter that it could
 * not read at all (`unnamed portal parameter $1`, in whatever language, since PostgreSQL 13); what a cast refuses later it quotes.
 */
export const isInput = ({ code, message, where = '' }: Failed, { params }: Said): boolean => {
  if (/^[^"'\n]*\$\d/.test(where)) return true
  if (!castCodes.has(code)) return false
  const [, quoted] = /"(.*)"/s.exec(message) ?? []
  return quoted !== undefined && params.some((each) => typeof each === 'string' && holds(each, quoted))
}

/** Whether a text was bound, by itself or among the members of a JSON array: there it is as JSON spells it. */
const holds = (param: string, text: string): boolean =>
  text === ''
    ? param === '' || param.includes('""')
    : param.includes(text) || param.includes(JSON.stringify(text).slice(1, -1))

/** Codes of a text that no value of a type is spelled by (postgresql.org/docs/current/errcodes-appendix.html). */
const castCodes = new Set(['22P02', '22007', '22008', '22003', '22009'])
