import type { Type as CedarType, NamespaceDefinition, SchemaJson } from '@cedar-policy/cedar-wasm/nodejs'
import { actionsOf, type Charter, type Entity, revealsOf } from '@charter/charter'
import type { Type } from '@charter/runtime'
import { cedarActionOf, cedarTypeOf, serviceType } from './cedar-names.ts'

/** Every action of an entity: what can be done with it, and its reveals as `reveal:<name>`. */
export const allActionsOf = (entity: Entity, charter: Charter): readonly string[] => [
  ...actionsOf(entity, charter),
  ...revealsOf(entity).map((name) => `reveal:${name}`),
]

/** Operations that belong to no entity. */
export const freeOperations = (charter: Charter): readonly string[] =>
  charter.operations.filter((operation) => operation.entity === undefined).map((operation) => operation.name)

/**
 * The Cedar schema of a charter: `Principal` in `Role`s with the declared attributes, one entity type each, one action
 * `Patient.read` each under the group `read`. Field types that Cedar has no exact counterpart for are left out.
 */
export const cedarSchema = (charter: Charter): SchemaJson<string> => ({
  '': { entityTypes: entityTypes(charter), actions: actions(charter) },
})

type Attributes = Record<string, CedarType<string> & { required: boolean }>

const entityTypes = (charter: Charter): NamespaceDefinition<string>['entityTypes'] => ({
  Role: {},
  [serviceType]: {},
  Principal: { memberOfTypes: ['Role'], shape: record(principalAttributes(charter)) },
  ...Object.fromEntries(
    charter.entities.map((entity) => [cedarTypeOf(entity.name), { shape: record(entityAttributes(entity)) }]),
  ),
})

const record = (attributes: Attributes): CedarType<string> => ({ type: 'Record', attributes })

const principalAttributes = (charter: Charter): Attributes => ({
  ...Object.fromEntries(
    charter.access.principal.flatMap(({ name, type, isRequired }) => {
      const cedar = cedarValueType(type)
      return cedar ? [[name, { ...cedar, required: isRequired }]] : []
    }),
  ),
  id: { type: 'String', required: true },
})

const entityAttributes = (entity: Entity): Attributes => ({
  ...Object.fromEntries(
    entity.fields.flatMap((field) => {
      const cedar = cedarValueType(field.type)
      return cedar ? [[field.name, { ...cedar, required: !field.isOptional }]] : []
    }),
  ),
  ...Object.fromEntries(
    entity.relations
      .filter((relation) => relation.kind === 'one')
      .map((relation) => [
        relation.name,
        { type: 'Entity', name: cedarTypeOf(relation.target), required: !relation.isOptional },
      ]),
  ),
})

/** Cedar's counterpart of a type, or null: a binary float has no exact one, and records are not compared. */
export const cedarValueType = (type: Type): CedarType<string> | null => {
  switch (type.kind) {
    case 'boolean':
      return { type: 'Boolean' }
    case 'int32':
      return { type: 'Long' }
    case 'int64':
      return { type: type.isNumber ? 'Long' : 'String' }
    case 'array': {
      const element = cedarValueType(type.items)
      return element && element.type !== 'Set' ? { type: 'Set', element } : null
    }
    case 'float64':
    case 'json':
    case 'vector':
    case 'record':
    case 'union':
    case 'map':
    case 'named':
      return null
    default:
      return { type: 'String' }
  }
}

const actions = (charter: Charter): NamespaceDefinition<string>['actions'] => {
  const own = charter.entities.flatMap((entity) =>
    allActionsOf(entity, charter).map((action) => ({ entity, action, id: cedarActionOf(entity.name, action) })),
  )
  const groups = new Set(own.map(({ action }) => action))
  return {
    ...Object.fromEntries([...groups].map((group) => [group, {}])),
    ...Object.fromEntries(
      own.map(({ entity, action, id }) => [
        id,
        {
          memberOf: [{ id: action }],
          appliesTo: { principalTypes: ['Principal'], resourceTypes: [cedarTypeOf(entity.name)] },
        },
      ]),
    ),
    ...Object.fromEntries(
      freeOperations(charter).map((name) => [
        name,
        { appliesTo: { principalTypes: ['Principal'], resourceTypes: [serviceType] } },
      ]),
    ),
  }
}
