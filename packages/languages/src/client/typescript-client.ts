import { type EntityModel, type JsonObject, ownMember } from '@charter/runtime'
import { propertyName, stringLiteral } from '../node/text.ts'
import { type CodesByStatus, clientEngine } from './client-engine.ts'
import { declarations, type NamedType } from './declarations.ts'
import { type Asked, asObject, objectAt, operationsOf, ownRoutesOf, resolved } from './openapi.ts'
import { joinedIn, nameBesideSchemas, type Parameter, parametersOf, parameterTypes } from './parameters.ts'
import { codesByStatus, codesIn, codesOf, inputErrorOf } from './problem-codes.ts'
import { comment, schemaType, typeName } from './schema-type.ts'

export interface ClientOf {
  /** The OpenAPI document that the service publishes. */
  readonly openapi: JsonObject
  /** What an answer holds of each unless fewer fields were asked for. */
  readonly entities: readonly Pick<EntityModel, 'name' | 'fields'>[]
}

/** Fields by the entity's name. */
type Fields = Readonly<Record<string, readonly string[]>>

/** A typed client of the API in one file of TypeScript, without dependencies: a function for each operation, problems in its type. */
export const typescriptClient = ({ openapi, entities }: ClientOf): string => {
  const fields: Fields = Object.fromEntries(
    entities.map(({ name, fields: of }) => [name, of.map((field) => field.name)]),
  )
  const asked = operationsOf(openapi)
  const byStatus = codesByStatus(openapi)
  const rows = new Set(Object.keys(fields).map(typeName))
  const { title = '', version = '' } = objectAt(openapi, 'info')
  const base = String(
    ownMember(asObject(Array.isArray(openapi.servers) ? openapi.servers[0] : undefined), 'url') ?? '',
  ).replace(/\/$/, '')
  return [
    `// A typed client of ${comment(`${title} ${version}`).slice(4, -3)}, made from its OpenAPI document. Not to be changed: generating again writes it anew.`,
    ...leftOut(openapi),
    ...declarations([
      ...schemaTypes(openapi, fields),
      ...parameterTypes(openapi),
      ...asked.map((each) => inputType(openapi, each)),
    ]),
    clientEngine({
      codes: codesOf(openapi),
      byStatus,
      joined: joinedIn(openapi),
      inputError: schemaType(inputErrorOf(openapi)),
      isOfOrganisations:
        ownMember(objectAt(objectAt(openapi, 'components'), 'parameters'), 'Organisation') !== undefined,
    }),
    `export const createClient = (options: ClientOptions) => {
  const send = sender(options, ${stringLiteral(base)})
  return {
${asked.map((each) => operationFunction(openapi, each, { rows, byStatus })).join('\n')}
  }
}

export type Client = ReturnType<typeof createClient>`,
    '',
  ].join('\n\n')
}

/** Said where they would be looked for. */
const leftOut = (openapi: JsonObject): readonly string[] => {
  const routes = ownRoutesOf(openapi).map(({ method, path }) => `${method.toUpperCase()} ${path}`)
  return routes.length === 0
    ? []
    : [comment(`Routes of its own have no function here: ask them by \`fetch\`. ${routes.join(', ')}`)]
}

const schemaTypes = (openapi: JsonObject, fields: Fields): readonly NamedType[] =>
  Object.entries(objectAt(objectAt(openapi, 'components'), 'schemas')).map(([name, schema]) => {
    const said = asObject(schema).description
    const whole = ownMember(fields, name)
    return {
      name: typeName(name),
      type: schemaType(schema, whole && new Set(whole)),
      ...(typeof said === 'string' && { said }),
    }
  })

const inputName = (openapi: JsonObject, id: string): string =>
  nameBesideSchemas(openapi, `${typeName(id.charAt(0).toUpperCase() + id.slice(1))}Input`)

/** Path, query and headers side by side; the body under `body`. */
const inputType = (openapi: JsonObject, asked: Asked): NamedType => {
  const members = parametersOf(openapi, asked).map(
    ({ member, isRequired, type, description }) =>
      `${typeof description === 'string' ? `${comment(description)}\n` : ''}readonly ${propertyName(member)}${isRequired ? '' : '?'}: ${type}`,
  )
  const body = bodyOf(openapi, asked)
  if (body) members.push(`readonly body: ${body.isLines ? 'readonly object[]' : schemaType(body.schema)}`)
  return { name: inputName(openapi, asked.id), type: `CallOptions & {\n${members.join('\n')}\n}` }
}

const bodyOf = (
  openapi: JsonObject,
  { operation }: Asked,
): { readonly type: string; readonly schema: JsonObject[string] | undefined; readonly isLines: boolean } | null => {
  if (operation.requestBody === undefined) return null
  const content = objectAt(resolved(openapi, asObject(operation.requestBody)), 'content')
  const [type, media] = Object.entries(content)[0] ?? []
  return type === undefined ? null : { type, schema: asObject(media).schema, isLines: /ndjson|jsonl/.test(type) }
}

const operationFunction = (
  openapi: JsonObject,
  asked: Asked,
  { rows, byStatus }: { readonly rows: ReadonlySet<string>; readonly byStatus: CodesByStatus },
): string => {
  const { id, method, path, operation } = asked
  const parameters = parametersOf(openapi, asked)
  const body = bodyOf(openapi, asked)
  const at = (place: string) => parameters.filter((each) => each.place === place)
  const renamed = at('path').filter(({ name, member }) => name !== member)
  const plan = [
    `method: ${stringLiteral(method.toUpperCase())}`,
    `path: ${stringLiteral(path)}`,
    ...(renamed.length > 0 ? [`keys: ${pairsOf(renamed)}`] : []),
    ...(at('query').length > 0 ? [`query: ${listOf(at('query').map(({ name }) => name))}`] : []),
    ...(at('header').length > 0 ? [`headers: ${listOf(at('header').map(({ member }) => member))}`] : []),
    ...(body ? [`body: ${stringLiteral(body.type)}`] : []),
  ].join(', ')
  const isNeeded = body !== null || parameters.some(({ isRequired }) => isRequired)
  const summary = [operation.summary, operation.description].filter((each) => typeof each === 'string').join('. ')
  return `${comment(summary.replace('..', '.'))}
    ${propertyName(id)}: <const Input extends ${inputName(openapi, id)}>(input${isNeeded ? ': Input' : ': Input = {} as Input'}) =>
      send<${answerType(openapi, asked, rows)}, ${codesIn(openapi, asked, byStatus)}>({ ${plan} }, input),`
}

/** Names on the wire, each with the member of the input that it is. */
const pairsOf = (parameters: readonly Parameter[]): string =>
  `{ ${parameters.map(({ name, member }) => `${propertyName(name)}: ${stringLiteral(member)}`).join(', ')} }`

const listOf = (names: readonly string[]): string => `[${names.map(stringLiteral).join(', ')}]`

/** A row, or a page of rows, of which an input's `fields` may want fewer. */
const answerType = (openapi: JsonObject, { operation }: Asked, rows: ReadonlySet<string>): string => {
  const responses = objectAt(operation, 'responses')
  const status = Object.keys(responses).find((each) => /^2/.test(each))
  const answer = status === undefined ? {} : resolved(openapi, asObject(responses[status]))
  const [media] = Object.values(objectAt(answer, 'content'))
  if (media === undefined) return 'undefined'
  const { schema } = asObject(media)
  const type = schemaType(schema)
  if (rows.has(type)) return `Chosen<Input, ${type}>`
  const page = objectAt(resolved(openapi, asObject(schema)), 'properties')
  const row = schemaType(objectAt(page, 'items').items)
  return rows.has(row) ? `PageOf<${type}, Chosen<Input, ${row}>>` : type
}
