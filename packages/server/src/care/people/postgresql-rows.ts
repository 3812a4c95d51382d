import { besideTables, peopleSchema } from '../../place/postgresql.ts'
import { CareFault } from '../care-fault.ts'
import {
  type PeopleColumn,
  type PeopleRows,
  type PeopleTables,
  type PeopleValue,
  peopleTableNames,
} from './people-rows.ts'

/** Statements of one session, whose names without a schema are of people. */
export interface PeopleSession {
  query(
    sql: string,
    values?: readonly unknown[],
  ): Promise<{ readonly rows: readonly Readonly<Record<string, unknown>>[] }>
}

/** What the tables of people are there. Rejects with a CareFault for one that this version does not know: it would be lost. */
export const tablesThere = async (session: PeopleSession): Promise<PeopleTables> => {
  const { rows } = await session.query(
    `SELECT c.relname AS "table", a.attname AS name, a.atttypid::regtype::text AS type
     FROM pg_catalog.pg_attribute AS a JOIN pg_catalog.pg_class AS c ON c.oid = a.attrelid JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
     WHERE n.nspname = $1 AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped AND c.relname <> ALL ($2) ORDER BY c.relname, a.attname`,
    [peopleSchema, apart],
  )
  const found = Map.groupBy(rows, ({ table }) => String(table))
  const unknown = [...found.keys()].find((table) => !peopleTableNames.includes(table))
  if (unknown !== undefined)
    throw new CareFault(`${peopleSchema} has a table ${unknown}, which this version of Charter does not know.`)
  return new Map(peopleTableNames.map((table) => [table, (found.get(table) ?? []).map(columnOf)]))
}

/** Tables of the schema that are no rows of people: each is carried by itself. */
const apart = Object.keys(besideTables)

const columnOf = ({ name, type }: Readonly<Record<string, unknown>>): PeopleColumn => {
  const kind = kinds[String(type)]
  if (!kind) throw new CareFault(`${peopleSchema} has a column ${name} of ${type}, which is not carried.`)
  return { name: String(name), kind }
}

const kinds: Readonly<Record<string, PeopleColumn['kind']>> = {
  text: 'text',
  bigint: 'number',
  integer: 'number',
  boolean: 'truth',
  'timestamp with time zone': 'moment',
}

/** All that is there. */
export const readThere = async (session: PeopleSession, tables: PeopleTables): Promise<PeopleRows> => {
  const found = new Map<string, readonly (readonly PeopleValue[])[]>()
  for (const [table, columns] of tables) {
    const { rows } = await session.query(`SELECT ${namesOf(columns)} FROM ${peopleSchema}."${table}"`)
    found.set(
      table,
      rows.map((row) => columns.map((column) => readValue(column, row[column.name]))),
    )
  }
  return found
}

/** Puts rows into tables that have none. */
export const fillThere = async (session: PeopleSession, tables: PeopleTables, rows: PeopleRows): Promise<void> => {
  for (const [table, columns] of tables) {
    const places = columns.map((_, at) => `$${at + 1}`).join(', ')
    const insert = `INSERT INTO ${peopleSchema}."${table}" (${namesOf(columns)}) VALUES (${places})`
    for (const row of rows.get(table) ?? []) await session.query(insert, row)
  }
}

const namesOf = (columns: readonly PeopleColumn[]): string => columns.map(({ name }) => `"${name}"`).join(', ')

const readValue = ({ kind }: PeopleColumn, value: unknown): PeopleValue => {
  if (value === null || value === undefined) return null
  if (value instanceof Date) return value.toISOString()
  if (kind === 'truth') return value === true
  return kind === 'number' ? Number(value) : String(value)
}
