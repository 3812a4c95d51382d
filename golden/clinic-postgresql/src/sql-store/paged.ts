/** Rows of a relation, for several parents at once, each of which gets a page of its own. */
export interface Numbered {
  /** Columns of a row, of the parent's key, and of its place in the order. */
  readonly own: readonly string[]
  readonly keys: readonly string[]
  readonly positions: readonly string[]
  /** ` ORDER BY …` within a parent. */
  readonly order: string
  /** What follows FROM: tables and condition. */
  readonly from: string
  readonly limit: number
  /** So many rows are passed over: they were told before. */
  readonly told: number
  /** How the database joins the texts of a page: `EntitySql.lines`. */
  readonly lines: string
  /** Every row is told its place, and not only the one a page ends with. */
  readonly isPlaced: boolean
}

/**
 * Each parent's rows, numbered and cut one past the page. Where a page ends is asked of the row it ends with alone, unless all are
 * wanted: only a row after it tells that it does.
 */
export const pagedRows = ({ own, keys, positions, order, from, limit, told, isPlaced }: Numbered): string => {
  const columns = [...own, ...keys, ...positions]
  const shown = columns.map((_, at) =>
    isPlaced || at < own.length + keys.length ? `c${at}` : `CASE WHEN place = ${told + limit} THEN c${at} END`,
  )
  return `SELECT ${shown.join(', ')} FROM (SELECT ${named(columns)}, row_number() OVER (PARTITION BY ${keys.join(', ')}${order}) AS place FROM ${from}) AS numbered WHERE ${within(limit, told)} ORDER BY place`
}

/**
 * Each parent's page as one row: its rows' texts, a line each (JSON text has no line break in it, RFC 8259 section 7), its key, nulls
 * and null. Where there are more, a row for the first of those: its text, the key, the place of the row before it, and its number.
 */
export const joinedPages = ({ own, keys, positions, order, from, limit, told, lines }: Numbered): string => {
  const over = `OVER (PARTITION BY ${keys.join(', ')}${order})`
  const columns = [...own, ...keys, ...positions.map((position) => `lag(${position}) ${over}`)]
  const beyond = (of: string): string => `CASE WHEN place > ${told + limit} THEN ${of} END`
  const first = own.length + keys.length
  const groups = [
    ...keys.map((_, at) => `c${own.length + at}`),
    ...positions.map((_, at) => beyond(`c${first + at}`)),
    beyond('place'),
  ]
  return `SELECT ${lines}, ${groups.join(', ')} FROM (SELECT ${named(columns)}, row_number() ${over} AS place FROM ${from}) AS numbered WHERE ${within(limit, told)} GROUP BY ${groups.join(', ')}`
}

/** A page, and the row past its end. */
const within = (limit: number, told: number): string =>
  `${told === 0 ? '' : `place > ${told} AND `}place <= ${told + limit + 1}`

const named = (columns: readonly string[]): string => columns.map((column, at) => `${column} AS c${at}`).join(', ')
