import {
  buildSchema,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  type GraphQLType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
} from 'graphql'
import {
  kindOfScalar,
  type Projection,
  type SeenEntity,
  type SeenMembers,
  type SeenOperation,
  type SeenType,
} from './projection.ts'

/** What a contract of this style says of the charter that it came from. Throws where it is no schema. */
export const readGraphql = (documents: Readonly<Record<string, string>>): Projection => {
  const schema = buildSchema(documents['schema.graphql'] ?? '')
  const reading = readingOf(schema)
  return {
    entities: Object.fromEntries([...reading.entities].map(([name, type]) => [name, entityIn(reading, name, type)])),
    operations: Object.fromEntries([...operationsIn(reading, 'query'), ...operationsIn(reading, 'mutation')]),
  }
}

interface SchemaIndex {
  readonly schema: GraphQLSchema
  readonly entities: ReadonlyMap<string, GraphQLObjectType>
  /** Entities by their connection, and by the input type of their key. */
  readonly connections: ReadonlyMap<string, string>
  readonly keys: ReadonlyMap<string, string>
}

type Field = GraphQLField<unknown, unknown>

const fieldsOf = (type: GraphQLObjectType | undefined | null): readonly Field[] =>
  Object.values(type?.getFields() ?? {})
const nameOf = (type: GraphQLType): string => String(type).replaceAll(/[[\]!]/g, '')

const readingOf = (schema: GraphQLSchema): SchemaIndex => {
  const listed = fieldsOf(schema.getQueryType()).flatMap(({ type }) => {
    const row = isObjectType(type) ? type.getFields().edges && type.getFields().nodes : undefined
    const entity = row && schema.getType(nameOf(row.type))
    return isObjectType(type) && isObjectType(entity) && entity.name !== 'AuditEntry'
      ? [[type.name, entity] as const]
      : []
  })
  return {
    schema,
    entities: new Map(listed.map(([, entity]) => [entity.name, entity])),
    connections: new Map(listed.map(([connection, { name }]) => [connection, name])),
    keys: new Map(
      fieldsOf(schema.getMutationType()).flatMap((field) => {
        const [key, of] = [inputMember(field, 'key'), rowOf(field, new Set(listed.map(([, { name }]) => name)))]
        return key && of ? [[nameOf(key), of] as const] : []
      }),
    ),
  }
}

const inputMember = ({ args }: Field, name: string): GraphQLType | undefined => {
  const input = args.find((each) => each.name === 'input')?.type
  const type = input && isNonNullType(input) ? input.ofType : input
  return type && isInputObjectType(type) ? type.getFields()[name]?.type : undefined
}

/** The entity whose row a payload of ours holds: one that has no `job`, which custom operations have. */
const rowOf = ({ type }: Field, entities: ReadonlySet<string>): string | undefined => {
  const members = isObjectType(type) ? fieldsOf(type) : []
  return members.some(({ name }) => name === 'job')
    ? undefined
    : members.map((member) => nameOf(member.type)).find((name) => entities.has(name))
}

const entityIn = (reading: SchemaIndex, name: string, type: GraphQLObjectType): SeenEntity => {
  const isNode = type.getInterfaces().some((each) => each.name === 'Node')
  // A field that is deprecated as renamed is another's old name.
  const members = fieldsOf(type).filter(
    (field) => !(isNode && field.name === 'id') && !field.deprecationReason?.startsWith('Renamed to '),
  )
  const relations = members.flatMap((field): [string, SeenEntity['relations'][string]][] => {
    const of = nameOf(field.type)
    if (reading.entities.has(of)) return [[field.name, { kind: 'one', target: of }]]
    const target = reading.connections.get(of)
    return target === undefined ? [] : [[field.name, { kind: 'many', target }]]
  })
  const own = members.filter((field) => !relations.some(([relation]) => relation === field.name))
  const read = fieldsOf(reading.schema.getQueryType()).find((field) => nameOf(field.type) === name && isByKey(field))
  return {
    key: read?.args.map((each) => each.name) ?? [],
    fields: membersIn(own),
    relations: Object.fromEntries(relations),
    offers: offersIn(reading, name, read !== undefined),
  }
}

/** `patient(rowId: UUID!)`; an operation on a row asks for `key` or `input`. */
const isByKey = ({ args, type }: Field): boolean =>
  isObjectType(type) &&
  args.length > 0 &&
  args.every((each) => isNonNullType(each.type) && !isInputObjectType(each.type.ofType))

const offersIn = ({ schema, entities, keys }: SchemaIndex, name: string, isRead: boolean): readonly string[] => {
  const writes = fieldsOf(schema.getMutationType()).flatMap((field): string[] => {
    const key = inputMember(field, 'key')
    const isDelete = isObjectType(field.type) && field.type.getFields().deletedId !== undefined
    if (isDelete) return key && keys.get(nameOf(key)) === name ? ['delete'] : []
    if (rowOf(field, new Set(entities.keys())) !== name) return []
    return [inputMember(field, 'patch') ? 'update' : key ? 'replace' : 'create']
  })
  const trail = fieldsOf(schema.getQueryType()).filter(
    ({ type, args }) => nameOf(type) === 'AuditConnection' && keys.get(nameOf(args[0]?.type ?? type)) === name,
  )
  return [...(isRead ? ['read'] : []), 'list', ...writes, ...trail.map(() => 'audit')].sort()
}

const operationsIn = (
  reading: SchemaIndex,
  effect: 'query' | 'mutation',
): readonly (readonly [string, SeenOperation])[] => {
  const { schema, entities, connections, keys } = reading
  const isQuery = effect === 'query'
  return fieldsOf(isQuery ? schema.getQueryType() : schema.getMutationType()).flatMap((field) => {
    const { name, type, args } = field
    const payload = !isQuery && isObjectType(type) ? type.getFields() : {}
    const isOurs = isQuery
      ? ['node', 'nodes', '_service', '_entities'].includes(name) ||
        connections.has(nameOf(type)) ||
        nameOf(type) === 'AuditConnection' ||
        (isObjectType(type) && type.getFields().groups && type.getFields().isComplete) ||
        (entities.has(nameOf(type)) && isByKey(field))
      : !payload.job
    if (isOurs) return []
    const member = (of: string) => (isQuery ? args.find((each) => each.name === of)?.type : inputMember(field, of))
    const [key, value] = [member('key'), member(isQuery ? 'input' : 'value')]
    const result = isQuery ? type : payload.result?.type
    const seen: SeenOperation = {
      effect: isQuery ? 'read' : 'write',
      keyOf: key ? (keys.get(nameOf(key)) ?? null) : null,
      input: value ? inputsIn(value) : {},
      result: result && !(isQuery && String(result) === 'Boolean') ? typeIn(result, entities) : null,
    }
    return [[name, seen] as const]
  })
}

const membersIn = (fields: readonly { readonly name: string; readonly type: GraphQLType }[]): SeenMembers =>
  Object.fromEntries(fields.map(({ name, type }) => [name, { type: typeIn(type), isOptional: !isNonNullType(type) }]))

const inputsIn = (type: GraphQLType): SeenMembers => {
  const plain = isNonNullType(type) ? type.ofType : type
  return isInputObjectType(plain) ? membersIn(Object.values(plain.getFields())) : {}
}

const typeIn = (type: GraphQLType, entities: ReadonlyMap<string, unknown> = new Map()): SeenType => {
  if (isNonNullType(type)) return typeIn(type.ofType, entities)
  if (isListType(type)) return { kind: 'list', of: typeIn(type.ofType, entities) }
  if (isEnumType(type))
    return { kind: 'enum', values: type.getValues().map(({ name, description }) => description ?? name) }
  if (isUnionType(type)) return unionIn(type.getTypes())
  if (isInputObjectType(type)) return { kind: 'record', members: inputsIn(type) }
  if (!isObjectType(type)) return { kind: kindOfScalar[nameOf(type)] ?? nameOf(type) }
  return entities.has(type.name)
    ? { kind: 'entity', name: type.name }
    : { kind: 'record', members: membersIn(fieldsOf(type)) }
}

/** The first field of each variant is the tag, whose values stand in the order of the variants. */
const unionIn = (types: readonly GraphQLObjectType[]): SeenType => {
  const [tag] = fieldsOf(types[0])
  const tags = tag && isNonNullType(tag.type) && isEnumType(tag.type.ofType) ? tag.type.ofType.getValues() : []
  const variants = types.map((type, at): [string, SeenMembers] => [
    tags[at]?.description ?? tags[at]?.name ?? type.name,
    membersIn(fieldsOf(type).slice(1)),
  ])
  return { kind: 'union', tag: tag?.name ?? '', variants: Object.fromEntries(variants) }
}
