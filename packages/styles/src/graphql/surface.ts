import { type Charter, type Entity, type Lock, type Operation, offersOf, resolved, shownFields } from '@charter/charter'
import { filterOperators, isSortableType } from '@charter/runtime'
import { camelCase, literals, lowerFirst, type Scope, scopeOf, upperFirst } from './names.ts'
import { graphqlSettings } from './settings.ts'
import { membersOf, type ShapeContext, shapeOf } from './shapes.ts'
import { reservedTypes } from './transport/reserved.ts'
import {
  type EntityRoot,
  type EntityType,
  entityTypes,
  type GraphqlEntity,
  type GraphqlField,
  type GraphqlOperation,
  type GraphqlSurface,
  type Shape,
} from './transport/surface.ts'

const depthDefault = 16

/** The plan of a charter. Names collide with nothing, and who is there first keeps its own. */
export const surfaceOf = (charter: Charter, lock?: Lock): GraphqlSurface => {
  const naming = namingOf(charter, lock)
  // Names are given in the order in which things came to be: what comes later does not rename what is there.
  const entities = inOrder(charter.entities, lock?.entities)
  const planned = entities.map((entity) => ({ entity, types: typesOf(naming, entity) }))
  const types = Object.fromEntries(
    Object.values(charter.types).map(({ name, type }) => [name, shapeOf(naming, type, `#${name}`, name)]),
  )
  for (const [name, shape] of Object.entries(types)) naming.declared.set(name, shape)
  const made = new Map(planned.map(({ entity, types: named }) => [entity.name, entityOf(naming, entity, named)]))
  const { depth = depthDefault, cost = charter.limits.costMax, introspection, persisted } = graphqlSettings(charter)
  return {
    path: '/graphql',
    limits: { depth, cost },
    introspection: introspection ?? null,
    persisted: persisted ?? null,
    entities: charter.entities.flatMap(({ name }) => made.get(name) ?? []),
    operations: inOrder(charter.operations, lock?.operations).map((operation) => operationOf(naming, operation)),
    types,
  }
}

interface Naming extends ShapeContext {
  readonly charter: Charter
  readonly queries: Scope
  readonly mutations: Scope
  readonly subscriptions: Scope
  readonly lock: Lock | undefined
  readonly declared: Map<string, Shape>
  /** Of each enum: the type of filters over it. */
  readonly enumFilters: Map<string, string>
}

const namingOf = (charter: Charter, lock: Lock | undefined): Naming => ({
  charter,
  lock,
  declared: new Map(),
  enumFilters: new Map(),
  types: charter.types,
  names: scopeOf(reservedTypes, lock),
  queries: scopeOf(['node', 'nodes', '_service', '_entities'], lock),
  mutations: scopeOf([], lock),
  subscriptions: scopeOf([], lock),
})

const inOrder = <Thing extends { readonly id: string }>(
  things: readonly Thing[],
  locked: Readonly<Record<string, { readonly number: number }>> = {},
): readonly Thing[] => {
  const place = ({ id }: Thing) => locked[id]?.number ?? Number.POSITIVE_INFINITY
  return [...things].sort((a, b) => (place(a) === place(b) ? 0 : place(a) - place(b)))
}

const typesOf = ({ names }: Naming, { id, name }: Entity): GraphqlEntity['types'] => {
  const object = names.take(id, name)
  const entries = Object.entries(entityTypes).map(([kind, pattern]) => [
    kind,
    kind === 'object'
      ? object
      : names.take(
          `${id} ${kind}`,
          pattern.replace('*', () => object),
        ),
  ])
  // One entry for each of the patterns.
  return Object.fromEntries(entries) as Record<EntityType, string>
}

/** The field `id` is the global id (Relay), whatever the entity calls its own. */
const globalId = 'id'

const entityOf = (naming: Naming, entity: Entity, types: GraphqlEntity['types']): GraphqlEntity => {
  const { lock } = naming
  const locked = lock?.entities[entity.id]
  // Sorts and groups name fields by the values of an enum.
  const scope = scopeOf([globalId, '__typename', ...literals], lock)
  const filters = scopeOf(['and', 'or', 'not'], lock)
  const named = new Map(
    [
      ...inOrder(entity.fields, locked?.fields).map(({ id, name }) => ({ id, name })),
      ...inOrder(entity.relations, locked?.relations).map(({ id, name }) => ({ id: `${id}()`, name })),
    ].map(({ id, name }) => [name, name === globalId ? scope.take(id, 'rowId') : scope.take(id, name)]),
  )
  // After all that are there now: an old name gives way to a new thing.
  const former = new Map(
    entity.fields.flatMap(({ id, name, was }) => (was === undefined ? [] : [[name, scope.take(`${id} was`, was)]])),
  )
  const fields = inOrder(entity.fields, locked?.fields).map((field) => {
    const as = named.get(field.name) ?? field.name
    return fieldOf(naming, field, {
      as,
      was: former.get(field.name) === field.was ? field.was : undefined,
      filterAs: filters.take(`${field.id} filter`, as),
      object: types.object,
    })
  })
  return {
    name: entity.name,
    node: entity.id,
    key: entity.key,
    fields: shownFields(entity).flatMap(({ name }) => fields.find((field) => field.name === name) ?? []),
    ...writeOnlyOf(entity, fields),
    relations: entity.relations.map((relation) => ({
      name: relation.name,
      as: named.get(relation.name) ?? relation.name,
      kind: relation.kind,
      target: relation.target,
      isOwned: relation.isOwned && relation.kind === 'many',
      input: naming.names.take(`${relation.id} value`, `${types.object}${upperFirst(relation.name)}Value`),
    })),
    etag: scope.take(`${entity.id} etag`, 'etag'),
    member: scopeOf(payloadMembers, lock).take(`${entity.id} member`, lowerFirst(entity.name)),
    types,
    roots: rootsOf(naming, entity),
  }
}

const writeOnlyOf = ({ fields }: Entity, named: readonly GraphqlField[]): Pick<GraphqlEntity, 'writeOnly'> => {
  const names = fields.filter(({ isWriteOnly }) => isWriteOnly).map(({ name }) => name)
  return names.length > 0 ? { writeOnly: named.filter(({ name }) => names.includes(name)) } : {}
}

/** What payloads and changes hold beside the row. */
const payloadMembers = ['etag', 'isReplayed', 'problem', 'job', 'cursor', 'at', 'change', 'key']

const fieldOf = (
  naming: Naming,
  field: Entity['fields'][number],
  {
    as,
    was,
    filterAs,
    object,
  }: {
    readonly as: string
    readonly was: string | undefined
    readonly filterAs: string
    readonly object: string
  },
): GraphqlField => {
  const shape = shapeOf(naming, field.type, field.id, object + upperFirst(field.name))
  return {
    name: field.name,
    as,
    filterAs,
    ...(was !== undefined && { was }),
    shape,
    isOptional: field.isOptional,
    ...(field.default && { hasDefault: true }),
    isNullable:
      field.isOptional || field.reveal !== undefined || field.mask !== undefined || field.protect !== undefined,
    isFilterable: !field.protect || field.search !== undefined,
    isSortable: isSortableType(resolved(naming.charter, field.type)) && !field.protect,
    filter: filterName(naming, shape, filterOperators(resolved(naming.charter, field.type)).length),
  }
}

/** `StringFilter`, `PatientStateFilter`; values that have no order and no equality have `PresenceFilter`. */
const filterName = (naming: Naming, given: Shape, operators: number): string => {
  const shape = given.kind === 'ref' ? naming.declared.get(given.type) : given
  if (operators === 1 || !shape) return 'PresenceFilter'
  if (shape.kind === 'scalar') return `${shape.name}Filter`
  if (shape.kind !== 'enum') return 'PresenceFilter'
  const name = naming.enumFilters.get(shape.name) ?? naming.names.take(`${shape.name} filter`, `${shape.name}Filter`)
  naming.enumFilters.set(shape.name, name)
  return name
}

const rootsOf = (naming: Naming, entity: Entity): GraphqlEntity['roots'] => {
  const offers = offersOf(entity)
  const hasKey = entity.key.length > 0
  const one = lowerFirst(entity.name)
  const many = camelCase(entity.plural)
  const wanted: readonly (readonly [EntityRoot, boolean, Scope, readonly [string, ...string[]]])[] = [
    ['read', hasKey && offers.includes('read'), naming.queries, [one]],
    ['list', offers.includes('list'), naming.queries, [many, `${one}List`]],
    ['aggregate', offers.includes('list'), naming.queries, [`${many}Aggregate`]],
    ['audit', hasKey && offers.includes('audit'), naming.queries, [`${one}Audit`]],
    ['create', offers.includes('create'), naming.mutations, [`create${entity.name}`]],
    ['replace', hasKey && offers.includes('replace'), naming.mutations, [`replace${entity.name}`]],
    ['update', hasKey && offers.includes('update'), naming.mutations, [`update${entity.name}`]],
    ['delete', hasKey && offers.includes('delete'), naming.mutations, [`delete${entity.name}`]],
    ['changes', hasKey && offers.includes('list'), naming.subscriptions, [`${one}Changed`]],
  ]
  // What is not offered has its name all the same: it may be offered later.
  const given = wanted.map(
    ([root, is, scope, names]) => [root, is, scope.take(`${entity.id} ${root}`, ...names)] as const,
  )
  return Object.fromEntries(given.flatMap(([root, is, name]) => (is ? [[root, name]] : [])))
}

const operationOf = (naming: Naming, operation: Operation): GraphqlOperation => {
  const { id, name, effect, result } = operation
  const scope = effect === 'read' ? naming.queries : naming.mutations
  const title = upperFirst(name)
  const of = (kind: string) => naming.names.take(`${id}() ${kind}`, title + upperFirst(kind))
  return {
    name,
    as: scope.take(`${id}()`, name),
    effect,
    keyOf: operation.hasKey && operation.entity !== undefined ? operation.entity : null,
    types: { value: of('value'), input: of('input'), payload: of('payload') },
    input: membersOf(naming, operation.input, `${id}()`, title),
    result: result && 'type' in result ? { shape: shapeOf(naming, result.type, `${id}()=`, `${title}Result`) } : result,
  }
}
