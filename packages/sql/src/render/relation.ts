import type { Charter, Entity, Relation } from '@charter/charter'
import type { RelationSql } from '../store/entity-sql.ts'
import { slotless } from '../store/slots.ts'
import type { ColumnAt, Dialect } from './dialect.ts'
import { columnOf, entityOf, fieldOf, isOwned } from './names.ts'

/** How the related rows of a batch of parents are found: one statement, whatever the number of parents. */
export const relationSql = (dialect: Dialect, charter: Charter, entity: Entity, relation: Relation): RelationSql => {
  const target = entityOf(charter, relation.target)
  const { near, alias, joining } = reach(dialect, charter, relation, target)
  const columns = relation.to.map((name): ColumnAt => {
    const field = fieldOf(near, name)
    return { charter, field, isOwned: isOwned(charter, near), column: columnOf(alias, field) }
  })
  return {
    target: target.name,
    from: `${slotless(dialect.table(target))} AS t`,
    ...(joining && { joining }),
    // Both sides of a relation must come out alike, so the parent's column says how.
    parentKey: columns.map(({ column }, at) => {
      const field = fieldOf(entity, relation.from[at] ?? '')
      return dialect.selected({ charter, field, isOwned: isOwned(charter, entity), column })
    }),
    match: dialect.matches(columns),
  }
}

interface Reach extends Pick<RelationSql, 'joining'> {
  /** The entity, under its alias, whose fields equal the parent's. */
  readonly near: Entity
  readonly alias: 't' | 'j'
}

const reach = (dialect: Dialect, charter: Charter, { through }: Relation, target: Entity): Reach => {
  if (!through) return { near: target, alias: 't' }
  const near = entityOf(charter, through.entity)
  const on = through.from.map(
    (name, at) => `${columnOf('j', fieldOf(near, name))} = ${columnOf('t', fieldOf(target, through.to[at] ?? ''))}`,
  )
  const joining = {
    entity: near.name,
    open: ` JOIN (SELECT t.* FROM ${slotless(dialect.table(near))} AS t`,
    close: `) AS j ON ${on.join(' AND ')}`,
  }
  return { near, alias: 'j', joining }
}
