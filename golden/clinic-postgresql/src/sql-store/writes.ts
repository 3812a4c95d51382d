import { type JsonObject, ownMember, type Principal, type RowRules, type Updated } from '../runtime/index.ts'
import { conjunction, ruled, visible } from './condition.ts'
import { columnOf, encodeField, keyValues, rowValues, type SqlEntity } from './entity.ts'
import type { EntitySql } from './entity-sql.ts'
import type { Ask } from './find.ts'
import { settingOnly } from './setting-only.ts'
import type { SqlTransaction } from './sql-transaction.ts'
import { jsonArrayText, type SqlValue } from './sql-value.ts'
import { readOf, type Statement, writeOf } from './statement.ts'
import { decode } from './storage.ts'

/** Whether a row that is not stored yet falls under the rules: they are asked of it as a row of values. */
export const judge = async (
  on: SqlTransaction,
  entity: SqlEntity,
  rules: RowRules,
  row: JsonObject,
  principal: Principal,
): Promise<boolean> => {
  const condition = ruled(entity, rules, principal)
  if (!condition) return true
  const { proposed } = entity.sql
  const given = proposed.fields.map((field) => encodeField(entity, field, row))
  // What its rules look up is all that is read.
  const statement = readOf(`${proposed.sql}${condition.sql}`, condition.reads?.[0])
  return (await on.all(statement, [...given, ...condition.values])).length > 0
}

export const insert = async (
  on: SqlTransaction,
  entity: SqlEntity,
  row: JsonObject,
): Promise<{ readonly changes: number; readonly key: JsonObject | null }> => {
  const { insert: rendered, insertedKey, table } = entity.sql
  if (!rendered) throw new Error(`rows of ${entity.sql.entity} cannot be inserted`)
  const { changes } = await on.run(
    setting(entity.sql, 'INSERT', rendered),
    rendered.fields.map((field) => encodeField(entity, field, row)),
  )
  const { key } = entity.model
  if (changes === 0 || !insertedKey || key.every((field) => ownMember(row, field) !== undefined))
    return { changes, key: null }
  const made = (await on.all(readOf(insertedKey, table), []))[0] ?? []
  const values = key.map((field, at) => [field, decode(columnOf(entity, field).storage, made[at] ?? null)])
  return { changes, key: Object.fromEntries(values) }
}

export const update = async (
  on: SqlTransaction,
  entity: SqlEntity,
  given: readonly string[],
  row: JsonObject,
  stored: JsonObject,
): Promise<Updated | null> => {
  if (!entity.sql.update) throw new Error(`rows of ${entity.sql.entity} cannot be updated`)
  const rendered = settingOnly(entity.sql.update, given)
  const { fields } = rendered
  if (fields.length === 0) return null
  const values = fields.map((field) => encodeField(entity, field, row))
  const { changes } = await on.run(setting(entity.sql, 'UPDATE', rendered), [...values, ...rowValues(entity, stored)])
  return { changes, set: fields }
}

export const remove = async (on: SqlTransaction, entity: SqlEntity, row: JsonObject, now: string): Promise<number> => {
  const { remove: text, table } = entity.sql
  if (text === null) throw new Error(`rows of ${entity.sql.entity} cannot be removed`)
  const soft = entity.model.softDeleteField
  const at = soft ? [encodeField(entity, soft, { [soft]: now })] : []
  const statement = soft
    ? setting(entity.sql, 'UPDATE', { sql: text, fields: [soft] })
    : writeOf('DELETE', { text, table })
  return (await on.run(statement, [...at, ...rowValues(entity, row)])).changes
}

export const reseal = async (
  on: SqlTransaction,
  entity: SqlEntity,
  before: JsonObject,
  after: JsonObject,
): Promise<number> => {
  const { reseal: rendered = { sql: '', fields: [] } } = entity.sql
  const { fields } = rendered
  const texts = (row: JsonObject): SqlValue[] => fields.map((name) => encodeField(entity, name, row))
  const values = [...texts(after), ...rowValues(entity, before), ...texts(before)]
  return (await on.run(setting(entity.sql, 'UPDATE', rendered), values)).changes
}

/** A statement whose first slots are of the fields that it sets. */
export const setting = (
  { table, columns }: EntitySql,
  operation: 'INSERT' | 'UPDATE',
  { sql: text, fields }: { readonly sql: string; readonly fields: readonly string[] },
): Statement => writeOf(operation, { text, table, columns: fields.map((field) => columns[field]?.name ?? field) })

/** Whether another row holds one of these values in a column that `in` can be asked of: a blind index, say. */
export const isTaken = async (
  ask: Ask,
  entity: SqlEntity,
  column: string,
  values: readonly string[],
  key: JsonObject,
): Promise<boolean> => {
  const { sql, values: bound } = conjunction([
    { sql: entity.sql.columns[column]?.filters.in ?? '0 = 1', values: [jsonArrayText(values)] },
    ...visible(entity),
    { sql: `NOT (${entity.sql.byKey})`, values: keyValues(entity, key) },
  ])
  const statement = readOf(`SELECT 1 FROM ${entity.sql.from}${sql} LIMIT 1`, entity.sql.table)
  return (await ask(statement, bound)).length > 0
}
