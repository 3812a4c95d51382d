import type { Charter, Entity, Field } from '@charter/charter'
import {
  columnName,
  columnOf,
  type EntityDialect,
  fieldOf,
  insertedOf,
  isOwned,
  isWritten,
  named,
  quoted,
  renderWith,
  tableName,
  versionColumn,
} from '@charter/sql'
import type { Profile } from '../profile/profile.ts'
import { columnSql } from './column.ts'
import { dialectOf } from './dialect.ts'
import { placeholder, storageOf } from './types.ts'

const givenOf =
  (profile: Profile) =>
  (charter: Charter, _entity: Entity, field: Field): string =>
    placeholder(profile, storageOf(charter, field))

const entityDialectOf = (profile: Profile): EntityDialect => ({
  ...dialectOf(profile),
  columnSql: (charter, entity, field) => columnSql(profile, charter, entity, field),
  everywhere: null,
  isKey: (charter, entity, field) =>
    columnSql(profile, charter, entity, field).filters.eq ?? `${columnOf('t', field)} = ?`,
  given: givenOf(profile),
  kept: givenOf(profile),
  version: (charter, entity) => (isOwned(charter, entity) ? `CAST(t.${quoted(versionColumn)} AS CHAR)` : null),
  lines: "GROUP_CONCAT(c0 ORDER BY place SEPARATOR '\n')",
  deleteFrom: (table) => `DELETE t FROM ${table} AS t`,
  insert: (charter, entity) => insertOf(profile, charter, entity),
  insertedKey: (charter, entity) => insertedKeyOf(profile, charter, entity),
})

const isLeftToThem = (field: Field): boolean => field.default?.kind === 'database'

const insertOf = (profile: Profile, charter: Charter, entity: Entity) => {
  const owned = isOwned(charter, entity)
  const fields = entity.fields.filter((field) => isWritten(field, owned))
  const inserted = insertedOf(entity, fields, (field) => {
    const value = givenOf(profile)(charter, entity, field)
    // The column's own default, where no value is given.
    return isLeftToThem(field) ? `coalesce(${value}, ${profile.defaultOf(field, named(columnName(field)))})` : value
  })
  const { columns, values } = inserted
  return {
    sql: `INSERT INTO ${named(tableName(entity))} (${columns.join(', ')}) VALUES (${values.join(', ')})`,
    fields: inserted.fields,
  }
}

/** A key that the server numbers is bound as NULL, and is then that of the row inserted last in the session. */
const insertedKeyOf = (profile: Profile, charter: Charter, entity: Entity): string | null => {
  const key = entity.key.map((name) => fieldOf(entity, name))
  const numbered = key.find((field) => field.default?.kind === 'sequence')
  if (entity.isReadOnly || !numbered) return null
  const columns = key.map((field) => columnSql(profile, charter, entity, field).select)
  return `SELECT ${columns.join(', ')} FROM ${named(tableName(entity))} AS t WHERE ${columnOf('t', numbered)} = LAST_INSERT_ID()`
}

/** Every statement a service says to a server, one `EntitySql` per entity of the model. */
export const renderOf = (profile: Profile) => renderWith(entityDialectOf(profile))
