import type { Charter, Entity, Field } from '@charter/charter'
import {
  columnName,
  columnOf,
  type EntityDialect,
  fieldOf,
  insertedOf,
  insertText,
  isOwned,
  isWritten,
  literal,
  named,
  quoted,
  renderWith,
  versionColumn,
} from '@charter/sql'
import { slotless } from '@charter/sql/store'
import { columnSql } from './column.ts'
import { formOf } from './column-type.ts'
import { dialect, tableOf } from './dialect.ts'
import { given, kept } from './expressions.ts'

const entityDialect: EntityDialect = {
  ...dialect,
  columnSql,
  everywhere: null,
  // The parameter has the column's type.
  isKey: (charter, entity, field) =>
    `${columnOf('t', field)} = ?::${formOf(charter, field, isOwned(charter, entity)).cast}`,
  given: (charter, entity, field) => given(charter, formOf(charter, field, isOwned(charter, entity))),
  kept: (charter, entity, field) =>
    kept(charter, formOf(charter, field, isOwned(charter, entity)), columnOf('t', field)),
  // What cannot be written needs no version but a digest.
  version: (charter, entity) =>
    isOwned(charter, entity) ? `t.${quoted(versionColumn)}` : entity.isReadOnly ? null : attachedVersion(entity),
  lines: "string_agg(c0, '\n' ORDER BY place)",
  deleteFrom: (table) => `DELETE FROM ${table} AS t`,
  insert: (charter, entity) => insertOf(charter, entity),
  insertIf: (charter, entity) => insertIfOf(charter, entity),
  insertedKey: (charter, entity) => insertedKeyOf(charter, entity),
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
    `(SELECT ${version} AS version FROM ${slotless(tableOf(entity))} AS o WHERE ${isRow} LIMIT 1) AS v)`
  )
}

/** Fields that the database fills in unless a value is given, and how many of them an INSERT can tell apart. */
const fillsIn = (field: Field): boolean => field.default?.kind === 'database' && !field.isReadOnly
const choicesMax = 6

/** Keys that it numbers, and defaults that only it can compute. */
const isMade = (entity: Entity, field: Field, owned: boolean): boolean =>
  field.default?.kind === 'database' ||
  (!owned && field.default?.kind === 'sequence' && entity.key.includes(field.name))

/** Whatever the rules are asked of has its value before it is written: nothing is numbered. */
const insertIfOf = (charter: Charter, entity: Entity) => {
  if (entity.fields.some((field) => ['sequence', 'database'].includes(field.default?.kind ?? ''))) return null
  const { columns, values, fields } = insertedOf(
    entity,
    entity.fields,
    (field) => given(charter, formOf(charter, field, true)),
    '?::text',
  )
  const names = columns.join(', ')
  return {
    sql: `INSERT INTO ${slotless(tableOf(entity))} AS t (${names}) SELECT ${names} FROM (SELECT ${values.map((value, at) => `${value} AS ${columns[at]}`).join(', ')}) AS t`,
    fields,
  }
}

const insertOf = (charter: Charter, entity: Entity) => {
  const owned = isOwned(charter, entity)
  const choices = entity.fields.filter((field) => fillsIn(field)).slice(0, choicesMax)
  const fields = entity.fields.filter(
    (field) => choices.includes(field) || (isWritten(field, owned) && !isMade(entity, field, owned)),
  )
  const inserted = insertedOf(entity, fields, (field) =>
    field.default?.kind === 'sequence'
      ? numberedValue(charter, entity, field, owned)
      : given(charter, formOf(charter, field, owned)),
  )
  return { sql: insertWith(entity, inserted, choices), fields: inserted.fields }
}

/**
 * A column's default is taken only where the statement does not name the column; so with choices there is an INSERT for each
 * set of them that a row may give, of which exactly one finds the row; a row of the statement is a row that was made.
 */
const insertWith = (entity: Entity, inserted: ReturnType<typeof insertedOf>, choices: readonly Field[]): string => {
  const insert = `INSERT INTO ${slotless(tableOf(entity))} AS t`
  const returning = returningKey(entity)
  if (choices.length === 0) return `${insertText(insert, inserted)}${returning}`
  const { columns: names, values } = inserted
  const chosen = choices.map((field) => named(columnName(field)))
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
  const sequence = slotless(
    `pg_get_serial_sequence(${literal(tableOf(entity))}, ${literal(columnName(field))})::regclass`,
  )
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

/** Every statement a service says to PostgreSQL, one `EntitySql` per entity of the model. */
export const render = renderWith(entityDialect)
