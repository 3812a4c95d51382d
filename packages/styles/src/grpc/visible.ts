import { type Charter, type Entity, type Operation, offersOf } from '@charter/charter'
import type { Member, Type } from '@charter/runtime'
import type { EntitySight, GrpcSight, OperationSight, TypeSight } from './sight.ts'
import { pascalCase, snakeCase, upperSnakeCase } from './surface/spelling.ts'

/**
 * What of a charter can be seen in its gRPC contract: no bounds, no rules, no defaults, no words; text, uuid, decimal, date,
 * time, dateTime, duration and JSON are all strings there. Of charters whose names do not clash.
 */
export const visibleGrpc = (charter: Charter): GrpcSight => ({
  package: `${snakeCase(charter.name)}.${charter.version.startsWith('0.') ? 'v1alpha1' : `v${charter.version.split('.')[0]}`}`,
  entities: Object.fromEntries(
    charter.entities.map((entity) => [pascalCase(entity.name), entitySight(charter, entity)]),
  ),
  operations: Object.fromEntries(
    charter.operations.map((operation) => [pascalCase(operation.name), operationSight(charter, operation)]),
  ),
})

const entitySight = (charter: Charter, entity: Entity): EntitySight => ({
  key: entity.key.map(snakeCase).sort(),
  fields: membersSight(charter, entity.fields, pascalCase(entity.name)),
  relations: Object.fromEntries(
    entity.relations.map(({ name, kind, target }) => [snakeCase(name), `${kind} ${pascalCase(target)}`]),
  ),
  offers: offeredOf(entity),
})

const offeredOf = (entity: Entity): readonly string[] => {
  const offers: readonly string[] = offersOf(entity)
  const withKey = entity.key.length > 0
  const list = offers.includes('list') ? ['list', 'stream', 'aggregate', ...(withKey ? ['changes'] : [])] : []
  const files = entity.fields.flatMap(({ file, name }) => (file ? [pascalCase(name)] : []))
  return [
    ...offers.filter((each) => each !== 'list' && (withKey || each === 'create')),
    ...list,
    ...(offers.includes('read') ? files.map((file) => `read ${file}`) : []),
    ...(offers.includes('update') ? files.flatMap((file) => [`send ${file}`, `remove ${file}`]) : []),
  ].sort()
}

const operationSight = (
  charter: Charter,
  { name, entity, hasKey, input, result, mode }: Operation,
): OperationSight => ({
  on: entity === undefined ? null : pascalCase(entity),
  hasKey: entity !== undefined && hasKey,
  input: membersSight(charter, input, `${pascalCase(name)}Input`),
  result: !result
    ? null
    : 'type' in result
      ? typeSight(charter, result.type, `${pascalCase(name)}Result`, [])
      : `${result.isList ? 'many' : 'one'} ${pascalCase(result.entity)}`,
  isStream: mode === 'stream',
})

const membersSight = (
  charter: Charter,
  members: readonly Pick<Member, 'name' | 'type'>[],
  owner: string,
  within: readonly string[] = [],
): Readonly<Record<string, TypeSight>> =>
  Object.fromEntries(
    members.map(({ name, type }) => [snakeCase(name), typeSight(charter, type, owner + pascalCase(name), within)]),
  )

/** `within`: the messages that the type stands in. */
const typeSight = (charter: Charter, type: Type, name: string, within: readonly string[]): TypeSight => {
  switch (type.kind) {
    case 'int32':
    case 'int64':
    case 'bytes':
      return type.kind
    case 'float64':
      return 'double'
    case 'boolean':
      return 'bool'
    case 'instant':
      return 'google.protobuf.Timestamp'
    case 'vector':
      return { list: 'double' }
    case 'array':
      return { list: typeSight(charter, type.items, name, within) }
    case 'map':
      return { map: typeSight(charter, type.values, name, within) }
    case 'enum':
      return { enum: type.values.map(upperSnakeCase) }
    case 'record':
      return within.includes(name) ? name : { record: membersSight(charter, type.members, name, [...within, name]) }
    case 'union':
      return within.includes(name)
        ? name
        : {
            union: Object.fromEntries(
              Object.entries(type.variants).map(([variant, members]) => [
                snakeCase(variant),
                typeSight(charter, { kind: 'record', members }, name + pascalCase(variant), [...within, name]),
              ]),
            ),
          }
    case 'named':
      return namedSight(charter, type.name, within)
    default:
      return 'string'
  }
}

const namedSight = (charter: Charter, type: string, within: readonly string[]): TypeSight => {
  const name = pascalCase(type)
  const declared = charter.types[type]?.type ?? { kind: 'text' as const }
  if (declared.kind !== 'array' && declared.kind !== 'map') return typeSight(charter, declared, name, within)
  if (within.includes(name)) return name
  const inside = [...within, name]
  return declared.kind === 'array'
    ? { list: typeSight(charter, declared.items, `${name}Item`, inside) }
    : { map: typeSight(charter, declared.values, `${name}Item`, inside) }
}
