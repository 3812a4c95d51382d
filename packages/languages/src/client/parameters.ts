import { type Json, type JsonObject, ownMember } from '@charter/runtime'
import type { NamedType } from './declarations.ts'
import { type Asked, asObject, objectAt, operationsOf, resolved } from './openapi.ts'
import { schemaType, typeName } from './schema-type.ts'

export interface Parameter {
  readonly name: string
  /** As the input calls it. */
  readonly member: string
  readonly place: string
  readonly isRequired: boolean
  readonly isExploded: boolean
  readonly type: string
  readonly description: Json | undefined
}

/** What an operation asks for beside its body. */
export const parametersOf = (openapi: JsonObject, { operation }: Asked): readonly Parameter[] => {
  const all = (Array.isArray(operation.parameters) ? operation.parameters : []).map((given) => ({
    type: parameterType(openapi, asObject(given)),
    of: resolved(openapi, asObject(given)),
  }))
  const others = new Set(['body', 'signal', ...all.flatMap(({ of }) => (of.in === 'path' ? [] : [memberName(of)]))])
  return all.map(({ type, of }) => {
    const member = memberName(of)
    return {
      name: String(of.name),
      // A key field may be called as what may be asked beside it.
      member: of.in === 'path' && others.has(member) ? `${member}Key` : member,
      place: String(of.in),
      isRequired: of.required === true,
      isExploded: of.explode !== false,
      type,
      description: of.description,
    }
  })
}

const headerNames: Readonly<Record<string, string>> = {
  'If-Match': 'ifMatch',
  'If-None-Match': 'ifNoneMatch',
  'Idempotency-Key': 'idempotencyKey',
}

const memberName = ({ name }: JsonObject): string => headerNames[String(name)] ?? String(name)

const parameterType = (openapi: JsonObject, given: JsonObject): string => {
  const type = schemaType(resolved(openapi, given).schema)
  const reference = ownMember(given, '$ref')
  return typeof reference === 'string' && isLong(type)
    ? nameBesideSchemas(openapi, reference.slice(reference.lastIndexOf('/') + 1))
    : type
}

/** Components of parameters that are more than a word: each is written once, and named where it is asked for. */
export const parameterTypes = (openapi: JsonObject): readonly NamedType[] =>
  Object.entries(objectAt(objectAt(openapi, 'components'), 'parameters')).flatMap(([name, parameter]) => {
    const type = schemaType(asObject(parameter).schema)
    return isLong(type) ? [{ name: nameBesideSchemas(openapi, name), type }] : []
  })

const isLong = (type: string): boolean => /[{']/.test(type)

/** Not that of a schema: an entity may well be called `PatientFilter`, or `ReadPatientInput`. */
export const nameBesideSchemas = (openapi: JsonObject, name: string): string => {
  const schemas = schemaNames.get(openapi) ?? schemaNamesIn(openapi)
  schemaNames.set(openapi, schemas)
  let free = typeName(name)
  while (schemas.has(free)) free = `${free}_`
  return free
}

const schemaNames = new WeakMap<JsonObject, ReadonlySet<string>>()

const schemaNamesIn = (openapi: JsonObject): ReadonlySet<string> =>
  new Set(Object.keys(objectAt(objectAt(openapi, 'components'), 'schemas')).map(typeName))

/** Names of query parameters whose lists are joined with commas; an API has a name for one of both only. */
export const joinedIn = (openapi: JsonObject): readonly string[] => {
  const all = operationsOf(openapi).flatMap((asked) => parametersOf(openapi, asked))
  return [...new Set(all.filter(({ place, isExploded }) => place === 'query' && !isExploded).map(({ name }) => name))]
}
