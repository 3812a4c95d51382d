import type { Json, JsonObject } from '@charter/runtime'
import {
  type Database,
  decode,
  type EntitySql,
  encode,
  jsonArrayText,
  readOf,
  type SqlTransaction,
  type SqlValue,
  writeOf,
} from '@charter/sql/store'

/** A key of a row, by its number. */
export const identifier = (at: number): string => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`

export const bind = (entity: EntitySql, field: string, row: JsonObject): SqlValue =>
  encode(entity.columns[field]?.storage ?? { kind: 'text' }, row[field] ?? null)

export const insert = async (transaction: SqlTransaction, entity: EntitySql, row: JsonObject): Promise<void> => {
  const { sql = '', fields = [] } = entity.insert ?? {}
  await transaction.run(
    writeOf('INSERT', { text: sql, table: entity.table }),
    fields.map((field) => bind(entity, field, row)),
  )
}

export const insertPatient = async (
  transaction: SqlTransaction,
  patient: EntitySql,
  row: JsonObject,
): Promise<string> => {
  await insert(transaction, patient, row)
  const made = await transaction.all(readOf(patient.insertedKey ?? ''), [])
  return String(decode(patient.columns.id?.storage ?? { kind: 'text' }, made[0]?.[0] ?? null))
}

export const select = async (
  database: Database,
  entity: EntitySql,
  fields: readonly string[],
  rest = '',
  values: readonly SqlValue[] = [],
): Promise<readonly JsonObject[]> => {
  const columns = fields.map((field) => entity.columns[field])
  const rows = await database.all(
    readOf(`SELECT ${columns.map((column) => column?.select).join(', ')} FROM ${entity.from}${rest}`),
    values,
  )
  return rows.map((row) =>
    Object.fromEntries(
      fields.map((field, at) => [field, decode(columns[at]?.storage ?? { kind: 'text' }, row[at] ?? null)]),
    ),
  )
}

/** Which rows of a relation are asked for. */
export interface RelatedRows {
  readonly of: EntitySql
  readonly relation: string
  readonly target: EntitySql
  readonly fields: readonly string[]
  /** Of the rows that have the relation. */
  readonly keys: readonly (SqlValue | readonly SqlValue[])[]
}

/** Rows of a relation as `[parent key…, field…]`, in order. */
export const related = async (
  database: Database,
  { of, relation: name, target, fields, keys }: RelatedRows,
): Promise<readonly Json[]> => {
  const relation = of.relations[name]
  if (!relation) throw new Error(`No relation ${name}.`)
  const columns = [...relation.parentKey, ...fields.map((field) => target.columns[field]?.select)]
  const { open, close } = relation.joining ?? { open: '', close: '' }
  const rows = await database.all(
    readOf(
      `SELECT ${columns.join(', ')} FROM ${relation.from}${open}${close} WHERE ${relation.match} ORDER BY ${columns.map((_, at) => at + 1).join(', ')}`,
    ),
    [jsonArrayText(keys)],
  )
  return rows.map((row) => [...row] as Json)
}
