import type { Bound } from '@charter/project'
import type { Json, JsonObject } from '@charter/runtime'
import type { Client } from 'pg'

/** A statement of plain SQL with its values: nothing of ours renders it. */
export interface PlainWrite {
  readonly sql: string
  readonly values: readonly string[]
}

/** Fields by their columns, spelled in JSON as PostgreSQL reads it into a row. */
export const insertOf = ({ table, columns, entity }: Bound, row: JsonObject): PlainWrite => {
  const names = Object.keys(row).filter((name) => columns[name] !== undefined)
  if (names.length === 0) return { sql: `INSERT INTO ${table} DEFAULT VALUES`, values: [] }
  const list = names.map((name) => columns[name]).join(', ')
  return {
    sql: `INSERT INTO ${table} (${list}) SELECT ${list} FROM json_populate_record(NULL::${table}, $1::json)`,
    values: [recordOf({ columns, entity }, row, names)],
  }
}

export const updateOf = (bound: Bound, key: JsonObject, row: JsonObject): PlainWrite => {
  const names = Object.keys(row).filter((name) => bound.columns[name] !== undefined)
  const list = names.map((name) => bound.columns[name]).join(', ')
  return {
    sql: `UPDATE ${bound.table} SET (${list}) = (SELECT ${list} FROM json_populate_record(NULL::${bound.table}, $1::json))${byKey(bound, key)}`,
    values: [recordOf(bound, row, names)],
  }
}

export const deleteOf = (bound: Bound, key: JsonObject): PlainWrite => ({
  sql: `DELETE FROM ${bound.table}${byKey(bound, key)}`,
  values: [],
})

/** ` WHERE …`, of the row that has this key. */
export const byKey = ({ columns, entity }: Bound, row: JsonObject): string =>
  ` WHERE ${entity.key.map((name) => `${columns[name]} = '${String(row[name]).replaceAll("'", "''")}'`).join(' AND ')}`

/**
 * What PostgreSQL answers to the same write from a session as its owner opens one, where that is a fault of the database itself and
 * not of a value; null where it takes the write. Nothing is kept of it.
 */
export const faultOf = async (client: Client, { sql, values }: PlainWrite): Promise<string | null> => {
  await client.query('BEGIN')
  try {
    await client.query(sql, [...values])
    await client.query('SET CONSTRAINTS ALL IMMEDIATE')
    return null
  } catch (error) {
    return isServerError(error) && !/^2[23]/.test(error.code) ? sentenceOf(error) : null
  } finally {
    await client.query('ROLLBACK')
  }
}

interface ServerError extends Error {
  readonly code: string
  /** The calls that led there, the innermost first. */
  readonly where?: string
}

const isServerError = (error: unknown): error is ServerError => error instanceof Error && 'code' in error

const sentenceOf = ({ message, code, where = '' }: ServerError): string => {
  const called = /^PL\/pgSQL function .*/m.exec(where)?.[0]
  return `${message} (${code})${called === undefined ? '' : `, in ${called}`}`
}

const recordOf = (
  { columns, entity }: Pick<Bound, 'columns' | 'entity'>,
  row: JsonObject,
  names: readonly string[],
): string =>
  JSON.stringify(
    Object.fromEntries(
      names.map((name) => [
        unquoted(columns[name] ?? ''),
        entity.fields.find((field) => field.name === name)?.type.kind === 'bytes'
          ? hexOf(row[name])
          : (row[name] ?? null),
      ]),
    ),
  )

const hexOf = (value: Json | undefined): string | null =>
  typeof value === 'string' ? `\\x${Buffer.from(value, 'base64').toString('hex')}` : null

const unquoted = (column: string): string =>
  column.startsWith('"') ? column.slice(1, -1).replaceAll('""', '"') : column
