import { type Charter, type Entity, type Relation, tenantFieldOf } from '@charter/charter'
import { type Fragment, readsOf } from '../store/fragment.ts'
import { slotless } from '../store/slots.ts'
import type { Dialect } from './dialect.ts'
import { raw, write } from './fragment.ts'
import { columnOf, entityOf, fieldOf, relationOf } from './names.ts'

/** Rows that relations lead to from a row of the statement: joined tables, and the conditions that tie them to it. */
export interface RelatedRows {
  readonly tables: readonly string[]
  readonly conditions: readonly string[]
  /** Of the last ones. */
  readonly entity: Entity
  readonly alias: string
  /** Where the tenant stands of the nearest row on the way that has one; null: of none. */
  readonly tenanted: string | null
  /** `Fragment.reads`. */
  readonly reads: readonly string[]
}

export interface RelatedScope {
  readonly dialect: Pick<Dialect, 'table'>
  readonly charter: Charter
  readonly entity: Entity
  readonly row?: string
  /** What the joined tables are called by, with their number; left out: `s`. */
  readonly prefix?: string
}

/** The rows that relations lead to, one after another. */
export const relatedRows = (scope: RelatedScope, relations: readonly string[]): RelatedRows => {
  const { charter, entity, row = 't' } = scope
  const tenanted = tenantAt(charter, entity, row)
  const start: RelatedRows = { tables: [], conditions: [], entity, alias: row, tenanted, reads: [] }
  return relations
    .reduce<Walk>(
      ({ near, steps }, name) => {
        const relation = relationOf(near, name)
        const target = entityOf(charter, relation.target)
        return { near: target, steps: [...steps, ...stepsOf(charter, relation, target)] }
      },
      { near: entity, steps: [] },
    )
    .steps.reduce((rows, step) => joined(scope, rows, step), start)
}

interface Walk {
  readonly near: Entity
  readonly steps: readonly Step[]
}

interface Step {
  readonly target: Entity
  /** Fields of the row before, and those of the target that they equal. */
  readonly from: readonly string[]
  readonly to: readonly string[]
  readonly isMany: boolean
}

const stepsOf = (charter: Charter, { kind, from, to, through }: Relation, target: Entity): readonly Step[] => {
  const isMany = kind === 'many'
  if (!through) return [{ target, from, to, isMany }]
  const between = entityOf(charter, through.entity)
  return [
    { target: between, from, to, isMany },
    { target, from: through.from, to: through.to, isMany },
  ]
}

const joined = (
  { dialect, charter, prefix = 's' }: RelatedScope,
  { tables, conditions, entity: near, alias: before, tenanted, reads }: RelatedRows,
  { target, from, to, isMany }: Step,
): RelatedRows => {
  const alias = `${prefix}${tables.length + 1}`
  const table = dialect.table(target)
  return {
    tables: [...tables, `${slotless(table)} AS ${alias}`],
    conditions: [
      ...conditions,
      ...sameTenant(charter, tenanted, target, alias),
      ...from.map(
        (own, at) => `${columnOf(alias, fieldOf(target, to[at] ?? ''))} = ${columnOf(before, fieldOf(near, own))}`,
      ),
      // What a relation to many leads to is gone once it is deleted; a reference to one still points at it.
      ...(isMany && target.softDelete !== undefined
        ? [`${columnOf(alias, fieldOf(target, target.softDelete))} IS NULL`]
        : []),
    ],
    entity: target,
    alias,
    tenanted: tenantAt(charter, target, alias) ?? tenanted,
    reads: [...reads, table],
  }
}

/** Where the tenant of a row stands; null of one that all tenants share. */
const tenantAt = (charter: Charter, entity: Entity, alias: string): string | null => {
  const field = tenantFieldOf(charter, entity)
  return field ? columnOf(alias, field) : null
}

/**
 * A row of another tenant is not there, also for a rule, and also behind one that all tenants share: that a client may name it in a reference
 * must tell nothing of it. `tenanted`: the tenant of the nearest row before that has one.
 */
const sameTenant = (charter: Charter, tenanted: string | null, target: Entity, alias: string): readonly string[] => {
  const theirs = tenantAt(charter, target, alias)
  return tenanted !== null && theirs !== null ? [`${theirs} = ${tenanted}`] : []
}

/** A field that has a value where the row is there whose set it is; null where that is the statement's own. */
export const ownerField = (charter: Charter, entity: Entity, path: readonly string[]): readonly string[] | null => {
  let [near, reference]: readonly [Entity, Relation | null] = [entity, null]
  for (const name of path) {
    reference = relationOf(near, name)
    near = entityOf(charter, reference.target)
  }
  return reference === null ? null : [...path, reference.to[0] ?? '']
}

/** No more rows are looked at than are asked for. */
export const atLeastRows = ({ tables, conditions, reads }: RelatedRows, where: Fragment, count: number): Fragment => {
  const from = raw(
    `SELECT 1 FROM ${tables.join(' CROSS JOIN ')} WHERE ${conditions.map((each) => `${each} AND `).join('')}`,
  )
  const found =
    count === 1
      ? write`EXISTS (${from}${where})`
      : write`((${from}${where} LIMIT 1 OFFSET ${raw(String(count - 1))}) IS NOT NULL)`
  return { ...found, ...readsOf([{ reads }, found]) }
}
