import {
  type EntityModel,
  everyField,
  type FilterOperator,
  indexOf,
  type JsonObject,
  ownMember,
  type ServiceModel,
  type StoredEntity,
} from '../runtime/index.ts'
import type { ColumnSql, EntitySql } from './entity-sql.ts'
import type { SqlValue } from './sql-value.ts'
import { encode } from './storage.ts'

/** One entity with its SQL. */
export interface SqlEntity {
  readonly model: EntityModel
  readonly sql: EntitySql
  readonly stored: StoredEntity
}

export type SqlEntities = ReadonlyMap<string, SqlEntity>

export const sqlEntities = (model: ServiceModel, sql: readonly EntitySql[]): SqlEntities =>
  new Map(
    model.entities.map((entity) => {
      const rendered = sql.find((each) => each.entity === entity.name)
      if (!rendered) throw new Error(`no SQL was rendered for ${entity.name}`)
      return [entity.name, { model: entity, sql: rendered, stored: storedEntity(entity, rendered) }]
    }),
  )

const storedEntity = (model: EntityModel, sql: EntitySql): StoredEntity => {
  const columns = Object.entries(sql.columns)
  return {
    place: sql.table,
    rowKey: sql.rowKey ?? model.key,
    filters: Object.fromEntries(
      columns.map(([name, { filters }]) => [name, Object.keys(filters) as readonly FilterOperator[]]),
    ),
    measures: Object.fromEntries(
      columns.flatMap(([name, { aggregate }]) =>
        aggregate ? [[name, { isNumber: aggregate.sum !== undefined }]] : [],
      ),
    ),
    columns: Object.fromEntries(columns.flatMap(([key, { name }]) => (name === undefined ? [] : [[key, name]]))),
    indexes: everyField(model)
      .map(({ name }) => indexOf(name))
      .filter((name) => sql.columns[name] !== undefined),
    spelled: new Set(columns.flatMap(([name, { json }]) => (json === undefined ? [] : [name]))),
    countsVersions: sql.version !== null && model.isOwned,
    canInsert: sql.insert !== null,
    canUpdate: sql.update !== null,
    canRemove: sql.remove !== null,
    resealed: sql.reseal?.fields ?? [],
  }
}

export const sqlEntity = (entities: SqlEntities, name: string): SqlEntity => {
  const entity = entities.get(name)
  if (!entity) throw new Error(`the store has no entity ${name}`)
  return entity
}

export const columnOf = ({ sql }: SqlEntity, field: string): ColumnSql => {
  const column = sql.columns[field]
  if (!column) throw new Error(`${sql.entity} has no column for ${field}`)
  return column
}

export const encodeField = (entity: SqlEntity, field: string, row: JsonObject): SqlValue =>
  encode(columnOf(entity, field).storage, ownMember(row, field) ?? null)

export const keyValues = (entity: SqlEntity, key: JsonObject): SqlValue[] =>
  entity.model.key.map((field) => encodeField(entity, field, key))

/** What `update`, `remove` and `reseal` find a row by. `row`: its key, and its tenant where it has one. */
export const rowValues = (entity: SqlEntity, row: JsonObject): SqlValue[] =>
  entity.stored.rowKey.map((field) => encodeField(entity, field, row))
