import { type Charter, type Entity, type Field, type Relation, tenantFieldOf } from '@charter/charter'
import { entityOf } from './names.ts'
import { rowKeyOf, tenantOfKey } from './row-key.ts'
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
    if (relation.kind !== 'one' || target.source !== entity.source) return []
    const onDelete = isPartOf(target, entity, relation) ? 'CASCADE' : 'RESTRICT'
    const tenant = alongWith(charter, relation)
    const [from, to] = [
      [...tenant, ...relation.from],
      [...tenant, ...relation.to],
    ]
    return isUniqueOver(charter, target, to) ? [{ target, from, to, onDelete }] : []
  })

/** To a key that holds within the tenant the tenant goes along: it is that of both rows. */
const alongWith = (charter: Charter, { target, to }: Relation): readonly string[] => {
  const entity = entityOf(charter, target)
  return isSame(to, entity.key) ? tenantOfKey(charter, entity) : []
}

/** Whether no two rows have the same values in these fields: then a foreign key can point at them. */
export const isUniqueOver = (charter: Charter, target: Entity, fields: readonly string[]): boolean =>
  isSame(fields, rowKeyOf(charter, target)) ||
  uniquesOf(charter, target).some((each) => each.among === undefined && isSame(fields, each.fields))

const constrained = new WeakMap<Charter, ReadonlySet<Field>>()

/** Fields of tables of ours whose whole values an index or a foreign key compares: keys, what is unique, references on either side. */
export const constrainedFields = (charter: Charter): ReadonlySet<Field> => {
  const known = constrained.get(charter)
  if (known) return known
  const found = new Set<Field>()
  const add = (entity: Entity, names: readonly string[]): void => {
    for (const field of entity.fields) if (names.includes(field.name)) found.add(field)
  }
  for (const entity of charter.entities) {
    add(entity, [...rowKeyOf(charter, entity), ...uniquesOf(charter, entity).flatMap(({ fields }) => fields)])
    for (const { target, from, to } of foreignKeysOf(charter, entity)) {
      add(entity, from)
      add(target, to)
    }
  }
  constrained.set(charter, found)
  return found
}

const isSame = (some: readonly string[], other: readonly string[]): boolean =>
  some.length === other.length && some.every((name) => other.includes(name))

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
  const rowKey = rowKeyOf(charter, entity)
  const within = (fields: readonly string[]) => (tenant === undefined ? fields : [tenant, ...fields])
  const wanted = [
    ...(tenant === undefined ? [] : [[tenant, ...entity.key]]),
    ...referring(entity).map((each) => [...alongWith(charter, each), ...each.from, ...rowKey]),
    ...reachedBy(charter, entity)
      .filter((fields) => !uniques.some((each) => each.among === undefined && startsWith(fields, each.fields)))
      // Where keys hold within the tenant, whoever asks for one names the tenant.
      .filter((fields) => !startsWith(entity.key, fields))
      .map((fields) => [...fields, ...rowKey]),
    // In the order of a list.
    ...ruleColumnsOf(charter, entity).map((name) => within([name, ...entity.key])),
    ...entity.fields.filter((field) => field.search === 'equals' && !field.isUnique).map(({ name }) => within([name])),
  ]
  const plain = wanted
    .map((fields) => fields.filter((name, at) => fields.indexOf(name) === at))
    .filter(
      (fields, at, all) => !startsWith(rowKey, fields) && all.findIndex((each) => startsWith(each, fields)) === at,
    )
  return [...uniques, ...plain.map((fields) => ({ fields, isUnique: false }))]
}

/** What statements of ours find rows of an entity by, whoever owns the table. */
export const foundBy = (charter: Charter, entity: Entity): readonly (readonly string[])[] => [
  ...referring(entity).map(({ from }) => from),
  ...reachedBy(charter, entity),
  ...ruleColumnsOf(charter, entity).map((name) => [name]),
]

const referring = ({ relations }: Entity): readonly Relation[] => relations.filter(({ kind }) => kind === 'one')

type FieldLists = readonly (readonly string[])[]

const reached = new WeakMap<Charter, ReadonlyMap<string, FieldLists>>()

/** The fields by which relations find rows of an entity; looked for once for all entities. */
const reachedBy = (charter: Charter, { name }: Entity): FieldLists => {
  const known = reached.get(charter) ?? reachedIn(charter)
  reached.set(charter, known)
  return known.get(name) ?? []
}

const reachedIn = ({ entities }: Charter): ReadonlyMap<string, FieldLists> => {
  const found = entities.flatMap(({ relations }) =>
    relations.flatMap(
      ({ target, to, through }): readonly { readonly entity: string; readonly by: readonly string[] }[] =>
        through
          ? [
              { entity: through.entity, by: to },
              { entity: through.entity, by: through.from },
              { entity: target, by: through.to },
            ]
          : [{ entity: target, by: to }],
    ),
  )
  const byEntity = Map.groupBy(found, ({ entity }) => entity)
  return new Map([...byEntity].map(([entity, lists]) => [entity, lists.map(({ by }) => by)]))
}

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

const tenantOf = (charter: Charter, entity: Entity): string | undefined => tenantFieldOf(charter, entity)?.name
