import { type Charter, type Entity, type Field, tenantFieldOf } from '@charter/charter'
import type { EntitySql, Fragment, ServiceModel } from '@charter/runtime'
import {
  columnName,
  columnOf,
  entityOf,
  fieldOf,
  indexColumns,
  indexWrites,
  isOwned,
  literal,
  quoted,
  relationSql,
  resealOf,
  rowKeyOf,
  ruleFragment,
  updateSql,
  versionColumn,
} from '@charter/sql'
import { columnSql } from './column.ts'
import { formOf } from './column-type.ts'
import { dialect, tableOf } from './dialect.ts'
import { given, kept } from './expressions.ts'

/** Every statement a service says to PostgreSQL, one `EntitySql` per entity of the model. */
export const render = (charter: Charter, model: ServiceModel): readonly EntitySql[] =>
  model.entities.map(({ name }) => entitySql(charter, model, entityOf(charter, name)))

const entitySql = (charter: Charter, model: ServiceModel, entity: Entity): EntitySql => {
  const owned = isOwned(charter, entity)
  const tenantField = tenantFieldOf(charter, entity)
  const rowKey = rowKeyOf(charter, entity)
  const isWritable = !entity.isReadOnly
  return {
    entity: entity.name,
    from: `${tableOf(entity)} AS t`,
    visible: entity.softDelete === undefined ? null : `${columnOf('t', fieldOf(entity, entity.softDelete))} IS NULL`,
    columns: {
      ...Object.fromEntries(entity.fields.map((field) => [field.name, columnSql(charter, entity, field)])),
      ...indexColumns(dialect, entity),
    },
    ...resealOf(dialect, charter, entity, isRow(charter, entity)),
    byKey: equals(charter, entity, entity.key),
    ...(rowKey.length > entity.key.length && { rowKey }),
    // What cannot be written needs no version but a digest.
    version: owned ? `t.${quoted(versionColumn)}` : isWritable ? attachedVersion(entity) : null,
    rules: rulesOf(charter, model, entity),
    tenancy: tenantField ? `${columnOf('t', tenantField)} = ?` : null,
    // Rows of ours that no client writes come in as sample rows.
    insert: isWritable || owned ? insertOf(charter, entity, owned) : null,
    insertedKey: insertedKeyOf(charter, entity),
    update: isWritable && entity.key.length > 0 ? updateOf(charter, entity, owned) : null,
    remove: isWritable && entity.key.length > 0 ? removeOf(charter, entity, owned) : null,
    proposed: proposedOf(charter, entity),
    relations: Object.fromEntries(
      entity.relations
        .filter((relation) => entityOf(charter, relation.target).source === entity.source)
        .map((relation) => [relation.name, relationSql(dialect, charter, entity, relation)]),
    ),
  }
}

/**
 * The transaction that wrote the row. A view has no `xmin`, and a charter does not say which relation is one: there the name
 * is looked up further out, where it is NULL, and a digest of the row stands in. The row is found anew by its key, so that
 * what needs no version asks for none.
 */
const attachedVersion = (entity: Entity): string => {
  const key = entity.key.map((name) => fieldOf(entity, name))
  const isRow = key.map((field) => `${columnOf('o', field)} = ${columnOf('t', field)}`).join(' AND ') || 'false'
  const version = `coalesce(xmin::text, encode(sha256(convert_to((o.*)::text, 'UTF8')), 'hex'))`
  return (
    `(SELECT v.version FROM (SELECT NULL::xid AS xmin) AS f CROSS JOIN LATERAL ` +
    `(SELECT ${version} AS version FROM ${tableOf(entity)} AS o WHERE ${isRow} LIMIT 1) AS v)`
  )
}

/** Nothing is done to the column, so that its index serves; the parameter has the column's type. */
const equals = (charter: Charter, entity: Entity, fields: readonly string[]): string =>
  fields.length === 0
    ? 'false'
    : fields
        .map((name) => fieldOf(entity, name))
        .map((field) => {
          const { cast } = formOf(charter, field, isOwned(charter, entity))
          return `${columnOf('t', field)} = ?::${cast}`
        })
        .join(' AND ')

const isRow = (charter: Charter, entity: Entity): string => equals(charter, entity, rowKeyOf(charter, entity))

const rulesOf = (charter: Charter, model: ServiceModel, entity: Entity): Readonly<Record<string, Fragment>> =>
  Object.fromEntries(
    model.access.rules
      .filter((rule) => rule.entity === entity.name || rule.entity === null)
      .map((rule) => [rule.id, ruleFragment({ dialect, charter, model, entity }, rule)]),
  )

/** Generated columns of an attached table are the database's to write. Of our own, every column is the service's. */
const isWritten = (field: Field, owned: boolean): boolean =>
  owned || !field.isReadOnly || (field.default !== undefined && field.default.kind !== 'database')

/** Fields that the database fills in unless a value is given, and how many of them an INSERT can tell apart. */
const fillsIn = (field: Field): boolean => field.default?.kind === 'database' && !field.isReadOnly
const choicesMax = 6

/** Keys that it numbers, and defaults that only it can compute. */
const isMade = (entity: Entity, field: Field, owned: boolean): boolean =>
  field.default?.kind === 'database' ||
  (!owned && field.default?.kind === 'sequence' && entity.key.includes(field.name))

const insertOf = (charter: Charter, entity: Entity, owned: boolean) => {
  const choices = entity.fields.filter((field) => fillsIn(field)).slice(0, choicesMax)
  const fields = entity.fields.filter(
    (field) => choices.includes(field) || (isWritten(field, owned) && !isMade(entity, field, owned)),
  )
  const indexes = indexWrites(entity)
  const names = [...fields.map((field) => quoted(columnName(field))), ...indexes.map(({ column }) => column)]
  const values = [
    ...fields.map((field) =>
      field.default?.kind === 'sequence'
        ? numberedValue(charter, entity, field, owned)
        : given(charter, formOf(charter, field, owned)),
    ),
    ...indexes.map(() => '?'),
  ]
  return {
    sql: insertText(entity, names, values, choices),
    fields: [...fields.map((field) => field.name), ...indexes.map(({ name }) => name)],
  }
}

/**
 * A column's default is taken only where the statement does not name the column; so with choices there is an INSERT for each
 * set of them that a row may give, of which exactly one finds the row; a row of the statement is a row that was made.
 */
const insertText = (
  entity: Entity,
  names: readonly string[],
  values: readonly string[],
  choices: readonly Field[],
): string => {
  const insert = `INSERT INTO ${tableOf(entity)} AS t`
  const returning = returningKey(entity)
  if (names.length === 0) return `${insert} DEFAULT VALUES${returning}`
  if (choices.length === 0) return `${insert} (${names.join(', ')}) VALUES (${values.join(', ')})${returning}`
  const chosen = choices.map((field) => quoted(columnName(field)))
  const statements = subsets(chosen).map((left) => {
    const own = names.filter((name) => !left.includes(name))
    const found = chosen.map((name) => `g.${name} IS ${left.includes(name) ? 'NULL' : 'NOT NULL'}`).join(' AND ')
    const columns = own.length === 0 ? '' : ` (${own.join(', ')})`
    return `${insert}${columns} SELECT ${own.map((name) => `g.${name}`).join(', ')} FROM given AS g WHERE ${found}`
  })
  const made = statements.map((each, at) => `made${at} AS (${each}${returning || ' RETURNING 1'})`)
  const rows = statements.map((_, at) => `SELECT 1 FROM made${at}`)
  return `WITH given (${names.join(', ')}) AS (VALUES (${values.join(', ')})), ${made.join(', ')} ${rows.join(' UNION ALL ')}`
}

const subsets = (of: readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: 2 ** of.length }, (_, bits) => of.filter((_, at) => (bits >> at) & 1))

/** The next number, unless one is given; in a table of ours the numbers then go on after it. */
const numberedValue = (charter: Charter, entity: Entity, field: Field, owned: boolean): string => {
  const sequence = `pg_get_serial_sequence(${literal(tableOf(entity))}, ${literal(columnName(field))})::regclass`
  const { cast } = formOf(charter, field, owned)
  if (!owned) return `coalesce(?::${cast}, nextval(${sequence}))`
  return (
    `(SELECT CASE WHEN g.v IS NULL THEN nextval(${sequence}) WHEN g.v > coalesce(pg_sequence_last_value(${sequence}), 0) ` +
    `THEN setval(${sequence}, g.v) ELSE g.v END FROM (SELECT ?::${cast} AS v) AS g)`
  )
}

const madeKey = (entity: Entity): boolean =>
  !entity.isReadOnly &&
  entity.key.some((name) => ['sequence', 'database'].includes(fieldOf(entity, name).default?.kind ?? ''))

/** Where the key of the row just made is kept until `insertedKey` asks, in the same transaction: whatever made it. */
const keySetting = 'charter.key'

const returningKey = (entity: Entity): string => {
  if (!madeKey(entity)) return ''
  const parts = entity.key.map((name) => `(${columnOf('t', fieldOf(entity, name))})::text`)
  return ` RETURNING set_config('${keySetting}', jsonb_build_array(${parts.join(', ')})::text, true)`
}

const insertedKeyOf = (charter: Charter, entity: Entity): string | null => {
  if (!madeKey(entity)) return null
  const parts = entity.key.map((name, at) => {
    const { cast } = formOf(charter, fieldOf(entity, name), isOwned(charter, entity))
    return `(made.key ->> ${at})::${cast}`
  })
  return `SELECT ${parts.join(', ')} FROM (SELECT current_setting('${keySetting}')::jsonb AS key) AS made`
}

const updateOf = (charter: Charter, entity: Entity, owned: boolean) => {
  const fields = entity.fields.filter((field) => isWritten(field, owned) && !entity.key.includes(field.name))
  if (fields.length === 0) return null
  const indexes = indexWrites(entity)
  const sets = {
    ...Object.fromEntries(
      fields.map((field) => {
        const form = formOf(charter, field, owned)
        const value = owned ? given(charter, form) : kept(charter, form, columnOf('t', field))
        return [field.name, `${quoted(columnName(field))} = ${value}`]
      }),
    ),
    ...Object.fromEntries(indexes.map(({ name, column }) => [name, `${column} = ?`])),
  }
  return updateSql({
    table: tableOf(entity),
    sets,
    beside: nextVersion(owned),
    where: isRow(charter, entity),
    isOwned: owned,
  })
}

const nextVersion = (owned: boolean): readonly string[] =>
  owned ? [`${quoted(versionColumn)} = t.${quoted(versionColumn)} + 1`] : []

const removeOf = (charter: Charter, entity: Entity, owned: boolean): string => {
  const table = tableOf(entity)
  if (entity.softDelete === undefined) return `DELETE FROM ${table} AS t WHERE ${isRow(charter, entity)}`
  const field = fieldOf(entity, entity.softDelete)
  const sets = [
    `${quoted(columnName(field))} = ${given(charter, formOf(charter, field, owned))}`,
    ...nextVersion(owned),
  ]
  return `UPDATE ${table} AS t SET ${sets.join(', ')} WHERE ${isRow(charter, entity)}`
}

const proposedOf = (charter: Charter, entity: Entity) => {
  const owned = isOwned(charter, entity)
  const names = entity.fields.map((field) => quoted(columnName(field)))
  const values = entity.fields.map((field) => given(charter, formOf(charter, field, owned)))
  return {
    sql: `WITH t (${names.join(', ')}) AS (VALUES (${values.join(', ')})) SELECT 1 FROM t WHERE `,
    fields: entity.fields.map((field) => field.name),
  }
}
