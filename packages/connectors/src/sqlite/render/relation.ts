import type { Charter, Entity, Relation } from '@charter/charter'
import type { RelationSql } from '@charter/runtime'
import { columnName, columnOf, entityOf, fieldOf, isOwned, quoted, tableName } from './names.ts'
import { comparable, selected, selectedSafely } from './select.ts'
import { resolved, storageOf } from './storage.ts'

/** How the related rows of a batch of parents are found: one statement, whatever the number of parents. */
export const relationSql = (charter: Charter, entity: Entity, relation: Relation): RelationSql => {
  const target = entityOf(charter, relation.target)
  const { from, near, alias } = reach(charter, relation, target)
  const columns = relation.to.map((name) => columnOf(alias, fieldOf(near, name)))
  return {
    target: target.name,
    from,
    parentKey: columns.map((column, at) => asParentSelects(charter, entity, relation.from[at] ?? '', column)),
    match: matches(columns.map((column, at) => asCompared(charter, near, relation.to[at] ?? '', column))),
  }
}

interface Reach {
  readonly from: string
  /** The entity, under its alias, whose fields equal the parent's. */
  readonly near: Entity
  readonly alias: 't' | 'j'
}

const reach = (charter: Charter, { through }: Relation, target: Entity): Reach => {
  const from = `${quoted(tableName(target))} AS t`
  if (!through) return { from, near: target, alias: 't' }
  const near = entityOf(charter, through.entity)
  const on = through.from.map(
    (name, at) => `${columnOf('j', fieldOf(near, name))} = ${columnOf('t', fieldOf(target, through.to[at] ?? ''))}`,
  )
  if (near.softDelete !== undefined) on.push(`${columnOf('j', fieldOf(near, near.softDelete))} IS NULL`)
  return { from: `${from} JOIN ${quoted(tableName(near))} AS j ON ${on.join(' AND ')}`, near, alias: 'j' }
}

/** Both sides of a relation must come out alike, so the parent's column says how. */
const asParentSelects = (charter: Charter, entity: Entity, name: string, column: string): string => {
  const field = fieldOf(entity, name)
  const owned = isOwned(charter, entity)
  const storage = storageOf(charter, field, owned)
  return owned ? selected(storage, column) : selectedSafely(storage, resolved(charter, field.type).kind, column)
}

const asCompared = (charter: Charter, near: Entity, name: string, column: string): string => {
  const field = fieldOf(near, name)
  const owned = isOwned(charter, near)
  return owned ? column : comparable(storageOf(charter, field, owned), resolved(charter, field.type).kind, column)
}

/** A row value on the left, the array's members on the right: an index over the columns serves both forms. */
const matches = (columns: readonly string[]): string =>
  columns.length === 1
    ? `${columns[0]} IN (SELECT value FROM json_each(?))`
    : `(${columns.join(', ')}) IN (SELECT ${columns.map((_, at) => `value ->> ${at}`).join(', ')} FROM json_each(?))`

/** A scalar subquery that follows to-one relations from row `t` to one column. */
export const reachedColumn = (charter: Charter, entity: Entity, path: readonly string[]): string => {
  const steps = path.slice(0, -1)
  let near = entity
  const joins: string[] = []
  const conditions: string[] = []
  steps.forEach((name, at) => {
    const relation = relationOf(near, name)
    const target = entityOf(charter, relation.target)
    const [before, alias] = [at === 0 ? 't' : `r${at}`, `r${at + 1}`]
    joins.push(`${quoted(tableName(target))} AS ${alias}`)
    for (const [index, from] of relation.from.entries())
      conditions.push(
        `${columnOf(alias, fieldOf(target, relation.to[index] ?? ''))} = ${columnOf(before, fieldOf(near, from))}`,
      )
    near = target
  })
  const field = fieldOf(near, path.at(-1) ?? '')
  if (joins.length === 0) return columnOf('t', field)
  return `(SELECT r${joins.length}.${quoted(columnName(field))} FROM ${joins.join(' JOIN ')} WHERE ${conditions.join(' AND ')})`
}

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

const relationOf = (entity: Entity, name: string): Relation => {
  const relation = entity.relations.find((each) => each.name === name)
  if (relation?.kind !== 'one') throw new Error(`${entity.name}.${name} is not a relation to one.`)
  return relation
}
