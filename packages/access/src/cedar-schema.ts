import type { Type as CedarType, NamespaceDefinition, SchemaJson } from '@cedar-policy/cedar-wasm/nodejs'
import { actionsOf, type Charter, type Entity, relatedSet, revealsOf, shownFields } from '@charter/charter'
import { type AskedValue, askedValues, calledOperations, moveAction } from '@charter/runtime'
import { cedarActionOf, cedarTypeOf, serviceType } from './cedar-names.ts'
import { cedarValueType, meantBy } from './cedar-type.ts'
import { relationDepthMax } from './operand.ts'

/** Every action of an entity: what can be done with it, and its reveals as `reveal:<name>`. */
export const allActionsOf = (entity: Entity, charter: Charter): readonly string[] => [
  ...actionsOf(entity, charter),
  ...revealsOf(entity).map((name) => `reveal:${name}`),
]

/** What its moves ask of a row: no policy of anybody's reaches these. */
const guardsOf = (entity: Entity): readonly string[] =>
  entity.fields.flatMap(({ states }) =>
    (states?.moves ?? []).flatMap(({ operation, when }) => (when ? [moveAction(operation)] : [])),
  )

/** Operations that belong to no entity. */
export const freeOperations = (charter: Charter): readonly string[] =>
  calledOperations(charter)
    .filter((operation) => operation.entity === undefined)
    .map((operation) => operation.name)

/**
 * The Cedar schema of a charter: `Principal` in `Role`s with the declared attributes, one entity type each, one action
 * `Patient.read` each under the group `read`. Field types that Cedar has no exact counterpart for are left out.
 */
export const cedarSchema = (charter: Charter): SchemaJson<string> =>
  schemaOf({
    charter,
    acting: charter.entities,
    reached: charter.entities,
    operations: freeOperations(charter),
    guards: () => [],
  })

/**
 * The part of the schema that conditions on one entity can speak of: it, what its to-one relations reach, its actions.
 * Cedar tries a policy against every action and type of a schema, so a whole one would make validation quadratic.
 */
export const entitySchema = (
  charter: Charter,
  entity: Entity,
  byName: ReadonlyMap<string, Entity>,
): SchemaJson<string> => {
  const reached = new Set([entity])
  let edge = [entity]
  for (let depth = 0; depth < relationDepthMax; depth++) {
    const targets = edge.flatMap((each) => each.relations.filter((relation) => relation.kind === 'one'))
    edge = targets.flatMap((relation) => byName.get(relation.target) ?? []).filter((each) => !reached.has(each))
    for (const each of edge) reached.add(each)
  }
  return schemaOf({ charter, acting: [entity], reached: [...reached], operations: [], guards: guardsOf })
}

interface Part {
  readonly charter: Charter
  /** Entities whose actions are in it. */
  readonly acting: readonly Entity[]
  /** Entities whose attributes are in it; relations to others are left out. */
  readonly reached: readonly Entity[]
  readonly operations: readonly string[]
  /** What moves ask, which no policy of anybody's may name. */
  guards(entity: Entity): readonly string[]
}

const schemaOf = (part: Part): SchemaJson<string> => ({
  '': { entityTypes: entityTypes(part), actions: actions(part) },
})

type Attributes = Record<string, CedarType<string> & { required: boolean }>

const entityTypes = ({ charter, reached }: Part): NamespaceDefinition<string>['entityTypes'] => ({
  Role: {},
  [serviceType]: {},
  Principal: { memberOfTypes: ['Role'], shape: record(principalAttributes(charter)) },
  ...Object.fromEntries(attributesOf(charter, reached)),
})

const attributesOf = (charter: Charter, reached: readonly Entity[]) => {
  const names = new Set(reached.map((entity) => entity.name))
  return reached.map((entity) => [
    cedarTypeOf(entity.name),
    { shape: record(entityAttributes(charter, entity, names)) },
  ])
}

const record = (attributes: Attributes): CedarType<string> => ({ type: 'Record', attributes })

const principalAttributes = (charter: Charter): Attributes => ({
  ...askedAttributes('principal'),
  ...Object.fromEntries(
    charter.access.principal.flatMap(({ name, type, isRequired }) => {
      const cedar = cedarValueType(meantBy(charter, type))
      return cedar ? [[name, { ...cedar, required: isRequired }]] : []
    }),
  ),
  id: { type: 'String', required: true },
})

/** What every charter knows of a call. */
const askedAttributes = (of: AskedValue['of']): Attributes =>
  Object.fromEntries(
    [...askedValues.values()].flatMap((asked) => {
      const cedar = asked.of === of ? cedarValueType(asked.type) : null
      return cedar ? [[asked.name, { ...cedar, required: asked.isRequired }]] : []
    }),
  )

const entityAttributes = (charter: Charter, entity: Entity, names: ReadonlySet<string>): Attributes => ({
  ...Object.fromEntries(
    shownFields(entity).flatMap((field) => {
      const cedar = cedarValueType(meantBy(charter, field.type))
      return cedar ? [[field.name, { ...cedar, required: !field.isOptional }]] : []
    }),
  ),
  ...Object.fromEntries(
    entity.relations
      .filter((relation) => relation.kind === 'one' && names.has(relation.target))
      .map((relation) => [
        relation.name,
        { type: 'Entity', name: cedarTypeOf(relation.target), required: !relation.isOptional },
      ]),
  ),
  ...Object.fromEntries(
    (entity.sets ?? []).flatMap(({ count }) =>
      count === undefined ? [] : [[count, { type: 'Long', required: true }]],
    ),
  ),
  ...Object.fromEntries(
    setNames(entity).map((name) => [name, { type: 'Set', element: memberType(charter, entity, name), required: true }]),
  ),
})

const setNames = ({ relations, sets = [] }: Entity): readonly string[] => [
  ...relations.filter(({ kind }) => kind === 'many').map(({ name }) => name),
  ...sets.map(({ name }) => name),
]

/** Rows that stand for persons are these persons; of others a condition asks whether there are any. */
const memberType = (charter: Charter, entity: Entity, name: string): CedarType<string> => {
  const set = relatedSet(charter, entity, name)
  const isPerson = set && 'target' in set && set.target.person !== undefined
  return isPerson ? { type: 'Entity', name: 'Principal' } : { type: 'String' }
}

const actions = ({ charter, acting, operations, guards }: Part): NamespaceDefinition<string>['actions'] => {
  // Where no condition asks, hundreds of actions need not say it each.
  const context = record(saysContext(charter) ? askedAttributes('context') : {})
  const own = acting.flatMap((entity) =>
    [...allActionsOf(entity, charter), ...guards(entity)].map((action) => ({
      entity,
      action,
      id: cedarActionOf(entity.name, action),
    })),
  )
  const groups = new Set(own.map(({ action }) => action))
  return {
    ...Object.fromEntries([...groups].map((group) => [group, {}])),
    ...Object.fromEntries(
      own.map(({ entity, action, id }) => [
        id,
        {
          memberOf: [{ id: action }],
          appliesTo: { principalTypes: ['Principal'], resourceTypes: [cedarTypeOf(entity.name)], context },
        },
      ]),
    ),
    ...Object.fromEntries(
      operations.map((name) => [
        name,
        { appliesTo: { principalTypes: ['Principal'], resourceTypes: [serviceType], context } },
      ]),
    ),
  }
}

const saying = new WeakMap<Charter, boolean>()

/** Whether a condition of the charter may ask something of the call. */
const saysContext = (charter: Charter): boolean => {
  const known = saying.get(charter)
  if (known !== undefined) return known
  const written = charter.entities.map(({ allow, fields }) => [allow, fields.map(({ states }) => states)])
  const says = /\bcontext\b/.test(JSON.stringify([charter.policies, written]))
  saying.set(charter, says)
  return says
}
