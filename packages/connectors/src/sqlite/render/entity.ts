import { type Charter, type Entity, type Field, resolved } from '@charter/charter'
import {
  columnName,
  columnOf,
  type EntityDialect,
  fieldOf,
  insertedOf,
  insertText,
  isOwned,
  isWritten,
  named,
  quoted,
  renderWith,
  tableName,
  versionColumn,
} from '@charter/sql'
import { columnSql } from './column.ts'
import { dialect } from './dialect.ts'
import { kept } from './select.ts'
import { storageOf } from './storage.ts'

const entityDialect: EntityDialect = {
  ...dialect,
  columnSql,
  // True, or an error once the time of a statement is up (driver/connection.ts): of some 64 rows that are looked at, one asks, as a
  // call out of SQLite costs as much as the row.
  everywhere: '(random() & 63 OR charter_in_time())',
  isKey: (charter, entity, field) => `${columnSql(charter, entity, field).sort} = ?`,
  given: () => '?',
  kept: (charter, entity, field) =>
    kept(storageOf(charter, field, isOwned(charter, entity)), resolved(charter, field.type).kind, columnOf('t', field)),
  version: (charter, entity) => (isOwned(charter, entity) ? `CAST(t.${quoted(versionColumn)} AS TEXT)` : null),
  lines: "string_agg(c0, '\n' ORDER BY place)",
  deleteFrom: (table) => `DELETE FROM ${table} AS t`,
  insert: (charter, entity) => insertOf(charter, entity),
  insertedKey: (charter, entity) => insertedKeyOf(charter, entity),
}

/** A default of the database that only it can compute, as the charter's `columnType` tells it. */
const computedDefault = /\bDEFAULT (CURRENT_TIMESTAMP|CURRENT_DATE|CURRENT_TIME)$/

const insertOf = (charter: Charter, entity: Entity) => {
  const owned = isOwned(charter, entity)
  const fields = entity.fields.filter(
    (field) => isWritten(field, owned) && (field.default?.kind !== 'database' || defaultText(field)),
  )
  const inserted = insertedOf(entity, fields, (field) =>
    defaultText(field) ? `coalesce(?, ${defaultText(field)})` : '?',
  )
  return { sql: insertText(`INSERT INTO ${named(tableName(entity))}`, inserted), fields: inserted.fields }
}

const defaultText = (field: Field): string | undefined =>
  field.default?.kind === 'database' ? computedDefault.exec(field.columnType ?? '')?.[1] : undefined

/** A key that SQLite numbers is bound as NULL, and is then that of the row inserted last on the connection. */
const insertedKeyOf = (charter: Charter, entity: Entity): string | null => {
  const key = entity.key.map((name) => fieldOf(entity, name))
  const isMade = key.some((field) => field.default?.kind === 'sequence' || field.default?.kind === 'database')
  if (entity.isReadOnly || !isMade) return null
  const columns = key.map((field) => columnSql(charter, entity, field).select)
  return `SELECT ${columns.join(', ')} FROM ${named(tableName(entity))} AS t WHERE t.${rowNumber(entity)} = last_insert_rowid()`
}

/** The name by which a row's number is asked for: one that no column takes (sqlite.org/lang_createtable.html#rowid). */
const rowNumber = ({ fields }: Entity): string => {
  const taken = new Set(fields.map((field) => columnName(field).toLowerCase()))
  return ['rowid', '_rowid_', 'oid'].find((name) => !taken.has(name)) ?? 'rowid'
}

/** Every statement a service says to SQLite, one `EntitySql` per entity of the model. */
export const render = renderWith(entityDialect)
