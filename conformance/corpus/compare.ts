import { postgresql } from '@charter/connectors'
import type { Bound } from '@charter/project'
import type { JsonObject } from '@charter/runtime'
import { spoken } from '@charter/sql'
import { Client } from 'pg'

/**
 * Rows that SQL returns and the API does not, and the other way round, as multisets over every column. The SQL is plain
 * `SELECT column::text`: nothing of ours renders or reads it.
 */
export const compareTable = async (client: Client, { entity, table, columns }: Bound, shown: readonly JsonObject[]) => {
  const { select, spelled } = await printedBy()
  const fields = entity.fields.filter(({ name }) => columns[name] !== undefined)
  const list = fields.map((field) => select(field.type, columns[field.name] ?? '')).join(', ')
  const { rows } = await client.query<(string | null)[]>({
    text: `SELECT ${list === '' ? '1' : list} FROM ${table}`,
    rowMode: 'array',
  })
  const counts = new Map<string, number>()
  const add = (key: string, by: number) => counts.set(key, (counts.get(key) ?? 0) + by)
  for (const row of rows) add(keyOf(fields.map(({ type }, at) => spelled(type, row[at] ?? null))), 1)
  for (const item of shown) add(keyOf(fields.map((field) => spoken(field.type, item[field.name] ?? null))), -1)
  const differing = [...counts].filter(([, count]) => count !== 0)
  return {
    rows: rows.length,
    columns: fields.length,
    missing: differing.filter(([, count]) => count > 0).map(([key]) => key),
    extra: differing.filter(([, count]) => count < 0).map(([key]) => key),
  }
}

/** How plain SQL is written and read: as `psql`'s is. */
const printedBy = async () => {
  if (!postgresql.print) throw new Error('PostgreSQL has no program that prints its rows')
  return postgresql.print('')
}

const keyOf = (values: readonly (string | null)[]): string => JSON.stringify(values)

/** A client whose texts are in the one spelling that `spelled` reads. */
export const plainClient = async (url: string): Promise<Client> => {
  const client = new Client({
    connectionString: url,
    options: '-c TimeZone=UTC -c DateStyle=ISO -c IntervalStyle=iso_8601',
  })
  await client.connect()
  return client
}
