import { type Charter, type Entity, type Field, resolved, tenantFieldOf } from '@charter/charter'
import type { EntitySql, Fragment, ServiceModel } from '@charter/runtime'
import {
  columnName,
  columnOf,
  entityOf,
  fieldOf,
  indexColumns,
  indexWrites,
  isOwned,
  quoted,
  relationSql,
  resealOf,
  rowKeyOf,
  ruleFragment,
  tableName,
  updateSql,
  versionColumn,
} from '@charter/sql'
import { columnSql } from './column.ts'
import { dialect } from './dialect.ts'
import { kept } from './select.ts'
import { storageOf } from './storage.ts'

/** Every statement a service says to SQLite, one `EntitySql` per entity of the model. */
export const render = (charter: Charter, model: ServiceModel): readonly EntitySql[] =>
  model.entities.map(({ name }) => entitySql(charter, model, entityOf(charter, name)))

const entitySql = (charter: Charter, model: ServiceModel, entity: Entity): EntitySql => {
  const owned = isOwned(charter, entity)
  const tenantField = tenantFieldOf(charter, entity)
  const rowKey = rowKeyOf(charter, entity)
  return {
    entity: entity.name,
    from: `${quoted(tableName(entity))} AS t`,
    visible:
      entity.softDelete === undefined
        ? inTime
        : `${columnOf('t', fieldOf(entity, entity.softDelete))} IS NULL AND ${inTime}`,
    columns: {
      ...Object.fromEntries(entity.fields.map((field) => [field.name, columnSql(charter, entity, field)])),
      ...indexColumns(dialect, entity),
    },
    byKey: equals(charter, entity, entity.key),
    ...(rowKey.length > entity.key.length && { rowKey }),
    version: owned ? `CAST(t.${quoted(versionColumn)} AS TEXT)` : null,
    rules: rulesOf(charter, model, entity),
    tenancy: tenantField ? `${columnOf('t', tenantField)} = ?` : null,
    // Rows of ours that no client writes come in as sample rows.
    insert: entity.isReadOnly && !owned ? null : insertOf(entity, owned),
    insertedKey: insertedKeyOf(charter, entity),
    update: entity.isReadOnly || entity.key.length === 0 ? null : updateOf(charter, entity, owned),
    ...resealOf(dialect, charter, entity, isRow(charter, entity)),
    remove: entity.isReadOnly || entity.key.length === 0 ? null : removeOf(charter, entity, owned),
    proposed: proposedOf(entity),
    relations: Object.fromEntries(
      entity.relations
        .filter((relation) => entityOf(charter, relation.target).source === entity.source)
        .map((relation) => [relation.name, relationSql(dialect, charter, entity, relation)]),
    ),
  }
}

/**
 * True, or an error once the time of a statement is up (driver/connection.ts): of some 64 rows that are looked at, one asks, as a
 * call out of SQLite costs as much as the row.
 */
const inTime = '(random() & 63 OR charter_in_time())'

const equals = (charter: Charter, entity: Entity, fields: readonly string[]): string =>
  fields.length === 0
    ? '0'
    : fields.map((name) => `${columnSql(charter, entity, fieldOf(entity, name)).sort} = ?`).join(' AND ')

const isRow = (charter: Charter, entity: Entity): string => equals(charter, entity, rowKeyOf(charter, entity))

const rulesOf = (charter: Charter, model: ServiceModel, entity: Entity): Readonly<Record<string, Fragment>> =>
  Object.fromEntries(
    model.access.rules
      .filter((rule) => rule.entity === entity.name || rule.entity === null)
      .map((rule) => [rule.id, ruleFragment({ dialect, charter, model, entity }, rule)]),
  )

/**
 * Generated columns of an attached file are the database's to write. Of our own, every column is the service's: clients do
 * not write a read-only field, custom operations do.
 */
const isWritten = (field: Field, owned: boolean): boolean =>
  owned || !field.isReadOnly || (field.default !== undefined && field.default.kind !== 'database')

/** A default of the database that only it can compute, as the charter's `columnType` tells it. */
const computedDefault = /\bDEFAULT (CURRENT_TIMESTAMP|CURRENT_DATE|CURRENT_TIME)$/

const insertOf = (entity: Entity, owned: boolean) => {
  const fields = entity.fields.filter(
    (field) => isWritten(field, owned) && (field.default?.kind !== 'database' || defaultText(field)),
  )
  const indexes = indexWrites(entity)
  const names = [...fields.map((field) => quoted(columnName(field))), ...indexes.map(({ column }) => column)].join(', ')
  const values = [
    ...fields.map((field) => (defaultText(field) ? `coalesce(?, ${defaultText(field)})` : '?')),
    ...indexes.map(() => '?'),
  ].join(', ')
  const insert = `INSERT INTO ${quoted(tableName(entity))}`
  return {
    sql: fields.length === 0 ? `${insert} DEFAULT VALUES` : `${insert} (${names}) VALUES (${values})`,
    fields: [...fields.map((field) => field.name), ...indexes.map(({ name }) => name)],
  }
}

const defaultText = (field: Field): string | undefined =>
  field.default?.kind === 'database' ? computedDefault.exec(field.columnType ?? '')?.[1] : undefined

/** A key that SQLite numbers is bound as NULL, and is then that of the row inserted last on the connection. */
const insertedKeyOf = (charter: Charter, entity: Entity): string | null => {
  const key = entity.key.map((name) => fieldOf(entity, name))
  const isMade = key.some((field) => field.default?.kind === 'sequence' || field.default?.kind === 'database')
  if (entity.isReadOnly || !isMade) return null
  const columns = key.map((field) => columnSql(charter, entity, field).select)
  return `SELECT ${columns.join(', ')} FROM ${quoted(tableName(entity))} AS t WHERE t.rowid = last_insert_rowid()`
}

const updateOf = (charter: Charter, entity: Entity, owned: boolean) => {
  const fields = entity.fields.filter((field) => isWritten(field, owned) && !entity.key.includes(field.name))
  if (fields.length === 0) return null
  const indexes = indexWrites(entity)
  const sets = {
    ...Object.fromEntries(
      fields.map((field) => [field.name, `${quoted(columnName(field))} = ${updated(charter, field, owned)}`]),
    ),
    ...Object.fromEntries(indexes.map(({ name, column }) => [name, `${column} = ?`])),
  }
  return updateSql({
    table: quoted(tableName(entity)),
    sets,
    beside: nextVersion(owned),
    where: isRow(charter, entity),
    isOwned: owned,
  })
}

const updated = (charter: Charter, field: Field, owned: boolean): string =>
  owned ? '?' : kept(storageOf(charter, field, owned), resolved(charter, field.type).kind, columnOf('t', field))

const nextVersion = (owned: boolean): readonly string[] =>
  owned ? [`${quoted(versionColumn)} = t.${quoted(versionColumn)} + 1`] : []

const removeOf = (charter: Charter, entity: Entity, owned: boolean): string => {
  const table = quoted(tableName(entity))
  if (entity.softDelete === undefined) return `DELETE FROM ${table} AS t WHERE ${isRow(charter, entity)}`
  const sets = [`${quoted(columnName(fieldOf(entity, entity.softDelete)))} = ?`, ...nextVersion(owned)]
  return `UPDATE ${table} AS t SET ${sets.join(', ')} WHERE ${isRow(charter, entity)}`
}

const proposedOf = (entity: Entity) => ({
  sql: `WITH t (${entity.fields.map((field) => quoted(columnName(field))).join(', ')}) AS (VALUES (${entity.fields.map(() => '?').join(', ')})) SELECT 1 FROM t WHERE `,
  fields: entity.fields.map((field) => field.name),
})
