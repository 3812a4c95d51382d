import { type Charter, type Entity, type Field, tenantFieldOf } from '@charter/charter'
import type { ServiceModel } from '@charter/runtime'
import type { ColumnSql, EntitySql } from '../store/entity-sql.ts'
import type { Fragment } from '../store/fragment.ts'
import { named, quoted } from '../store/identifier.ts'
import { slotless } from '../store/slots.ts'
import type { Dialect } from './dialect.ts'
import { columnName, columnOf, entityOf, fieldOf, isOwned, placedWithState, versionColumn } from './names.ts'
import { indexColumns, indexWrites, resealOf } from './protect.ts'
import { relationSql } from './relation.ts'
import { rowKeyOf } from './row-key.ts'
import { ruleFragment } from './rule.ts'
import { updateSql } from './update.ts'

/** What differs between SQL databases in the statements of one entity. */
export interface EntityDialect extends Dialect {
  columnSql(charter: Charter, entity: Entity, field: Field): ColumnSql
  /** A condition that every statement over rows carries, or null. */
  readonly everywhere: string | null
  /** `t."id" = ?`: a field of a key, nothing done to the column, so that its index serves. */
  isKey(charter: Charter, entity: Entity, field: Field): string
  /** A parameter as the column takes it. */
  given(charter: Charter, entity: Entity, field: Field): string
  /** The same in a table of others: a value that the column has already stays as it is spelled there. */
  kept(charter: Charter, entity: Entity, field: Field): string
  /** Row version for ETag, as text; null where a digest of the row stands in. */
  version(charter: Charter, entity: Entity): string | null
  /** `DELETE FROM "patient" AS t`. */
  deleteFrom(table: string): string
  /** `EntitySql.lines`. */
  readonly lines: string
  insert(charter: Charter, entity: Entity): NonNullable<EntitySql['insert']>
  /** `EntitySql.insertIf`, of a table of ours that a client writes; left out: the database has no such INSERT. */
  insertIf?(charter: Charter, entity: Entity): EntitySql['insertIf'] | null
  /** Gives the key that the database made for the row just inserted; null where it makes none. */
  insertedKey(charter: Charter, entity: Entity): string | null
}

/** Every statement a service says to its database, one `EntitySql` per entity of the model. */
export const renderWith =
  (dialect: EntityDialect) =>
  (given: Charter, model: ServiceModel): readonly EntitySql[] => {
    const charter = placedWithState(given, dialect.statePlace)
    return model.entities.map(({ name }) => entitySql({ dialect, charter, entity: entityOf(charter, name) }, model))
  }

interface EntityContext {
  readonly dialect: EntityDialect
  readonly charter: Charter
  readonly entity: Entity
}

const entitySql = (context: EntityContext, model: ServiceModel): EntitySql => {
  const { dialect, charter, entity } = context
  const tenantField = tenantFieldOf(charter, entity)
  const rowKey = rowKeyOf(charter, entity)
  const isChanged = !entity.isReadOnly && entity.key.length > 0
  return {
    entity: entity.name,
    table: dialect.table(entity),
    from: `${tableIn(context)} AS t`,
    removeFrom: dialect.deleteFrom(tableIn(context)),
    visible: visibleOf(context),
    everywhere: dialect.everywhere,
    columns: {
      ...Object.fromEntries(entity.fields.map((field) => [field.name, dialect.columnSql(charter, entity, field)])),
      ...indexColumns(dialect, entity),
    },
    ...resealOf(dialect, charter, entity, isRow(context)),
    byKey: equals(context, entity.key),
    ...(rowKey.length > entity.key.length && { rowKey }),
    version: dialect.version(charter, entity),
    rules: rulesOf(context, model),
    tenancy: tenantField ? `${columnOf('t', tenantField)} = ?` : null,
    // Rows of ours that no client writes come in as sample rows.
    insert: entity.isReadOnly && !isOwned(charter, entity) ? null : dialect.insert(charter, entity),
    ...insertIfOf(context),
    insertedKey: dialect.insertedKey(charter, entity),
    update: isChanged ? updateOf(context) : null,
    remove: isChanged ? removeOf(context) : null,
    proposed: proposedOf(context),
    relations: Object.fromEntries(
      entity.relations
        .filter((relation) => entityOf(charter, relation.target).source === entity.source)
        .map((relation) => [relation.name, relationSql(dialect, charter, entity, relation)]),
    ),
    lines: dialect.lines,
  }
}

const tableIn = ({ dialect, entity }: EntityContext): string => slotless(dialect.table(entity))

const visibleOf = ({ entity }: EntityContext): string | null =>
  entity.softDelete === undefined ? null : `${columnOf('t', fieldOf(entity, entity.softDelete))} IS NULL`

const equals = ({ dialect, charter, entity }: EntityContext, fields: readonly string[]): string =>
  fields.length === 0
    ? dialect.no
    : fields.map((name) => dialect.isKey(charter, entity, fieldOf(entity, name))).join(' AND ')

const isRow = (context: EntityContext): string => equals(context, rowKeyOf(context.charter, context.entity))

const rulesOf = (
  { dialect, charter, entity }: EntityContext,
  model: ServiceModel,
): Readonly<Record<string, Fragment>> =>
  Object.fromEntries(
    model.access.rules
      .filter((rule) => rule.entity === entity.name || rule.entity === null)
      .map((rule) => [rule.id, ruleFragment({ dialect, charter, model, entity }, rule)]),
  )

/**
 * Generated columns of an attached table are the database's to write. Of our own, every column is the service's: clients do
 * not write a read-only field, custom operations do.
 */
export const isWritten = (field: Field, owned: boolean): boolean =>
  owned || !field.isReadOnly || (field.default !== undefined && field.default.kind !== 'database')

const updateOf = ({ dialect, charter, entity }: EntityContext): EntitySql['update'] => {
  const owned = isOwned(charter, entity)
  const fields = entity.fields.filter((field) => isWritten(field, owned) && !entity.key.includes(field.name))
  if (fields.length === 0) return null
  const value = owned ? dialect.given : dialect.kept
  return updateSql({
    table: slotless(dialect.table(entity)),
    sets: {
      ...Object.fromEntries(
        fields.map((field) => [field.name, `${named(columnName(field))} = ${value(charter, entity, field)}`]),
      ),
      ...Object.fromEntries(indexWrites(entity).map(({ name, column }) => [name, `${column} = ?`])),
    },
    beside: nextVersion(owned),
    where: isRow({ dialect, charter, entity }),
    isOwned: owned,
  })
}

const nextVersion = (owned: boolean): readonly string[] =>
  owned ? [`${quoted(versionColumn)} = t.${quoted(versionColumn)} + 1`] : []

const removeOf = ({ dialect, charter, entity }: EntityContext): string => {
  const table = slotless(dialect.table(entity))
  const row = isRow({ dialect, charter, entity })
  if (entity.softDelete === undefined) return `${dialect.deleteFrom(table)} WHERE ${row}`
  const field = fieldOf(entity, entity.softDelete)
  const at = `${named(columnName(field))} = ${dialect.given(charter, entity, field)}`
  return `UPDATE ${table} AS t SET ${[at, ...nextVersion(isOwned(charter, entity))].join(', ')} WHERE ${row}`
}

const insertIfOf = ({ dialect, charter, entity }: EntityContext): Pick<EntitySql, 'insertIf'> => {
  const insertIf = isOwned(charter, entity) && !entity.isReadOnly ? dialect.insertIf?.(charter, entity) : null
  return insertIf ? { insertIf } : {}
}

const proposedOf = ({ dialect, charter, entity }: EntityContext): EntitySql['proposed'] => {
  const columns = entity.fields.map(
    (field) => `${dialect.given(charter, entity, field)} AS ${named(columnName(field))}`,
  )
  return {
    sql: `SELECT 1 FROM (SELECT ${columns.join(', ')}) AS t WHERE `,
    fields: entity.fields.map((field) => field.name),
  }
}
