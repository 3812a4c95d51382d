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

/** The tables that a path leads through to a column; none where it is the row's own. */
export const reachedTables = (
  dialect: Pick<Dialect, 'table'>,
  charter: Charter,
  entity: Entity,
  path: readonly string[],
): readonly string[] => relatedRows({ dialect, charter, entity }, path.slice(0, -1)).reads

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
