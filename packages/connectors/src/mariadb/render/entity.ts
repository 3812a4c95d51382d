import type { Charter, Entity, Field } from '@charter/charter'
import {
  columnName,
  columnOf,
  type EntityDialect,
  fieldOf,
  indexWrites,
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
import { placeholder, storageOf } from './types.ts'

const given = (charter: Charter, _entity: Entity, field: Field): string => placeholder(storageOf(charter, field))

const entityDialect: EntityDialect = {
  ...dialect,
  columnSql,
  everywhere: null,
  isKey: (charter, entity, field) => columnSql(charter, entity, field).filters.eq ?? `${columnOf('t', field)} = ?`,
  given,
  kept: given,
  version: (charter, entity) => (isOwned(charter, entity) ? `CAST(t.${quoted(versionColumn)} AS CHAR)` : null),
  lines: "GROUP_CONCAT(c0 ORDER BY place SEPARATOR '\n')",
  deleteFrom: (table) => `DELETE t FROM ${table} AS t`,
  insert: (charter, entity) => insertOf(charter, entity),
  insertedKey: (charter, entity) => insertedKeyOf(charter, entity),
}

const isLeftToThem = (field: Field): boolean => field.default?.kind === 'database'

const insertOf = (charter: Charter, entity: Entity) => {
  const owned = isOwned(charter, entity)
  const fields = entity.fields.filter((field) => isWritten(field, owned))
  const indexes = indexWrites(entity)
  const names = [...fields.map((field) => named(columnName(field))), ...indexes.map(({ column }) => column)]
  const values = [
    ...fields.map((field) => {
      const value = given(charter, entity, field)
      // The column's own default, where no value is given.
      return isLeftToThem(field) ? `coalesce(${value}, DEFAULT(${named(columnName(field))}))` : value
    }),
    ...indexes.map(() => '?'),
  ]
  return {
    sql: `INSERT INTO ${named(tableName(entity))} (${names.join(', ')}) VALUES (${values.join(', ')})`,
    fields: [...fields.map((field) => field.name), ...indexes.map(({ name }) => name)],
  }
}

/** A key that MariaDB numbers is bound as NULL, and is then that of the row inserted last in the session. */
const insertedKeyOf = (charter: Charter, entity: Entity): string | null => {
  const key = entity.key.map((name) => fieldOf(entity, name))
  const numbered = key.find((field) => field.default?.kind === 'sequence')
  if (entity.isReadOnly || !numbered) return null
  const columns = key.map((field) => columnSql(charter, entity, field).select)
  return `SELECT ${columns.join(', ')} FROM ${named(tableName(entity))} AS t WHERE ${columnOf('t', numbered)} = LAST_INSERT_ID()`
}

/** Every statement a service says to MariaDB, one `EntitySql` per entity of the model. */
export const render = renderWith(entityDialect)
