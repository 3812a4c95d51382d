import {
  canonicalJson,
  type EntityModel,
  type FieldModel,
  type Json,
  type JsonObject,
  type Type,
} from '@charter/runtime'
import { Client } from 'pg'

/** A table as a person would read it: columns by field, each as the text that PostgreSQL prints of it. */
export interface Bound {
  readonly entity: EntityModel
  /** `"sales"."order"`. */
  readonly table: string
  readonly columns: Readonly<Record<string, string>>
}

/**
 * Rows that SQL returns and the API does not, and the other way round, as multisets over every column. The SQL is plain
 * `SELECT column::text`: nothing of ours renders or reads it.
 */
export const compareTable = async (client: Client, { entity, table, columns }: Bound, shown: readonly JsonObject[]) => {
  const fields = entity.fields.filter(({ name }) => columns[name] !== undefined)
  const list = fields.map((field) => plainSelect(field.type, columns[field.name] ?? '')).join(', ')
  const { rows } = await client.query<(string | null)[]>({
    text: `SELECT ${list === '' ? '1' : list} FROM ${table}`,
    rowMode: 'array',
  })
  const counts = new Map<string, number>()
  const add = (key: string, by: number) => counts.set(key, (counts.get(key) ?? 0) + by)
  for (const row of rows) add(keyOf(fields.map(({ type }, at) => printed(type, row[at] ?? null))), 1)
  for (const item of shown) add(keyOf(fields.map((field) => spoken(field, item[field.name] ?? null))), -1)
  const differing = [...counts].filter(([, count]) => count !== 0)
  return {
    rows: rows.length,
    columns: fields.length,
    missing: differing.filter(([, count]) => count > 0).map(([key]) => key),
    extra: differing.filter(([, count]) => count < 0).map(([key]) => key),
  }
}

const keyOf = (values: readonly (string | null)[]): string => JSON.stringify(values)

const isNested = (type: Type): boolean => ['array', 'record', 'map', 'union', 'json', 'vector'].includes(type.kind)

const plainSelect = (type: Type, column: string): string => {
  if (isNested(type)) return `to_jsonb(${column})::text`
  if (type.kind === 'bytes') return `encode(${column}, 'base64')`
  // A cast to text would take the blanks at the end of a `char(n)` away.
  return type.kind === 'text' ? `CASE WHEN ${column} IS NOT NULL THEN concat(${column}) END` : `${column}::text`
}

/** What PostgreSQL printed, in the spelling of the answer. */
const printed = (type: Type, text: string | null): string | null => {
  if (text === null) return null
  switch (type.kind) {
    case 'float64':
      return String(Number(text))
    case 'dateTime':
      return text.replace(' ', 'T')
    case 'instant':
      return text.replace(' ', 'T').replace(/\+00$/, 'Z')
    case 'bytes':
      return text.replaceAll('\n', '')
    default:
      return isNested(type) ? leaves(JSON.parse(text) as Json) : text
  }
}

const spoken = ({ type }: FieldModel, value: Json): string | null => {
  if (value === null) return null
  return isNested(type) ? leaves(value) : String(value)
}

/** JSON with its numbers as texts: in arrays big integers and decimals are texts in an answer, numbers in to_jsonb. */
const leaves = (value: Json): string =>
  canonicalJson(
    JSON.parse(JSON.stringify(value), (_, each: Json) => (typeof each === 'number' ? String(each) : each)) as Json,
  )

/** A client whose texts are in the one spelling that `printed` reads. */
export const plainClient = async (url: string): Promise<Client> => {
  const client = new Client({
    connectionString: url,
    options: '-c TimeZone=UTC -c DateStyle=ISO -c IntervalStyle=iso_8601',
  })
  await client.connect()
  return client
}
