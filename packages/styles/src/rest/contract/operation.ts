import {
  type EntityModel,
  isRun,
  type JsonObject,
  type Member,
  nounOf,
  nounsOf,
  type OperationModel,
  oneOf,
  type ServiceModel,
  writtenFields,
} from '@charter/runtime'
import type { RestRoute } from '../surface.ts'
import { common, commonName, formName } from './component-names.ts'
import { deprecationSentence } from './deprecation-sentence.ts'
import { compact, reference, type Schema } from './json.ts'
import { inputNames } from './named-schemas.ts'
import { pageParameters, rowParameters } from './parameters.ts'
import { keyParameters } from './path.ts'
import { headerComponents, isChange, problemResponses } from './responses.ts'
import { routeDocument } from './route-document.ts'
import { memberSchema, membersSchema, nullable, typeSchema } from './type-schema.ts'

/** What an operation's document is written from. */
export interface DocumentParts {
  readonly model: ServiceModel
  /** By name. */
  readonly entities: ReadonlyMap<string, EntityModel>
  /** One row of each entity that its schema takes, where one could be made. */
  readonly samples: Readonly<Record<string, JsonObject | undefined>>
  /** Of schemas, as the document has them. */
  readonly names: ReadonlyMap<string, string>
}

/** One route as an OpenAPI operation, but for its id. */
export const operationDocument = (writing: DocumentParts, route: RestRoute): Schema => {
  const own = route.kind === 'own' && writing.model.routes?.find(({ name }) => name === route.operation)
  if (own) return routeDocument(own, route, writing.model)
  const entity = writing.entities.get(route.entity ?? '')
  const answered = writing.entities.get(route.answers ?? '')
  const custom = writing.model.operations.find(({ name }) => route.kind === 'operation' && name === route.operation)
  return compact({
    tags: [entity?.name ?? 'Service'],
    ...wordsOf(route, entity, custom),
    ...deprecationOf(route, entity, answered, custom),
    parameters: nonEmpty([
      ...keyParameters(route, entity),
      ...(custom && route.method === 'GET' ? inputParameters(custom.input) : []),
      ...headerParameters(route, writing.model),
      ...queryParameters(route, answered),
    ]),
    requestBody: requestBody(writing, route, entity, custom),
    responses: { ...successResponse(writing, route, answered, custom), ...problemResponses(route.kind, writing.model) },
  })
}

/** As the transport tells it in headers: what is asked for goes before whose row it is about. */
const deprecationOf = (
  route: RestRoute,
  entity: EntityModel | undefined,
  answered: EntityModel | undefined,
  custom: OperationModel | undefined,
): Schema => {
  const of = (route.kind === 'nested' ? answered : custom)?.deprecated ?? entity?.deprecated
  if (!of) return {}
  const { description } = wordsOf(route, entity, custom)
  return { description: `${String(description)} ${deprecationSentence(of)}`, deprecated: true }
}

const nonEmpty = <Item>(items: readonly Item[]) => (items.length > 0 ? items : undefined)

const inputParameters = (members: readonly Member[]): readonly Schema[] =>
  members.map((member) => {
    const { description, ...schema } = memberSchema({ ...member, isOptional: false })
    return compact({
      name: member.name,
      in: 'query',
      required: !member.isOptional && !member.default,
      description,
      schema,
    })
  })

const headerParameters = ({ kind, method }: RestRoute, { ifMatch }: ServiceModel): readonly Schema[] => {
  const names: string[] = []
  if (kind === 'read') names.push('IfMatch', 'IfNoneMatch')
  if (isChange(kind)) names.push(ifMatch === 'required' ? 'RequiredIfMatch' : 'IfMatch')
  if (
    kind === 'create' ||
    kind === 'import' ||
    kind === 'batch' ||
    kind === 'update' ||
    kind === 'replace' ||
    (kind === 'operation' && method !== 'GET')
  )
    names.push('IdempotencyKey')
  return names.map((name) => reference('parameters', name))
}

const queryParameters = ({ kind }: RestRoute, answered: EntityModel | undefined): readonly Schema[] => {
  if (kind === 'audit') return ['Limit', 'After'].map((name) => reference('parameters', name))
  if (!answered || kind === 'search') return []
  return kind === 'list' || kind === 'nested' ? pageParameters(answered) : rowParameters(answered)
}

const requestBody = (
  { model, samples, names }: DocumentParts,
  { kind, method }: RestRoute,
  entity: EntityModel | undefined,
  custom: OperationModel | undefined,
): Schema | undefined => {
  switch (kind) {
    case 'create':
    case 'replace':
      return (
        entity &&
        body(
          formName(entity.name, kind === 'create' ? 'Create' : 'Replace'),
          writtenSample(entity, samples[entity.name], kind),
        )
      )
    case 'update':
      return entity && patchBody(entity, samples[entity.name])
    case 'search':
      return body(commonName('Search'), { limit: 20 })
    case 'batch':
      return body(commonName('Batch'), undefined)
    case 'import':
      return importBody(names.get(formName(entity?.name ?? '', 'Create')))
    case 'operation':
      return custom && method !== 'GET' && custom.input.length > 0
        ? {
            required: custom.input.some(({ isOptional, default: fallback }) => !isOptional && !fallback),
            content: { 'application/json': { schema: membersSchema(custom.input, inputNames(model)) } },
          }
        : undefined
    default:
      return undefined
  }
}

const body = (schema: string, example: JsonObject | undefined): Schema => ({
  required: true,
  content: { 'application/json': compact({ schema: reference('schemas', schema), example }) },
})

/** A line for each row; OpenAPI 3.1 describes a stream of documents as text. */
const importBody = (line: string | undefined): Schema => ({
  required: true,
  content: {
    'application/x-ndjson': {
      schema: { type: 'string', description: `One ${line} a line, as JSON (ndjson).` },
    },
  },
})

const patchBody = (entity: EntityModel, sample: JsonObject | undefined): Schema => {
  const name = writtenFields(entity, 'update')[0]?.name
  const example = name !== undefined && sample ? { [name]: sample[name] ?? null } : undefined
  const content = compact({ schema: reference('schemas', formName(entity.name, 'Patch')), example })
  const patch = { schema: common('JsonPatch') }
  return {
    required: true,
    content: {
      'application/merge-patch+json': content,
      'application/json': content,
      'application/json-patch+json': patch,
    },
  }
}

const writtenSample = (entity: EntityModel, sample: JsonObject | undefined, form: 'create' | 'replace') =>
  sample &&
  Object.fromEntries(
    writtenFields(entity, form)
      .filter(({ name }) => sample[name] !== undefined)
      .map(({ name }) => [name, sample[name] ?? null]),
  )

/** The example of a row, or of a page of such rows: it stands once, among the components. */
interface Example {
  readonly name: string
  readonly component: string
}

const exampleOf = (
  { samples }: DocumentParts,
  entity: string | undefined,
  name: 'row' | 'page',
): Example | undefined =>
  entity === undefined || samples[entity] === undefined
    ? undefined
    : { name, component: name === 'row' ? entity : formName(entity, 'Page') }

/** What is answered of each entity in more than one place: examples of its rows, and its pages. */
export const sharedExamples = (samples: DocumentParts['samples']): Schema =>
  Object.fromEntries(
    Object.entries(samples).flatMap(([name, sample]) =>
      sample === undefined
        ? []
        : [
            [name, { value: sample }],
            [formName(name, 'Page'), { value: { items: [sample], next: null } }],
          ],
    ),
  )

/** A page of each entity's rows: of its own list, and of those below the rows that they belong to. */
export const pageResponses = (writing: DocumentParts): Schema =>
  Object.fromEntries(
    writing.model.entities.map(({ name }) => [
      formName(name, 'Page'),
      answer('A page of rows.', reference('schemas', formName(name, 'Page')), exampleOf(writing, name, 'page'), [
        'Link',
      ]),
    ]),
  )

const successResponse = (
  writing: DocumentParts,
  { kind, answers }: RestRoute,
  answered: EntityModel | undefined,
  custom: OperationModel | undefined,
): Schema => {
  const row = answered && reference('schemas', answered.name)
  const sample = exampleOf(writing, answers, 'row')
  switch (kind) {
    case 'list':
    case 'nested':
      return { 200: reference('responses', formName(answered?.name ?? '', 'Page')) }
    case 'search': {
      const pages = answered && reference('schemas', formName(answered.name, 'Page'))
      return { 200: answer('A page of rows.', pages, exampleOf(writing, answers, 'page'), []) }
    }
    case 'create':
      return { 201: answer('The new row.', row, sample, ['ETag', 'Location', 'Replayed']) }
    case 'read': {
      const read = answer('The row.', row, sample, ['ETag'])
      const isFollowed = answered !== undefined && isRun(writing.model, answered)
      return {
        200: isFollowed ? told(read) : read,
        304: empty('The row held is the row there is.', ['ETag']),
      }
    }
    case 'replace':
    case 'update':
      return { 200: answer('The row as it is now.', row, sample, ['ETag', 'Replayed']) }
    case 'remove':
      return { 204: empty('The row is gone.', []) }
    case 'audit':
      return {
        200: answer('A page of audit entries, newest first.', common('AuditEntryPage'), undefined, ['Link']),
      }
    case 'import':
      return {
        200: answer('Every line is a row now.', common('ImportReport'), undefined, []),
        207: answer('Some lines are rows now, others are not.', common('ImportReport'), undefined, []),
      }
    case 'batch':
      return { 200: answer('What each call answers, in order.', common('BatchResults'), undefined, []) }
    case 'operation':
      return customResponse(custom, row, { sample, one: writing.samples[answers ?? ''] })
    case 'own':
      return {}
  }
}

const customResponse = (
  custom: OperationModel | undefined,
  row: Schema | undefined,
  { sample, one }: { readonly sample: Example | undefined; readonly one: JsonObject | undefined },
): Schema => {
  const result = custom?.result
  if (!result) return { 204: empty('Done.', ['Replayed']) }
  if ('type' in result)
    return { 200: answer('The result.', nullable(typeSchema(result.type)), undefined, ['Replayed']) }
  if (custom.job !== undefined)
    return {
      202: answer('The run, which goes on: read it at `Location`.', row, sample, ['ETag', 'Location', 'Replayed']),
    }
  return result.isList
    ? { 200: answer('The rows.', { type: 'array', items: row }, one && [one], []) }
    : { 200: answer('The row.', row, sample, ['ETag', 'Replayed']) }
}

const headersNamed = (names: readonly string[]): Schema => {
  const known: Readonly<Record<string, string>> = { Replayed: 'Idempotency-Replayed' }
  const all = ['RequestId', ...names.filter((name) => name in headerComponents)]
  return Object.fromEntries(
    all.map((name) => [name === 'RequestId' ? 'X-Request-Id' : (known[name] ?? name), reference('headers', name)]),
  )
}

const answer = (
  description: string,
  schema: Schema | undefined,
  example: Example | readonly JsonObject[] | undefined,
  headers: readonly string[],
): Schema => ({
  description,
  headers: headersNamed(headers),
  content: { 'application/json': compact({ schema, ...shown(example) }) },
})

/** A run of a job is also told as events, of which each holds the row. */
const told = (response: Schema): Schema => ({
  ...response,
  content: Object.assign({}, response.content, {
    'text/event-stream': {
      schema: { type: 'string', description: 'Server-sent events until the run has ended; `data` is the row.' },
    },
  }),
})

const shown = (example: Example | readonly JsonObject[] | undefined): Schema =>
  example === undefined
    ? {}
    : 'component' in example
      ? { examples: { [example.name]: reference('examples', example.component) } }
      : { example }

const empty = (description: string, headers: readonly string[]): Schema => ({
  description,
  headers: headersNamed(headers),
})

const wordsOf = (route: RestRoute, entity: EntityModel | undefined, custom: OperationModel | undefined): Schema => {
  const name = entity?.name ?? ''
  const [one, many] = [oneOf(name), entity?.plural ?? nounsOf(name)]
  switch (route.kind) {
    case 'list':
      return words(`List ${many}`, `A page of the rows of ${name} that you may see.`)
    case 'search':
      return words(
        `Search ${many}`,
        'A page of rows, with the selection in the body: filters of any shape, and values that do not belong in an address.',
      )
    case 'create':
      return words(`Create ${one}`, `Makes a row of ${name}. Absent fields take their defaults.`)
    case 'import':
      return words(
        `Import ${many}`,
        'Makes a row of each line, a hundred at a time. Lines that are refused are listed; sent again under the same `Idempotency-Key`, lines that are rows already are not made twice.',
      )
    case 'read':
      return words(`Read ${one}`, `One row of ${name}.`)
    case 'replace':
      return words(`Replace ${one}`, 'Replaces the fields you may write. Absent ones take what they would on create.')
    case 'update':
      return words(
        `Change ${one}`,
        'A JSON merge patch (RFC 7396): absent fields stay, null takes a value away. Or a JSON Patch (RFC 6902), judged as the merge that it amounts to.',
      )
    case 'remove':
      return words(`Delete ${one}`, `Takes one row of ${name} away.`)
    case 'audit':
      return words(`See who did what to ${one}`, 'Who did what to this row, newest first.')
    case 'nested':
      return words(
        `List the ${nounOf(route.relation ?? '')} of ${one}`,
        `A page of the rows of ${route.answers} that belong to this ${name}.`,
      )
    case 'batch':
      return words('Run a batch', 'Many calls in one request, each for itself or all of them together.')
    case 'operation':
    case 'own':
      return words(sentenceCase(nounOf(route.operation)), custom?.description ?? `The operation ${route.operation}.`)
  }
}

const sentenceCase = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const words = (summary: string, description: string): Schema => ({ summary, description })
