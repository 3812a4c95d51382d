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
  const joins: string[] = []
  const conditions: string[] = []
  steps.forEach((name, at) => {
    const relation = relationOf(near, name)
    const target = entityOf(charter, relation.target)
    const [before, alias] = [at === 0 ? row : `r${at}`, `r${at + 1}`]
    joins.push(`${slotless(dialect.table(target))} AS ${alias}`)
    const tenant = tenantBetween(charter, near, relation)
    const to = [...tenant, ...relation.to]
    for (const [index, from] of [...tenant, ...relation.from].entries())
      conditions.push(`${columnOf(alias, fieldOf(target, to[index] ?? ''))} = ${columnOf(before, fieldOf(near, from))}`)
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

/** A row of another tenant is not there, also for a rule: that a client may name it in a reference must tell nothing of it. */
export const tenantBetween = (
  charter: Charter,
  near: Entity,
  { target }: Pick<Relation, 'target'>,
): readonly string[] => {
  const [own, other] = [tenantFieldOf(charter, near), tenantFieldOf(charter, entityOf(charter, target))]
  return own && other ? [other.name] : []
}

const relationOf = (entity: Entity, name: string): Relation => {
  const relation = entity.relations.find((each) => each.name === name)
  if (relation?.kind !== 'one') throw new Error(`${entity.name}.${name} is not a relation to one.`)
  return relation
}
