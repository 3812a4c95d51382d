import type { Charter, Entity, Relation } from '@charter/charter'
import { entityOf } from './names.ts'
import { ruleColumnsOf } from './rule-columns.ts'

/** A foreign key of a table of ours, and what becomes of the row when its target is deleted. */
export interface ForeignKey {
  readonly target: Entity
  readonly from: readonly string[]
  readonly to: readonly string[]
  readonly onDelete: 'CASCADE' | 'RESTRICT'
}

export const foreignKeysOf = (charter: Charter, entity: Entity): readonly ForeignKey[] =>
  entity.relations.flatMap((relation) => {
    const target = entityOf(charter, relation.target)
    if (relation.kind !== 'one' || target.source !== entity.source || !isUniqueOver(charter, target, relation.to))
      return []
    const onDelete = isPartOf(target, entity, relation) ? 'CASCADE' : 'RESTRICT'
    return [{ target, from: relation.from, to: relation.to, onDelete }]
  })

/** A foreign key must point at columns that are unique together. Within a tenant alone they are not. */
const isUniqueOver = (charter: Charter, target: Entity, fields: readonly string[]): boolean => {
  const isSame = (other: readonly string[]) =>
    other.length === fields.length && other.every((name) => fields.includes(name))
  return (
    isSame(target.key) || uniquesOf(charter, target).some((each) => each.among === undefined && isSame(each.fields))
  )
}

const isPartOf = (parent: Entity, part: Entity, relation: Relation): boolean =>
  parent.relations.some(
    (each) =>
      each.isOwned &&
      each.target === part.name &&
      (each.inverse === relation.name || each.to.join() === relation.from.join()),
  )

export interface Index {
  readonly fields: readonly string[]
  readonly isUnique: boolean
  /** The soft-delete field: only rows without it count. */
  readonly among?: string
}

/**
 * What a table of ours is looked up by: unique values, a tenant's rows in key order, references, what relations of others find
 * its rows by, and what rules compare.
 */
export const indexesOf = (charter: Charter, entity: Entity): readonly Index[] => {
  const tenant = tenantOf(charter, entity)
  const uniques = uniquesOf(charter, entity)
  const within = (fields: readonly string[]) => (tenant === undefined ? fields : [tenant, ...fields])
  const wanted = [
    ...(tenant === undefined ? [] : [[tenant, ...entity.key]]),
    ...referring(entity).map((fields) => [...fields, ...entity.key]),
    ...reachedBy(charter, entity)
      .filter((fields) => !uniques.some((each) => each.among === undefined && startsWith(fields, each.fields)))
      .map((fields) => [...fields, ...entity.key]),
    // In the order of a list.
    ...ruleColumnsOf(charter, entity).map((name) => within([name, ...entity.key])),
    ...entity.fields.filter((field) => field.search === 'equals' && !field.isUnique).map(({ name }) => within([name])),
  ]
  const plain = wanted
    .map((fields) => fields.filter((name, at) => fields.indexOf(name) === at))
    .filter(
      (fields, at, all) => !startsWith(entity.key, fields) && all.findIndex((each) => startsWith(each, fields)) === at,
    )
  return [...uniques, ...plain.map((fields) => ({ fields, isUnique: false }))]
}

/** What statements of ours find rows of an entity by, whoever owns the table. */
export const foundBy = (charter: Charter, entity: Entity): readonly (readonly string[])[] => [
  ...referring(entity),
  ...reachedBy(charter, entity),
  ...ruleColumnsOf(charter, entity).map((name) => [name]),
]

const referring = ({ relations }: Entity): readonly (readonly string[])[] =>
  relations.filter(({ kind }) => kind === 'one').map(({ from }) => from)

/** The fields by which relations find rows of an entity, each list once. */
const reachedBy = (charter: Charter, entity: Entity): readonly (readonly string[])[] =>
  charter.entities.flatMap(({ relations }) =>
    relations.flatMap(({ target, to, through }) => {
      if (through)
        return [
          ...(through.entity === entity.name ? [to, through.from] : []),
          ...(target === entity.name ? [through.to] : []),
        ]
      return target === entity.name ? [to] : []
    }),
  )

const startsWith = (longer: readonly string[], start: readonly string[]): boolean =>
  start.every((name, at) => longer[at] === name)

/** Uniqueness holds within a tenant, and among rows that are not deleted. */
const uniquesOf = (charter: Charter, entity: Entity): readonly Index[] => {
  const tenant = tenantOf(charter, entity)
  const groups = [
    ...entity.fields.filter((field) => field.isUnique && entity.key.join() !== field.name).map((field) => [field.name]),
    ...entity.unique.map((each) => each.fields),
  ]
  return groups.map((fields) => ({
    fields: tenant === undefined || fields.includes(tenant) ? fields : [tenant, ...fields],
    isUnique: true,
    ...(entity.softDelete !== undefined && {
      among: entity.softDelete,
    }),
  }))
}

const tenantOf = (charter: Charter, entity: Entity): string | undefined =>
  entity.isShared ? undefined : entity.fields.find((each) => each.name === charter.access.tenancy?.field)?.name
