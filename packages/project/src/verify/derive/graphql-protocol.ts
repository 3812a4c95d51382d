import { createHash } from 'node:crypto'
import type { Scenario, Step } from '../scenario.ts'
import type { Derivation } from './derivation.ts'
import { graphqlAnswers } from './graphql-answers.ts'
import { type GraphqlAsked, graphqlAsked, graphqlAskedOf, inGraphql, posted, refused } from './graphql-asked.ts'
import { graphqlAverages } from './graphql-averages.ts'
import { changeScenarios } from './graphql-changes.ts'
import { graphqlCounted } from './graphql-counted.ts'
import { graphqlDocuments } from './graphql-documents.ts'
import { rates } from './graphql-rates.ts'
import { manyIncluded } from './graphql-related.ts'
import { graphqlSockets } from './graphql-sockets.ts'
import { graphqlUnmeasured } from './graphql-unmeasured.ts'

/** GraphQL as any client may speak it (GraphQL over HTTP, graphql-transport-ws): carriers, documents, bounds. */
export const graphqlScenarios = (deriving: Derivation): readonly Scenario[] => {
  const asked = graphqlAsked(deriving)
  return asked
    ? [
        ...carriers(asked),
        requests(asked),
        gets(asked),
        persisted(asked),
        persistedAlso(asked),
        persistedOnly(asked),
        ...graphqlDocuments(asked),
        ...graphqlAnswers(deriving, asked),
        ...manyIncluded(deriving, asked),
        ...graphqlCounted(deriving, asked),
        ...graphqlAskedOf(deriving).flatMap(graphqlAverages),
        ...graphqlAskedOf(deriving).flatMap(graphqlUnmeasured),
        ...graphqlSockets(asked),
        ...changeScenarios(deriving),
        ...rates(asked),
      ]
    : []
}

const carriers = (asked: GraphqlAsked): readonly Scenario[] => {
  const { surface, listed, field, role } = asked
  const query = `{ ${listed}(first: 1) { nodes { ${field} } } }`
  const accepted = (accept: string, type: string | null): Step => ({
    as: role,
    method: 'POST',
    path: surface.path,
    headers: { accept },
    body: { query },
    expect:
      type === null
        ? { status: 406, says: ['not-acceptable'] }
        : { status: 200, headers: { 'content-type': { matches: type } } },
  })
  const json = 'application/json; charset=utf-8'
  const own = 'application/graphql-response\\+json; charset=utf-8'
  const sent = (type: string, status: number): Step => ({
    as: role,
    method: 'POST',
    path: surface.path,
    text: JSON.stringify({ query }),
    headers: { 'content-type': type },
    expect: { status },
  })
  return [
    inGraphql(
      'media-types',
      'answers come in the media type that the client likes best, and bodies are JSON in UTF-8',
      [
        ...[
          '*/*',
          'application/json',
          'application/*',
          'text/html, */*;q=0.1',
          'application/json; charset=utf-8',
          'application/json;charset=utf8',
        ].map((each) => accepted(each, json)),
        ...[
          'application/graphql-response+json',
          'application/json;q=0.5, application/graphql-response+json',
          'application/graphql-response+json; charset=utf-8',
        ].map((each) => accepted(each, own)),
        accepted('application/json, application/graphql-response+json;q=0.9', json),
        ...['text/html', 'application/json;q=0', 'application/json; charset=latin1', 'application/xml, image/*'].map(
          (each) => accepted(each, null),
        ),
        ...['application/json; charset=latin1', 'text/plain', 'application/graphql', 'application/xml'].map((each) =>
          sent(each, 415),
        ),
        ...['application/json; charset=utf-8', 'application/json;charset="UTF8"'].map((each) => sent(each, 200)),
        accepted('text/event-stream', 'text/event-stream; charset=utf-8'),
      ],
    ),
    inGraphql('statuses', 'what is wrong with a document has the status that its media type has for it', [
      posted(asked, { query: '{ nothingLikeThis }' }, refused(400, 'malformed')),
      posted(asked, { query: '{ nothingLikeThis }' }, refused(200, 'malformed'), {
        headers: { accept: 'application/json' },
      }),
      posted(asked, { query: '{' }, refused(400, 'malformed')),
      posted(asked, { query: '{' }, refused(200, 'malformed'), { headers: { accept: 'application/json' } }),
      posted(asked, { query: 7 }, refused(400, 'malformed'), { headers: { accept: 'application/json' } }),
      posted(asked, { query }, refused(401, 'unauthenticated'), { as: null }),
      posted(asked, { query: '{' }, { ...refused(401, 'unauthenticated'), lacks: ['Syntax'] }, { as: null }),
      posted(
        asked,
        { query: '{ __schema { types { name } } }' },
        { ...refused(401, 'unauthenticated'), lacks: ['__Type'] },
        { as: null },
      ),
      posted(
        asked,
        { query: '{ _service { sdl } }' },
        { ...refused(401, 'unauthenticated'), lacks: ['type Query'] },
        { as: null },
      ),
    ]),
  ]
}

const requests = (asked: GraphqlAsked): Scenario => {
  const { surface, listed, field, role } = asked
  const query = `{ ${listed}(first: 1) { nodes { ${field} } } }`
  const malformed = refused(400, 'malformed')
  const text = (sent: string, expect: Step['expect'] = malformed): Step => ({
    ...posted(asked, null, expect),
    text: sent,
  })
  const two = `query A { ${listed}(first: 1) { nodes { ${field} } } } query B { __typename }`
  return inGraphql('requests', 'a request is an object with text, text, an object and an object, in JSON', [
    ...[null, 7, 'query', [{ query }], []].map((body) => posted(asked, body, malformed)),
    ...[{}, { query: null }, { query: 7 }, { query: [query] }, { query: '' }].map((body) =>
      posted(asked, body, malformed),
    ),
    // Of an operation that there is not nothing else is said by the code.
    ...[7, ['A'], {}].map((operationName) =>
      posted(asked, { query, operationName }, { ...malformed, says: ['\\"operationName\\" is text'] }),
    ),
    ...[7, 'x', [], true].map((variables) => posted(asked, { query, variables }, malformed)),
    ...[7, 'x', [], true].map((extensions) => posted(asked, { query, extensions }, malformed)),
    posted(asked, { query, operationName: null, variables: null, extensions: null }, { status: 200 }),
    posted(asked, { query: two }, malformed),
    posted(asked, { query: two, operationName: 'C' }, malformed),
    posted(
      asked,
      { query: two, operationName: 'B' },
      { status: 200, body: [{ at: '/data', equals: { __typename: 'Query' } }] },
    ),
    posted(asked, { query: 'query A { __typename } query A { __typename }' }, malformed),
    posted(asked, { query: `fragment F on Query { __typename }` }, malformed),
    text('', { ...malformed, says: ['Send a JSON body'] }),
    {
      as: role,
      method: 'POST',
      path: surface.path,
      headers: { accept: 'application/graphql-response+json' },
      expect: { ...malformed, says: ['Send a JSON body'] },
    },
    ...['{', '{"query":', '[1', 'query', '{"query":"{ __typename }"} x'].map((each) => text(each)),
    text(`{${Array.from({ length: 30 }, (_, at) => `"m${at}":1,"m${at}":2`).join(',')}}`, {
      status: 422,
      says: ['There are more errors than these 20'],
    }),
    text(`{"query":"{ __typename }","query":"{ __typename }"}`, {
      status: 422,
      body: [{ at: '/errors/0/extensions/errors/0/code', equals: 'duplicate' }],
    }),
    {
      ...posted(asked, null, { status: 400, says: ['not UTF-8'] }),
      as: role,
      bare: {
        lines: [
          `POST ${surface.path} HTTP/1.1`,
          'host: {{authority}}',
          'authorization: Bearer {{token}}',
          'content-type: application/json',
          'content-length: 12',
        ],
        body: '{"query":"\xff"',
      },
    },
  ])
}

const gets = (asked: GraphqlAsked): Scenario => {
  const { surface, listed, field, role, entity } = asked
  const query = `query Q($n: Int) { ${listed}(first: $n) { nodes { ${field} } } }`
  const get = (
    given: Readonly<Record<string, string>>,
    expect: Step['expect'],
    method: Step['method'] = 'GET',
  ): Step => ({
    as: role,
    method,
    path: `${surface.path}?${new URLSearchParams(given)}`,
    headers: { accept: 'application/graphql-response+json' },
    expect,
  })
  const { update } = entity.roots
  const long = 'x'.repeat(9000)
  return inGraphql(
    'get',
    'a GET asks with parameters, changes nothing, and has an address of at most 8192 characters',
    [
      get({ query }, { status: 200 }),
      get({ query, variables: '{"n":1}', operationName: 'Q', extensions: '{}' }, { status: 200 }),
      get({ query, variables: '', operationName: '', extensions: '' }, { status: 200 }),
      get({ query, variables: '{"n":1}' }, { status: 200 }, 'HEAD'),
      get({}, refused(400, 'malformed')),
      get({ query, variables: 'x' }, refused(400, 'malformed')),
      get({ query, variables: '[]' }, refused(400, 'malformed')),
      get({ query, operationName: 'R' }, refused(400, 'malformed')),
      get({ query, x: long }, refused(413, 'too-large')),
      { ...posted(asked, { query, variables: {} }, { status: 200 }), path: `${surface.path}?x=${long.slice(0, 8000)}` },
      ...(update === undefined
        ? []
        : [
            get({ query: `mutation { ${update}(input: {}) { __typename } }` }, { status: [400, 405] }),
            get(
              { query: 'mutation { __typename }' },
              { ...refused(405, 'method-not-allowed'), headers: { allow: { equals: 'POST' } } },
            ),
            get({ query: 'mutation { __typename }' }, { status: 405 }, 'HEAD'),
            posted(asked, { query: 'mutation { __typename }' }, { status: 200 }),
          ]),
      { ...posted(asked, null, { status: 405 }), method: 'PUT', body: {} },
    ],
  )
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const persisted = (asked: GraphqlAsked): Scenario => {
  const query = '{ __typename }'
  const by = (sha256Hash: string | number, more: { query?: string } = {}) => ({
    ...more,
    extensions: { persistedQuery: { version: 1, sha256Hash } },
  })
  return inGraphql(
    'persisted',
    'a document that is not known is not found by its hash, and a hash is that of its document',
    [
      posted(asked, by(sha256(query)), asked.surface.persisted === null ? notSupported : notFound),
      posted(asked, by(7), refused(400, 'malformed')),
      ...(asked.surface.persisted === 'only'
        ? [posted(asked, { query }, refused(403, 'forbidden'))]
        : [
            posted(asked, by(sha256('{ another }'), { query }), refused(400, 'malformed')),
            posted(asked, by(sha256(query).toUpperCase(), { query }), { status: 200 }),
          ]),
      posted(
        asked,
        { query, extensions: { persistedQuery: 'x' } },
        { status: asked.surface.persisted === 'only' ? 403 : 200 },
      ),
    ],
  )
}

/** What Apollo's clients know: to send the document too, or no hash any more. */
const notFound: Step['expect'] = { ...refused(404, 'not-found'), says: ['PersistedQueryNotFound'] }
const notSupported: Step['expect'] = { ...refused(501, 'not-implemented'), says: ['PersistedQueryNotSupported'] }

/** Automatic persisted queries: a document that came with its hash is then known by it. */
const persistedAlso = (asked: GraphqlAsked): Scenario => {
  const query = `{ ${asked.listed}(first: 1) { __typename } }`
  const hash = { extensions: { persistedQuery: { version: 1, sha256Hash: sha256(query) } } }
  return inGraphql(
    'persisted.also',
    'a document that was sent with its hash is known by it from then on, and one that was sent without is not',
    [
      posted(asked, { query }, { status: 200 }),
      posted(asked, hash, notFound),
      posted(asked, { query, ...hash }, { status: 200, body: [{ at: '/errors', absent: true }] }),
      posted(asked, hash, {
        status: 200,
        body: [
          { at: '/errors', absent: true },
          { at: '/data', present: true },
        ],
      }),
      { ...posted(asked, hash, { status: 401 }), as: null },
    ],
    { start: { env: { GRAPHQL_PERSISTED: 'also' }, says: [] } },
  )
}

/** A deployment may take the documents of its manifest alone; this one has none. */
const persistedOnly = (asked: GraphqlAsked): Scenario => {
  const query = '{ __typename }'
  const hash = { extensions: { persistedQuery: { version: 1, sha256Hash: sha256(query) } } }
  return inGraphql(
    'persisted.only',
    'a service that takes documents of its manifest alone takes no others',
    [
      posted(asked, { query }, refused(403, 'forbidden')),
      posted(asked, { query, ...hash }, refused(403, 'forbidden')),
      posted(asked, hash, refused(404, 'not-found')),
    ],
    { start: { env: { GRAPHQL_PERSISTED: 'only' }, says: [] } },
  )
}
