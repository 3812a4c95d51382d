import {
  askedValues,
  type CheckModel,
  canonicalJson,
  type EntityModel,
  type FieldModel,
  filterOperators,
  isSortableType,
  type Json,
  type MembershipModel,
  type MoveModel,
  nounsOf,
  type OperationModel,
  type RelationModel,
  type RouteModel,
  type Rule,
  type ServiceModel,
  type Type,
} from '@charter/runtime'
import {
  type Charter,
  type Entity,
  type Field,
  type Operation,
  offersOf,
  openFields,
  type Relation,
  type Route,
  shownFields,
} from './charter.ts'
import { parseExpression, typesOf } from './expression.ts'
import { given } from './given.ts'
import { jobEntityOf } from './jobs.ts'
import { isOurs } from './ours.ts'
import { isRelated, type ReadCheck, readCheck } from './read-check.ts'
import { sha256 } from './sha256.ts'
import { type FieldMove, moveOf, moveProse, stateProse } from './state-prose.ts'

const bare = new WeakMap<Charter, ServiceModel>()
const entityModels = new WeakMap<Charter, readonly EntityModel[]>()

/**
 * What a running service knows of a charter. `rules` are what `compileAccess` made of its `allow` and `policies`. The
 * charter has passed `checkCharter`: a rule that cannot be read is a bug here. Each style asks for the model without rules: all are
 * given the same one, and its entities are those of every model of the charter.
 */
export const toModel = (charter: Charter, rules: readonly Rule[]): ServiceModel => {
  if (rules.length > 0) return modelOf(charter, rules)
  const model = bare.get(charter) ?? modelOf(charter, rules)
  bare.set(charter, model)
  return model
}

const entitiesOf = (charter: Charter): readonly EntityModel[] => {
  const entities = entityModels.get(charter) ?? charter.entities.map((entity) => entityModel(entity, charter))
  entityModels.set(charter, entities)
  return entities
}

const modelOf = (charter: Charter, rules: readonly Rule[]): ServiceModel => {
  const model: Omit<ServiceModel, 'digest'> = {
    name: charter.name,
    title: charter.title,
    version: charter.version,
    entities: entitiesOf(charter),
    operations: charter.operations.map((operation) => operationModel(operation, charter)),
    ...(charter.routes.length > 0 && { routes: charter.routes.map((route) => routeModel(route, charter)) }),
    types: Object.fromEntries(Object.values(charter.types).map(({ name, type }) => [name, type])),
    access: {
      accepts: charter.access.accepts,
      roles: charter.access.roles,
      principal: charter.access.principal,
      rules,
      mfa: charter.access.mfa,
      ...given({ asksOfCalls: rules.some(({ when }) => saysOfCall(when)) ? (true as const) : undefined }),
      ...given({
        tenantClaim: charter.access.tenancy?.claim,
        personClaim: charter.access.person?.claim,
        membership: membershipModel(charter),
      }),
    },
    limits: charter.limits,
    ...given({
      description: charter.description,
      crypto: charter.crypto,
    }),
  }
  // Who may call from where, what a change has to say, how things lie on a disk and what nobody asks for change nothing of what an answer means.
  return {
    ...model,
    digest: digestOf(model),
    ...given({
      ifMatch: charter.ifMatch,
      cors: charter.cors,
      sessions: charter.access.cookies,
      atRest: charter.atRest,
      internal: internalOf(charter),
    }),
  }
}

const internalOf = (charter: Charter): ServiceModel['internal'] =>
  charter.internal.length > 0 ? charter.internal.map((operation) => operationModel(operation, charter)) : undefined

/** Over entities, types, rules and limits, but no prose: a new description does not end anybody's cursor. */
const digestOf = (model: Omit<ServiceModel, 'digest'>): string => {
  const { title: _title, description: _description, ...meaning } = model
  const entities = meaning.entities.map(({ plural: _, ...entity }) => entity)
  // Plain data throughout, which is what Json means; `undefined` members and prose fall away on the way through text.
  const plain = JSON.parse(
    JSON.stringify({ ...meaning, entities }, (key, value) => (proseKeys.has(key) ? undefined : value)),
  ) as Json
  return sha256(canonicalJson(plain)).slice(0, 32)
}

/** `source` is where a rule stands in the file; a comment above must not end cursors. */
const proseKeys = new Set(['description', 'source', 'deprecated'])

/** Whether a condition asks something that is known of a call alone. */
const saysOfCall = (of: unknown): boolean =>
  typeof of === 'object' &&
  of !== null &&
  (('kind' in of && of.kind === 'principal' && 'name' in of && askedValues.has(String(of.name))) ||
    Object.values(of).some(saysOfCall))

/** Who belongs where, its `while` read. The charter has passed `check`. */
export const membershipModel = (charter: Charter): MembershipModel | undefined => {
  const { membership } = charter.access
  if (!membership) return undefined
  const { while: text, ...named } = membership
  const entity = entityNamed(charter, membership.entity)
  const condition = text === undefined ? undefined : parseExpression(text, typesOf(entity ? openFields(entity) : []))
  if (condition && 'error' in condition) throw new Error('`while` passed `check` and is unreadable.')
  return { ...named, person: entity?.person ?? '', ...given({ while: condition }) }
}

const entityNamed = ({ entities }: Charter, wanted: string): Entity | undefined =>
  entities.find(({ name }) => name === wanted)

const entityModel = (entity: Entity, charter: Charter): EntityModel => {
  const tenantField = charter.access.tenancy?.field
  const hasTenant = !entity.isShared && entity.fields.some((field) => field.name === tenantField)
  return {
    name: entity.name,
    key: entity.key,
    fields: shownFields(entity).map((field) => fieldModel(field, entity, charter)),
    relations: entity.relations.map(relationModel),
    offers: offersOf(entity),
    unique: uniqueOf(entity),
    checks: checksOf(entity, charter).flatMap(({ check, read }) =>
      isRelated(read) ? [] : [checkModel(check, read, entity)],
    ),
    source: entity.source,
    isOwned: isOurs(charter, entity),
    ...given({
      description: entity.description,
      plural: pluralWords(entity),
      deprecated: entity.deprecated,
      formerly: entity.formerly,
      sealedAs: sealedAs(entity),
      softDeleteField: entity.softDelete,
      hooks: entity.hooks,
      isBuiltIn: entity.isBuiltIn,
      writeOnly: writeOnlyOf(entity, charter),
      relatedChecks: relatedChecksOf(entity, charter),
      tenantField: hasTenant ? tenantField : undefined,
    }),
  }
}

const writeOnlyOf = (entity: Entity, charter: Charter): EntityModel['writeOnly'] => {
  const fields = entity.fields.filter(({ isWriteOnly }) => isWriteOnly)
  return fields.length > 0 ? fields.map((field) => fieldModel(field, entity, charter)) : undefined
}

/** Said where it does not follow from the name, so that a service need not know English. */
const pluralWords = ({ name, plural }: Entity): string | undefined => {
  const words = plural.replaceAll('-', ' ')
  return words === nounsOf(name) ? undefined : words
}

/** Ids are first names: they stay when a name changes. */
const firstName = (field: Field | undefined, name: string): string => field?.id.split('.').at(-1) ?? name

const sealedAs = (entity: Entity): EntityModel['sealedAs'] => {
  const key = entity.key.map((name) =>
    firstName(
      entity.fields.find((field) => field.name === name),
      name,
    ),
  )
  const isAsEver = entity.id === entity.name && key.join() === entity.key.join()
  return isAsEver || !entity.fields.some(protectOf) ? undefined : { name: entity.id, key }
}

const uniqueOf = (entity: Entity): EntityModel['unique'] => [
  ...entity.fields.filter((field) => field.isUnique).map(({ name }) => ({ name, fields: [name] })),
  ...entity.unique,
]

const fieldModel = (field: Field, entity: Entity, charter: Charter): FieldModel => ({
  name: field.name,
  type: field.type,
  isOptional: field.isOptional,
  writable: writableOf(field, entity),
  isFilterable: isComparable(field.type) && !hidesFromFilters(field),
  isSortable: isSortableType(field.type) && protectOf(field) === undefined,
  ...given({
    default: field.default,
    description: stateProse(field, charter),
    deprecated: field.deprecated,
    class: field.class,
    reveal: field.reveal,
    mask:
      field.reveal === undefined || field.protect === 'tokenize'
        ? undefined
        : (field.mask ?? { kind: 'hide' as const }),
    protect: protectOf(field),
    isState: field.states && (true as const),
    file: field.file,
    isWriteOnly: field.isWriteOnly,
  }),
})

const isComparable = (type: Type): boolean => filterOperators(type).includes('eq')

/** Ciphertexts and tokens have no order and no equality of their own. */
const hidesFromFilters = (field: Field): boolean => protectOf(field)?.isSearchable === false

const protectOf = (field: Field): FieldModel['protect'] => {
  const { name, protect, search } = field
  if (protect !== 'encrypt' && protect !== 'tokenize') return undefined
  const first = firstName(field, name)
  return { kind: protect, isSearchable: search === 'equals', ...(first !== name && { sealedAs: first }) }
}

/** Who fills a field in besides the caller: then the caller never does. */
export const writableOf = (field: Field, entity: Entity): FieldModel['writable'] => {
  const generated = field.default !== undefined && field.default.kind !== 'value'
  const isKey = entity.key.includes(field.name)
  if (
    entity.isReadOnly ||
    entity.job !== undefined ||
    field.isReadOnly ||
    field.file ||
    field.states ||
    entity.softDelete === field.name
  )
    return 'never'
  if (field.default?.kind === 'tenant' || (isKey && generated)) return 'never'
  return isKey || field.isImmutable ? 'create' : 'always'
}

const relationModel = (relation: Relation): RelationModel => ({
  name: relation.name,
  kind: relation.kind,
  target: relation.target,
  from: relation.from,
  to: relation.to,
  isOwned: relation.isOwned,
  isOptional: relation.isOptional,
  ...given({ through: relation.through }),
})

const checksOf = (entity: Entity, charter: Charter) =>
  entity.checks.map((check) => {
    const read = readCheck(charter, entity, check.text)
    if ('error' in read) throw new Error(`Check ${check.name} of ${entity.name} passed \`check\` and is unreadable.`)
    return { check, read }
  })

const checkModel = (
  { name, message }: Entity['checks'][number],
  { predicate }: ReadCheck,
  entity: Entity,
): CheckModel => {
  const fields = entity.fields.map((field) => field.name).filter((field) => mentions(predicate, field))
  return { name, message, fields, predicate }
}

const relatedChecksOf = (entity: Entity, charter: Charter): EntityModel['relatedChecks'] => {
  const related = checksOf(entity, charter).filter(({ read }) => isRelated(read))
  if (related.length === 0) return undefined
  return related.map(({ check: { name, message }, read: { predicate, paths } }) => {
    // A reference is a field of the row that the rule speaks of too.
    const fields = paths.flatMap(([first = '', ...more]) =>
      more.length === 0 ? [first] : (entity.relations.find((each) => each.name === first)?.from ?? []),
    )
    return { name, message, fields: [...new Set(fields)], predicate, paths }
  })
}

/** Whether a predicate speaks of a field of the row. */
export const mentions = (value: unknown, field: string): boolean => {
  if (typeof value !== 'object' || value === null) return false
  // What a set asks is asked of rows of its own.
  if ('path' in value && Array.isArray(value.path)) return value.path[0] === field
  return Object.values(value).some((each) => mentions(each, field))
}

const operationModel = (operation: Operation, charter: Charter): OperationModel => {
  const moved = moveOf(charter, operation)
  return {
    name: operation.name,
    hasKey: operation.hasKey,
    input: operation.input,
    result: operation.result,
    effect: operation.effect,
    errors: operation.errors,
    ...given({
      description: moveProse(operation, moved),
      deprecated: operation.deprecated,
      entity: operation.entity,
      rights: operation.rights === 'service' ? ('service' as const) : undefined,
      move: moved && moveModel(moved, operation),
      job: operation.mode === 'job' ? jobEntityOf(operation.name) : undefined,
      schedule: operation.schedule,
      keepMs: operation.keepMs,
      isBuiltIn: operation.isBuiltIn,
    }),
  }
}

const routeModel = (route: Route, charter: Charter): RouteModel => ({
  ...operationModel(route, charter),
  route: {
    answers: route.answers,
    ...given({ body: route.body, isOpen: route.isOpen ? (true as const) : undefined }),
  },
})

const moveModel = ({ field, move }: FieldMove, { isMove }: Operation): MoveModel => ({
  field: field.name,
  from: move.from,
  to: move.to,
  isGuarded: move.when !== undefined,
  hasBody: isMove !== true,
  ...given({ message: move.message, afterMs: move.afterMs }),
})
