import { connectors } from '@charter/connectors'
import type { PageOperation, PageStyle } from '@charter/page'
import { parseExact } from '@charter/runtime'
import { derive } from '@charter/service'
import { requireSound } from './check.ts'
import { loadCharter } from './load.ts'
import { filledRequest } from './page/filled-request.ts'
import { initially, prefilledFor } from './page/prefilled-for.ts'
import { pageData } from './page-data.ts'

/** Programs that people send requests with. */
export const collectionPrograms = ['postman', 'bruno', 'insomnia'] as const
export type CollectionProgram = (typeof collectionPrograms)[number]

/** A request as all of them know one. */
interface Request {
  readonly name: string
  readonly folder: string
  readonly method: string
  /** With `:name` parameters. */
  readonly path: string
  readonly parameters: readonly { readonly name: string; readonly value: string }[]
  readonly query: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

/** What the files are made of, whichever program they are for. */
interface Collection {
  readonly name: string
  readonly description: string
  readonly requests: readonly Request[]
}

/**
 * The requests of a charter's API over REST, filled in as the development page fills them in, with the address under `baseUrl` and the
 * token under `token`: file name → text. Rejects with NoCharter or Refused.
 */
export const collectionOf = async (
  file: string,
  program: CollectionProgram,
): Promise<Readonly<Record<string, string>>> => {
  const loaded = await loadCharter(file)
  const charter = requireSound(loaded)
  const page = pageData(derive({ ...charter, serves: ['rest'] }, connectors, loaded.document.lock), loaded)
  const [rest] = page.styles
  const requests = rest ? page.operations.flatMap((operation) => requestOf(operation, rest)) : []
  const { title, description = '' } = charter
  return writers[program](
    { name: untagged(title), description: untagged(description), requests: requests.map(withoutTags) },
    charter.name,
  )
}

const requestOf = (operation: PageOperation, style: PageStyle): readonly Request[] => {
  const [filled = initially(operation)] = Object.keys(operation.valuesFor ?? {}).flatMap(
    (role) => prefilledFor(operation, role) ?? [],
  )
  const { values } = filled
  const asked = filledRequest(style, filled.operation, values)
  if (asked === null || typeof asked === 'string') return []
  const [, query = ''] = asked.target.split('?')
  return [
    {
      name: operation.summary,
      folder: operation.entity ?? 'Service',
      method: operation.method,
      path: operation.path,
      parameters: [...operation.path.matchAll(/:([\w$]+)/g)].map(([, name = '']) => ({
        name,
        value: values[`key.${name}`] ?? '',
      })),
      query,
      headers: { authorization: 'Bearer {{token}}', ...asked.headers },
      body: asked.body === null ? null : pretty(asked.body),
    },
  ]
}

/**
 * What begins a tag in one of these programs, which fill it in with their own variables, files and programs before anything is sent:
 * no text of a charter, or of the database that it came from, may.
 */
const tag = /\{(?=[{%#])/g

/** A text for people. */
const untagged = (text: string): string => text.replaceAll(tag, '{ ')

/** A value that is sent as it stands; none where it holds a tag. */
const untaggedValue = (value: string): string => (value.search(tag) < 0 ? value : '')

/** A request that says what it said and holds no tags: in JSON they are escaped; other values with one are left to the person. */
const withoutTags = (request: Request): Request => ({
  ...request,
  name: untagged(request.name),
  folder: untagged(request.folder),
  parameters: request.parameters.map(({ name, value }) => ({ name, value: untaggedValue(value) })),
  query: new URLSearchParams(
    [...new URLSearchParams(request.query)].map(([key, value]) => [key, untaggedValue(value)] as [string, string]),
  ).toString(),
  headers: Object.fromEntries(
    Object.entries(request.headers).filter(([name, value]) => name === 'authorization' || value.search(tag) < 0),
  ),
  body: request.body?.replaceAll(tag, '\\u007b') ?? null,
})

const pretty = (body: string): string => {
  try {
    return JSON.stringify(parseExact(body), null, 2)
  } catch {
    return body
  }
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

const folders = ({ requests }: Collection): readonly (readonly [string, readonly Request[]])[] => [
  ...Map.groupBy(requests, ({ folder }) => folder),
]

/** Where the service listens unless somebody says otherwise. */
const usualUrl = 'http://127.0.0.1:8080'

/** Collection format 2.1. */
const postman = (collection: Collection, name: string): Readonly<Record<string, string>> => ({
  [`${name}.postman_collection.json`]: json({
    info: {
      name: collection.name,
      description: collection.description,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
    variable: [
      { key: 'baseUrl', value: usualUrl },
      { key: 'token', value: '' },
    ],
    item: folders(collection).map(([folder, requests]) => ({
      name: folder,
      item: requests.map((request) => ({
        name: request.name,
        request: {
          method: request.method,
          header: headersOf(request).map(([key, value]) => ({ key, value })),
          url: {
            raw: `{{baseUrl}}${request.path}${request.query && `?${request.query}`}`,
            host: ['{{baseUrl}}'],
            path: request.path.split('/').slice(1),
            ...(request.query && {
              query: [...new URLSearchParams(request.query)].map(([key, value]) => ({ key, value })),
            }),
            ...(request.parameters.length > 0 && {
              variable: request.parameters.map(({ name: key, value }) => ({ key, value })),
            }),
          },
          ...(request.body !== null && {
            body: { mode: 'raw', raw: request.body, options: { raw: { language: isJson(request) ? 'json' : 'text' } } },
          }),
        },
        response: [],
      })),
    })),
  }),
})

/** The token is the collection's own, said once. */
const headersOf = ({ headers }: Request): readonly (readonly [string, string])[] =>
  Object.entries(headers).filter(([name]) => name !== 'authorization')

const isJson = ({ headers }: Request): boolean =>
  /\bjson$|\+json$/.test(headers['content-type'] ?? '') && !/ndjson/.test(headers['content-type'] ?? '')

/** Insomnia's export format 4. */
const insomnia = (collection: Collection, name: string): Readonly<Record<string, string>> => {
  const workspace = `wrk_${name}`
  return {
    [`${name}.insomnia.json`]: json({
      _type: 'export',
      __export_format: 4,
      __export_source: 'charter',
      resources: [
        {
          _id: workspace,
          _type: 'workspace',
          parentId: null,
          name: collection.name,
          description: collection.description,
          scope: 'collection',
        },
        {
          _id: `env_${name}`,
          _type: 'environment',
          parentId: workspace,
          name: 'Base Environment',
          data: { baseUrl: usualUrl, token: '' },
        },
        ...folders(collection).flatMap(([folder, requests], at) => [
          { _id: `fld_${name}_${at}`, _type: 'request_group', parentId: workspace, name: folder },
          ...requests.map((request, of) => ({
            _id: `req_${name}_${at}_${of}`,
            _type: 'request',
            parentId: `fld_${name}_${at}`,
            name: request.name,
            method: request.method,
            url: `{{ _.baseUrl }}${request.path}`,
            pathParameters: request.parameters,
            parameters: [...new URLSearchParams(request.query)].map(([key, value]) => ({ name: key, value })),
            headers: headersOf(request).map(([key, value]) => ({ name: key, value })),
            authentication: { type: 'bearer', token: '{{ _.token }}' },
            body:
              request.body === null
                ? {}
                : { mimeType: request.headers['content-type'] ?? 'application/json', text: request.body },
          })),
        ]),
      ],
    }),
  }
}

/** Bruno's folder: a `.bru` file for each request. */
const bruno = (collection: Collection, name: string): Readonly<Record<string, string>> => ({
  [`${name}/bruno.json`]: json({
    version: '1',
    name: collection.name,
    type: 'collection',
    ignore: ['node_modules', '.git'],
  }),
  [`${name}/environments/local.bru`]: `vars {\n  baseUrl: ${usualUrl}\n}\nvars:secret [\n  token\n]\n`,
  [`${name}/collection.bru`]: 'auth {\n  mode: bearer\n}\n\nauth:bearer {\n  token: {{token}}\n}\n',
  ...Object.fromEntries(
    folders(collection).flatMap(([folder, requests]) =>
      requests.map((request, at) => {
        const own = nameAmong(requests, at)
        return [`${name}/${fileName(folder)}/${own}.bru`, bru({ ...request, name: own }, at + 1)]
      }),
    ),
  ),
})

/** Bruno knows a request by its file: its name, with a number where one before it is called the same. */
const nameAmong = (requests: readonly Request[], at: number): string => {
  const names = requests.slice(0, at + 1).map((each) => fileName(each.name))
  const own = names[at] ?? ''
  const isSame = (each: string): boolean => each.toLowerCase() === own.toLowerCase()
  const before = names.filter(isSame).length - 1
  return before === 0 ? own : `${own} ${before + 1}`
}

/** What file systems take: words alone. */
const fileName = (text: string): string =>
  text
    .replaceAll(/[^\p{L}\p{N} -]+/gu, ' ')
    .trim()
    .slice(0, 80) || 'request'

const bru = (request: Request, at: number): string => {
  const kind = request.body === null ? 'none' : isJson(request) ? 'json' : 'text'
  const block = (name: string, lines: readonly string[]): string =>
    lines.length === 0 ? '' : `\n${name} {\n${lines.map((line) => `  ${line}\n`).join('')}}\n`
  return [
    `meta {\n  name: ${oneLine(request.name)}\n  type: http\n  seq: ${at}\n}\n`,
    block(request.method.toLowerCase(), [
      `url: {{baseUrl}}${request.path}${request.query && `?${request.query}`}`,
      `body: ${kind}`,
      'auth: inherit',
    ]),
    block(
      'params:query',
      [...new URLSearchParams(request.query)].map(([key, value]) => `${key}: ${oneLine(value)}`),
    ),
    block(
      'params:path',
      request.parameters.map(({ name, value }) => `${name}: ${oneLine(value)}`),
    ),
    block(
      'headers',
      headersOf(request).map(([key, value]) => `${key}: ${oneLine(value)}`),
    ),
    request.body === null ? '' : block(`body:${kind}`, request.body.split('\n')),
  ].join('')
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

const writers: Readonly<
  Record<CollectionProgram, (collection: Collection, name: string) => Readonly<Record<string, string>>>
> = {
  postman,
  bruno,
  insomnia,
}
