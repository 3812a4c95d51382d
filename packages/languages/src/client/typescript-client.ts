import { type EntityModel, type Json, type JsonObject, ownMember } from '@charter/runtime'
import { propertyName, stringLiteral } from '../node/text.ts'
import { clientEngine } from './client-engine.ts'
import { comment, schemaType, typeName } from './schema-type.ts'

export interface ClientOf {
  /** The OpenAPI document that the service publishes. */
  readonly openapi: JsonObject
  /** What an answer holds of each unless fewer fields were asked for. */
  readonly entities: readonly Pick<EntityModel, 'name' | 'fields'>[]
}

/** Fields by the entity's name. */
type Fields = Readonly<Record<string, readonly string[]>>

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const

interface Asked {
  readonly id: string
  readonly method: (typeof methods)[number]
  readonly path: string
  readonly operation: JsonObject
}

/** A typed client of the API in one file of TypeScript, without dependencies: a function for each operation, problems in its type. */
export const typescriptClient = ({ openapi, entities }: ClientOf): string => {
  const fields: Fields = Object.fromEntries(
    entities.map(({ name, fields: of }) => [name, of.map((field) => field.name)]),
  )
  const asked = operationsOf(openapi)
  const { title = '', version = '' } = objectAt(openapi, 'info')
  const base = String(ownMember(first(openapi.servers), 'url') ?? '').replace(/\/$/, '')
  return [
    `// A typed client of ${comment(`${title} ${version}`).slice(4, -3)}, made from its OpenAPI document. Not to be changed: generating again writes it anew.`,
    ...schemaTypes(openapi, fields),
    ...asked.map((each) => inputType(openapi, each)),
    clientEngine(codesOf(openapi)),
    `export const createClient = (options: ClientOptions) => {
  const send = sender(options, ${stringLiteral(base)})
  return {
${asked.map((each) => operationFunction(openapi, each, fields)).join('\n')}
  }
}

export type Client = ReturnType<typeof createClient>`,
    '',
  ].join('\n\n')
}

const operationsOf = (openapi: JsonObject): readonly Asked[] =>
  Object.entries(objectAt(openapi, 'paths')).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = ownMember(asObject(item), method)
      return operation === undefined
        ? []
        : [{ id: String(asObject(operation).operationId), method, path, operation: asObject(operation) }]
    }),
  )

const schemaTypes = (openapi: JsonObject, fields: Fields): readonly string[] =>
  Object.entries(objectAt(objectAt(openapi, 'components'), 'schemas')).map(([name, schema]) => {
    const said = asObject(schema).description
    const whole = ownMember(fields, name)
    return `${typeof said === 'string' ? `${comment(said)}\n` : ''}export type ${typeName(name)} = ${schemaType(schema, whole && new Set(whole))}`
  })

const codesOf = (openapi: JsonObject): readonly string[] => {
  const code = objectAt(objectAt(objectAt(objectAt(openapi, 'components'), 'schemas'), 'Problem'), 'properties').code
  const values = asObject(code).enum
  return Array.isArray(values) ? values.map(String) : []
}

interface Parameter {
  readonly name: string
  /** As the input calls it. */
  readonly member: string
  readonly place: string
  readonly isRequired: boolean
  readonly isExploded: boolean
  readonly schema: Json | undefined
  readonly description: Json | undefined
}

const parametersOf = (openapi: JsonObject, { operation }: Asked): readonly Parameter[] => {
  const all = (Array.isArray(operation.parameters) ? operation.parameters : []).map((given) =>
    resolved(openapi, asObject(given)),
  )
  const others = new Set(['body', 'signal', ...all.flatMap((each) => (each.in === 'path' ? [] : [memberName(each)]))])
  return all.map((each) => {
    const member = memberName(each)
    return {
      name: String(each.name),
      // A key field may be called as what may be asked beside it.
      member: each.in === 'path' && others.has(member) ? `${member}Key` : member,
      place: String(each.in),
      isRequired: each.required === true,
      isExploded: each.explode !== false,
      schema: each.schema,
      description: each.description,
    }
  })
}

const headerNames: Readonly<Record<string, string>> = {
  'If-Match': 'ifMatch',
  'If-None-Match': 'ifNoneMatch',
  'Idempotency-Key': 'idempotencyKey',
}

const memberName = ({ name }: JsonObject): string => headerNames[String(name)] ?? String(name)

const inputName = (id: string): string => `${typeName(id.charAt(0).toUpperCase() + id.slice(1))}Input`

/** Path, query and headers side by side; the body under `body`. */
const inputType = (openapi: JsonObject, asked: Asked): string => {
  const members = parametersOf(openapi, asked).map(
    ({ member, isRequired, schema, description }) =>
      `${typeof description === 'string' ? `${comment(description)}\n` : ''}readonly ${propertyName(member)}${isRequired ? '' : '?'}: ${schemaType(schema)}`,
  )
  const body = bodyOf(openapi, asked)
  if (body) members.push(`readonly body: ${body.isLines ? 'readonly object[]' : schemaType(body.schema)}`)
  return `export type ${inputName(asked.id)} = CallOptions & {\n${members.join('\n')}\n}`
}

const bodyOf = (
  openapi: JsonObject,
  { operation }: Asked,
): { readonly type: string; readonly schema: Json | undefined; readonly isLines: boolean } | null => {
  if (operation.requestBody === undefined) return null
  const content = objectAt(resolved(openapi, asObject(operation.requestBody)), 'content')
  const [type, media] = Object.entries(content)[0] ?? []
  return type === undefined ? null : { type, schema: asObject(media).schema, isLines: /ndjson|jsonl/.test(type) }
}

const operationFunction = (openapi: JsonObject, asked: Asked, fields: Fields): string => {
  const { id, method, path, operation } = asked
  const parameters = parametersOf(openapi, asked)
  const body = bodyOf(openapi, asked)
  const at = (place: string) => parameters.filter((each) => each.place === place)
  const plan = [
    `method: ${stringLiteral(method.toUpperCase())}`,
    `path: ${stringLiteral(path)}`,
    `inPath: ${pairsOf(at('path'))}`,
    `inQuery: ${listOf(at('query'))}`,
    `joined: ${listOf(at('query').filter(({ isExploded }) => !isExploded))}`,
    `inHeader: ${pairsOf(at('header'))}`,
    `body: ${body ? stringLiteral(body.type) : 'null'}`,
  ].join(', ')
  const isNeeded = body !== null || parameters.some(({ isRequired }) => isRequired)
  const summary = [operation.summary, operation.description].filter((each) => typeof each === 'string').join('. ')
  return `${comment(summary.replace('..', '.'))}
    ${propertyName(id)}: <const Input extends ${inputName(id)}>(input${isNeeded ? ': Input' : ': Input = {} as Input'}) =>
      send<${answerType(openapi, asked, fields)}, ${codesIn(openapi, asked)}>({ ${plan} }, input),`
}

/** Members of the input, each with what it is called on the wire. */
const pairsOf = (parameters: readonly Parameter[]): string =>
  `{ ${parameters.map(({ name, member }) => `${propertyName(member)}: ${stringLiteral(name)}`).join(', ')} }`

const listOf = (parameters: readonly Parameter[]): string =>
  `[${parameters.map(({ name }) => stringLiteral(name)).join(', ')}]`

/** A row, or a page of rows, of which an input's `fields` may want fewer. */
const answerType = (openapi: JsonObject, { operation }: Asked, fields: Fields): string => {
  const responses = objectAt(operation, 'responses')
  const status = Object.keys(responses).find((each) => /^2/.test(each))
  const answer = status === undefined ? {} : resolved(openapi, asObject(responses[status]))
  const [media] = Object.values(objectAt(answer, 'content'))
  const type = media === undefined ? 'undefined' : schemaType(asObject(media).schema)
  const isRow = (name: string): boolean => Object.keys(fields).some((entity) => typeName(entity) === name)
  if (isRow(type)) return `Chosen<Input, ${type}>`
  const row = typeName(type.replace(/Page$/, ''))
  return type.endsWith('Page') && isRow(row)
    ? `Omit<${type}, 'items'> & { readonly items: readonly Chosen<Input, ${row}>[] }`
    : type
}

/** Codes of the problems that its answers can be. */
const codesIn = (openapi: JsonObject, { operation }: Asked): string => {
  const known = new Set(codesOf(openapi))
  const codes = Object.entries(objectAt(operation, 'responses'))
    .filter(([status]) => /^[45]/.test(status))
    .flatMap(([, response]) => [...String(resolved(openapi, asObject(response)).description).matchAll(/`([a-z-]+)`:/g)])
    .flatMap(([, code = '']) => (known.has(code) ? [stringLiteral(code)] : []))
  return codes.length > 0 ? [...new Set(codes)].join(' | ') : 'ProblemCode'
}

const resolved = (openapi: JsonObject, given: JsonObject): JsonObject => {
  const reference = ownMember(given, '$ref')
  if (typeof reference !== 'string') return given
  return reference
    .slice(2)
    .split('/')
    .reduce<JsonObject>((at, step) => objectAt(at, step), openapi)
}

const asObject = (value: Json | undefined): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {}

const objectAt = (from: JsonObject, name: string): JsonObject => asObject(ownMember(from, name))

const first = (list: Json | undefined): JsonObject => asObject(Array.isArray(list) ? list[0] : undefined)
