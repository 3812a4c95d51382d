import type { Charter, Entity, Relation } from '@charter/charter'
import { named } from '../store/identifier.ts'
import type { Dialect } from './dialect.ts'
import { columnName, columnOf, entityOf, fieldOf, isOwned, relationOf } from './names.ts'
import { relatedRows } from './related-rows.ts'

/**
 * A scalar subquery that follows to-one relations from row `t` (or another `row`) to one column. IN and EXISTS find a few rows among many sooner, but
 * a page of many later, as SQLite and, under OR, PostgreSQL then make a set of all that may be reached, for every statement.
 */
export const reachedColumn = (
  dialect: Pick<Dialect, 'table'>,
  charter: Charter,
  entity: Entity,
  path: readonly string[],
  row = 't',
): string => {
  const { field } = reachedField(charter, entity, path)
  if (path.length === 1) return columnOf(row, field)
  const { alias, tables, conditions } = relatedRows({ dialect, charter, entity, row, prefix: 'r' }, path.slice(0, -1))
  return `(SELECT ${alias}.${named(columnName(field))} FROM ${tables.join(' CROSS JOIN ')} WHERE ${conditions.join(' AND ')})`
}

/** The table that a path leads to first; undefined where it is the row's own. */
export const reachedTable = (
  dialect: Pick<Dialect, 'table'>,
  charter: Charter,
  entity: Entity,
  [name = '', ...rest]: readonly string[],
): string | undefined =>
  rest.length === 0 ? undefined : dialect.table(entityOf(charter, oneRelationOf(entity, name).target))

/** The entity at the end of a path and the field there, and whether some step may lead nowhere. */
export const reachedField = (charter: Charter, entity: Entity, path: readonly string[]) => {
  let near = entity
  let mayMiss = false
  for (const name of path.slice(0, -1)) {
    const relation = oneRelationOf(near, name)
    mayMiss ||= relation.isOptional || !isOwned(charter, near)
    near = entityOf(charter, relation.target)
  }
  const field = fieldOf(near, path.at(-1) ?? '')
  return { field, entity: near, mayMiss: mayMiss || field.isOptional || !isOwned(charter, near) }
}

const oneRelationOf = (entity: Entity, name: string): Relation => {
  const relation = relationOf(entity, name)
  if (relation.kind !== 'one') throw new Error(`${entity.name}.${name} is not a relation to one.`)
  return relation
}
