import {
  isObject,
  type Json,
  type JsonObject,
  ownedEntity,
  ownedRelations,
  type ServiceModel,
  writtenFields,
} from '@charter/runtime'
import type { Derived } from '@charter/service'
import type { GraphqlSurface, SoapSurface } from '@charter/styles'
import { readSoap } from '@charter/styles/read'
import { buildSchema, type GraphQLNamedType, getNamedType, isInputObjectType } from 'graphql'

/** What a contract tells that a body may hold: the charter's names, and those of rows below, by relation. */
export interface ToldBody {
  readonly names: readonly string[]
  readonly below: Readonly<Record<string, readonly string[]>>
}

export type Mode = 'create' | 'replace'
export type ToldBodies = (entity: string, mode: Mode) => ToldBody | undefined

/** Reads a style's published contract; null where it tells nothing of bodies in words that a program reads. */
export const toldBodies = (
  { charter, model }: Pick<Derived, 'charter' | 'model'>,
  { style, surface }: Derived['styles'][number],
): ToldBodies | null => {
  const [text = ''] = Object.values(style.contract(charter, surface))
  switch (style.name) {
    // Each surface is its style's own plan.
    case 'graphql':
      return inGraphql(text, surface as GraphqlSurface)
    case 'soap':
      return inSoap({ [style.name]: text }, surface as SoapSurface)
    case 'mcp':
      return inTools(text, surface as { readonly tools: readonly Tool[] })
    case 'grpc':
      return inModel(model)
    default:
      return null
  }
}

const inGraphql = (text: string, { entities }: GraphqlSurface): ToldBodies => {
  const schema = buildSchema(text)
  const membersOf = (type: GraphQLNamedType | undefined) => (isInputObjectType(type) ? type.getFields() : {})
  const namesIn = (name: string, type: GraphQLNamedType | undefined): readonly string[] => {
    const entity = entities.find((each) => each.name === name)
    const fields = [...(entity?.fields ?? []), ...(entity?.writeOnly ?? [])]
    return Object.keys(membersOf(type)).flatMap((as) => fields.find((field) => field.as === as)?.name ?? [])
  }
  return (name, mode) => {
    const entity = entities.find((each) => each.name === name)
    const type = entity && schema.getType(entity.types[mode === 'create' ? 'createValue' : 'replaceValue'])
    if (!entity || !type) return undefined
    const members = membersOf(type)
    const below = entity.relations.flatMap(({ name: relation, as, target }) => {
      const member = members[as]
      return member ? [[relation, namesIn(target, getNamedType(member.type))] as const] : []
    })
    return { names: namesIn(name, type), below: Object.fromEntries(below) }
  }
}

const inSoap = (documents: Readonly<Record<string, string>>, surface: SoapSurface): ToldBodies => {
  const { operations, types } = readSoap(documents)
  return (entity, mode) => {
    const operation = surface.names.operations.find((each) => each.kind === mode && each.entity === entity)
    const value = operations[operation?.name ?? '']?.value
    if (!value) return undefined
    const below = Object.entries(value).flatMap(([name, { type }]) => {
      if (!('items' in type) || !('named' in type.items)) return []
      const row = types[type.items.named]
      return [[name, row && 'members' in row ? Object.keys(row.members) : []] as const]
    })
    return { names: Object.keys(value), below: Object.fromEntries(below) }
  }
}

interface Tool {
  readonly name: string
  readonly operation: string
}

const inTools = (text: string, surface: { readonly tools: readonly Tool[] }): ToldBodies => {
  // References are to the document, which has what schemas share.
  const root = JSON.parse(text) as JsonObject & { readonly tools: readonly JsonObject[] }
  return (entity, mode) => {
    const planned = surface.tools.find(({ operation }) => operation === `${entity}.${mode}`)
    const schema = root.tools.find(({ name }) => name === planned?.name)?.inputSchema
    if (!isObject(schema)) return undefined
    const members = propertiesOf(root, propertiesOf(root, schema).value)
    const below = Object.entries(members).flatMap(([name, of]) =>
      isObject(of) && isObject(of.items) ? [[name, Object.keys(propertiesOf(root, of.items))] as const] : [],
    )
    return { names: Object.keys(members), below: Object.fromEntries(below) }
  }
}

const propertiesOf = (root: JsonObject, of: Json | undefined) => {
  const name = isObject(of) && typeof of.$ref === 'string' ? of.$ref.slice('#/$defs/'.length) : null
  const found = name !== null && isObject(root.$defs) ? root.$defs[name] : of
  return isObject(found) && isObject(found.properties) ? found.properties : {}
}

/** Requests of gRPC have the row's message, whatever of it may be written. */
const inModel =
  ({ entities }: ServiceModel): ToldBodies =>
  (name, mode) => {
    const entity = entities.find((each) => each.name === name)
    if (!entity) return undefined
    const below = ownedRelations(entity).flatMap((relation) => {
      const target = entities.find((each) => each.name === relation.target)
      const fields = target ? writtenFields(ownedEntity(target, relation), 'create') : []
      return target ? [[relation.name, fields.map((field) => field.name)] as const] : []
    })
    return { names: writtenFields(entity, mode).map((field) => field.name), below: Object.fromEntries(below) }
  }
