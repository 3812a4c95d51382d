import { type Charter, type Entity, type Relation, tenantFieldOf } from '@charter/charter'
import { named } from '../store/identifier.ts'
import { slotless } from '../store/slots.ts'
import type { Dialect } from './dialect.ts'
import { columnName, columnOf, entityOf, fieldOf, isOwned } from './names.ts'

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
  const steps = path.slice(0, -1)
  let near = entity
  let tenanted = tenantAt(charter, entity, row)
  const joins: string[] = []
  const conditions: string[] = []
  steps.forEach((name, at) => {
    const relation = relationOf(near, name)
    const target = entityOf(charter, relation.target)
    const [before, alias] = [at === 0 ? row : `r${at}`, `r${at + 1}`]
    joins.push(`${slotless(dialect.table(target))} AS ${alias}`)
    conditions.push(...sameTenant(charter, tenanted, target, alias))
    for (const [index, from] of relation.from.entries())
      conditions.push(
        `${columnOf(alias, fieldOf(target, relation.to[index] ?? ''))} = ${columnOf(before, fieldOf(near, from))}`,
      )
    tenanted = tenantAt(charter, target, alias) ?? tenanted
    near = target
  })
  const field = fieldOf(near, path.at(-1) ?? '')
  if (joins.length === 0) return columnOf(row, field)
  return `(SELECT r${joins.length}.${named(columnName(field))} FROM ${joins.join(' CROSS JOIN ')} WHERE ${conditions.join(' AND ')})`
}

/** The table that a path leads to first; undefined where it is the row's own. */
export const reachedTable = (
  dialect: Pick<Dialect, 'table'>,
  charter: Charter,
  entity: Entity,
  [name = '', ...rest]: readonly string[],
): string | undefined =>
  rest.length === 0 ? undefined : dialect.table(entityOf(charter, relationOf(entity, name).target))

/** The entity at the end of a path and the field there, and whether some step may lead nowhere. */
export const reachedField = (charter: Charter, entity: Entity, path: readonly string[]) => {
  let near = entity
  let mayMiss = false
  for (const name of path.slice(0, -1)) {
    const relation = relationOf(near, name)
    mayMiss ||= relation.isOptional || !isOwned(charter, near)
    near = entityOf(charter, relation.target)
  }
  const field = fieldOf(near, path.at(-1) ?? '')
  return { field, entity: near, mayMiss: mayMiss || field.isOptional || !isOwned(charter, near) }
}

/** Where the tenant of a row stands; null of one that all tenants share. */
export const tenantAt = (charter: Charter, entity: Entity, alias: string): string | null => {
  const field = tenantFieldOf(charter, entity)
  return field ? columnOf(alias, field) : null
}

/**
 * A row of another tenant is not there, also for a rule, and also behind one that all tenants share: that a client may name it in a reference
 * must tell nothing of it. `tenanted`: the tenant of the nearest row before that has one.
 */
export const sameTenant = (
  charter: Charter,
  tenanted: string | null,
  target: Entity,
  alias: string,
): readonly string[] => {
  const theirs = tenantAt(charter, target, alias)
  return tenanted !== null && theirs !== null ? [`${theirs} = ${tenanted}`] : []
}

const relationOf = (entity: Entity, name: string): Relation => {
  const relation = entity.relations.find((each) => each.name === name)
  if (relation?.kind !== 'one') throw new Error(`${entity.name}.${name} is not a relation to one.`)
  return relation
}
