import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { textValue } from '@charter/runtime'
import { httpServer } from '@charter/runtime/http'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { load, shop } from '../../testing/model.ts'
import { raw } from '../../testing/raw.ts'
import { graphql } from '../index.ts'
import { ada, ask, type FakeGraphqlService, run } from '../testing/fake-graphql-service.ts'
import { graphqlRoutes } from './graphql.ts'

let service: FakeGraphqlService
beforeAll(async () => {
  service = await run()
  service.answer = () => ({ kind: 'value', value: { items: [], next: null } })
})
afterAll(() => service.close())
afterEach(() => {
  expect(service.bugs).toEqual([])
})

const refusal = async (query: string, variables: object = {}) => {
  const { body } = await ask(service.url, query, variables)
  return [body.data, body.errors?.[0]?.extensions.code, body.errors?.[0]?.message]
}

const nested = (levels: number): string =>
  levels === 0 ? 'title' : `lines { nodes { order { ${nested(levels - 1)} } } }`

test('a document that is too deep is refused before it is run', async () => {
  const before = service.calls.length
  expect(await refusal(`{ orders { nodes { ${nested(5)} } } }`)).toEqual([
    undefined,
    'too-large',
    'The document selects 18 levels deep, and 16 are taken. Ask for it in two.',
  ])
  expect(service.calls).toHaveLength(before)
})

test('a document that costs too much is refused, with sizes that stand in variables', async () => {
  const query =
    'query ($first: Int) { orders(first: $first) { nodes { lines(first: $first) { nodes { order { lines(first: $first) { nodes { label } } } } } } } }'
  expect((await refusal(query, { first: 100 })).slice(0, 2)).toEqual([undefined, 'too-large'])
  expect((await refusal(query, { first: 3 })).slice(0, 2)).toEqual([{ orders: { nodes: [] } }, undefined])
})

test('what a row costs that an id names is counted, whatever it may be of, for each id', async () => {
  const below = '... on Order { lines(first: 50) { nodes { label } } }'
  expect((await refusal(`query ($id: ID!) { node(id: $id) { ${below} } }`, { id: 'x' })).slice(0, 2)).toEqual([
    { node: null },
    undefined,
  ])
  const deep =
    '... on Order { lines(first: 100) { nodes { order { lines(first: 100) { nodes { order { lines(first: 3) { nodes { label } } } } } } } } }'
  expect((await refusal(`query ($id: ID!) { node(id: $id) { ${deep} } }`, { id: 'x' }))[1]).toBe('too-large')
  const ids = Array.from({ length: 100 }, () => 'x')
  expect((await refusal(`query ($ids: [ID!]!) { nodes(ids: $ids) { ${below} ${'a: id'} } }`, { ids }))[0]).toEqual({
    nodes: ids.map(() => null),
  })
  const wide = '... on Order { lines(first: 100) { nodes { order { title } } } }'
  expect((await refusal(`query ($ids: [ID!]!) { nodes(ids: $ids) { ${wide} } }`, { ids }))[1]).toBe('too-large')
  expect((await refusal('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids: [...ids, 'x'] }))[1]).toBe(
    'too-large',
  )
})

test.each([
  ['more root fields than fifty', `{ ${Array.from({ length: 51 }, (_, at) => `a${at}: __typename`).join(' ')} }`],
  [
    'thousands of aliases',
    `{ orders { nodes { ${Array.from({ length: 2100 }, (_, at) => `a${at}: title`).join(' ')} } } }`,
  ],
  [
    'fragments that double',
    `{ ...f0 } ${Array.from({ length: 30 }, (_, at) => `fragment f${at} on Query { a${at}: orders { nodes { title } } ...f${at + 1} b${at}: orders { nodes { ...n } } }`).join(' ')} fragment f30 on Query { __typename } fragment n on Order { title }`,
  ],
])('%s are refused or answered in a bounded time', async (_what, query) => {
  const [data, code] = await refusal(query)
  if (data === undefined) expect(code).toBe('too-large')
})

test('one field ten thousand times, brackets without end and cycles of fragments are refused quickly', async () => {
  expect((await refusal(`{ ${'id '.repeat(10_000)} }`))[1]).toBe('malformed')
  expect((await refusal('{ orders '.repeat(3000)))[1]).toBe('too-large')
  expect((await refusal(`{ orders(filter: ${'['.repeat(3000)}) }`))[1]).toBe('too-large')
  expect((await refusal('{ ...a } fragment a on Query { ...b } fragment b on Query { ...a }'))[1]).toBe('malformed')
  const wide = `{ ${Array.from({ length: 40 }, () => `orders { nodes { ${'title '.repeat(45)} } }`).join(' ')} }`
  expect((await refusal(wide))[1]).toBe('malformed')
})

test('a document is no longer than is kept of it, and has no more fragments than may be in one another', async () => {
  const padded = (length: number) => '{ orders { nodes { title } } } #'.padEnd(length, '.')
  expect((await refusal(padded(100_000)))[1]).toBeUndefined()
  expect((await refusal(padded(100_001)))[1]).toBe('too-large')
  const cycle = (count: number) =>
    Array.from({ length: count }, (_, at) => `fragment f${at} on Query { ...f${(at + 1) % count} }`).join(' ')
  expect((await refusal(`{ ...f0 } ${cycle(199)}`))[1]).toBe('malformed')
  expect((await refusal(`{ ...f0 } ${cycle(200)}`))[1]).toBe('too-large')
})

test('arguments cost what they take to be read, in each field that has them', async () => {
  const query = (count: number) =>
    `query Q($f: OrderFilter) { ${Array.from({ length: count }, (_, at) => `a${at}: orders(first: 1, filter: $f) { nodes { title } }`).join(' ')} }`
  const variables = { f: { title: { in: Array.from({ length: 9000 }, (_, at) => `t${at}`) } } }
  const code = async (count: number) =>
    (await ask(service.url, query(count), variables)).body.errors?.[0].extensions.code
  expect([await code(1), await code(20), await code(50)]).toEqual([undefined, undefined, 'too-large'])
  const many = { f: { title: { in: Array.from({ length: 10_001 }, () => 't') } } }
  const { body } = await ask(service.url, query(1), many)
  expect(body.errors[0]).toMatchObject({ message: expect.stringContaining('10000 values') })
})

test('values of every wrong kind in variables are told by their path, all at once', async () => {
  const query =
    'query ($first: Int, $after: String, $filter: OrderFilter, $by: [OrderOrderBy!]) { orders(first: $first, after: $after, filter: $filter, orderBy: $by) { totalCount } }'
  const variables = { first: 1.5, after: 5, filter: { title: { near: 1 }, or: [{ day: 7 }, 'x'] }, by: ['title'] }
  const { body } = await ask(service.url, query, variables)
  expect(
    body.errors[0].extensions.errors.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`),
  ).toEqual([
    '/after wrong-type',
    '/filter/or/0/day wrong-type',
    '/filter/or/1 wrong-type',
    '/filter/title/near unknown',
    '/first wrong-type',
    '/orderBy/0 not-in-enum',
  ])
})

test('junk on the socket is answered and ended', async () => {
  const answer = await raw(
    service.port,
    'POST /graphql HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ada\r\nContent-Type: application/json\r\nContent-Length: 3\r\n\r\n{"\xff',
  )
  expect(answer).toContain('400 Bad Request')
  expect(answer).toContain('"code":"malformed"')
})

test('a body above the limit, and an address above it, are refused', async () => {
  expect((await ask(service.url, `# ${'x'.repeat(1_100_000)}`)).status).toBe(413)
  const long = await fetch(`${service.url}?query=${'x'.repeat(9000)}`, { headers: { authorization: 'Bearer ada' } })
  expect(long.status).toBe(413)
})

test('names that every object has of itself are names like any other', async () => {
  service.answer = () => ({ kind: 'value', value: { items: [{ title: 'one' }], next: null } })
  const { body } = await ask(
    service.url,
    '{ __proto__: orders { constructor: nodes { __proto__: title toString: __typename } } }',
  )
  expect(JSON.stringify(body)).toBe('{"data":{"__proto__":{"constructor":[{"__proto__":"one","toString":"Order"}]}}}')
  service.answer = () => ({ kind: 'value', value: { items: [], next: null } })
})

const folder = mkdtempSync(join(tmpdir(), 'charter-persisted-'))
afterAll(() => rmSync(folder, { recursive: true }))
const known = '{ orders { nodes { title } } }'
const hash = createHash('sha256').update(known).digest('hex')

const persisted = async (mode: 'only' | 'also', manifest: object) => {
  const file = join(folder, `${mode}.json`)
  writeFileSync(file, JSON.stringify(manifest))
  process.env.GRAPHQL_PERSISTED_FILE = file
  try {
    const running = await run(undefined, { persisted: mode })
    running.answer = () => ({ kind: 'value', value: { items: [], next: null } })
    return running
  } finally {
    delete process.env.GRAPHQL_PERSISTED_FILE
  }
}

const byHash = (sha256Hash: string) => ({ extensions: { persistedQuery: { version: 1, sha256Hash } } })

test('documents of the manifest are taken by hash, and where it says so no others', async () => {
  const running = await persisted('only', { [hash]: known })
  const send = async (query: string | undefined, more: object = {}) =>
    (await ask(running.url, query as string, {}, more)).body
  expect(await send(undefined, byHash(hash))).toEqual({ data: { orders: { nodes: [] } } })
  expect(await send(known)).toEqual({ data: { orders: { nodes: [] } } })
  expect(await send('{ __typename }')).toMatchObject({ errors: [{ extensions: { code: 'forbidden' } }] })
  expect(await send(undefined, byHash('0'.repeat(64)))).toMatchObject({
    errors: [{ message: 'PersistedQueryNotFound' }],
  })
  expect(await send(known, byHash('0'.repeat(64)))).toMatchObject({ errors: [{ extensions: { code: 'malformed' } }] })
  await running.close()
})

test('documents that are sent with their hash are known by it, so many of them at most', async () => {
  const running = await persisted('also', { [hash]: known })
  const byOwn = (query: string) => byHash(createHash('sha256').update(query).digest('hex'))
  const first = `{ __typename } # ${0}`
  const send = async (query: string | undefined, more: object) =>
    (await ask(running.url, query as string, {}, more)).body
  expect(await send(first, byOwn(first))).toEqual({ data: { __typename: 'Query' } })
  expect(await send(undefined, byOwn(first))).toEqual({ data: { __typename: 'Query' } })
  for (let at = 1; at <= 12; at++) {
    const long = `{ __typename } # ${at}`.padEnd(90_000, '.')
    await send(long, byOwn(long))
  }
  expect(await send(undefined, byOwn(first))).toMatchObject({ errors: [{ message: 'PersistedQueryNotFound' }] })
  expect(await send(undefined, byHash(hash))).toEqual({ data: { orders: { nodes: [] } } })
  await running.close()
})

test('where no documents are kept, a client is told to send no hash any more', async () => {
  const { body } = await ask(service.url, undefined as unknown as string, {}, byHash(hash))
  expect(body).toMatchObject({ errors: [{ message: 'PersistedQueryNotSupported' }] })
})

test('a manifest whose hashes are not those of its documents does not start', async () => {
  await expect(persisted('also', { [hash]: '{ __typename }' })).rejects.toThrow('is not the SHA-256 of its document')
})

test('the schema is told in development, and where the charter says so', async () => {
  const closed = await run(undefined, { introspection: false })
  const { body } = await ask(closed.url, '{ __schema { queryType { name } } ordes { nodes { title } } }')
  expect(body.errors.map(({ message }: { message: string }) => message).join()).not.toContain('Did you mean')
  expect(body.data).toBeUndefined()
  await closed.close()
})

test('in production the schema is not told, unless the charter says so', async () => {
  const { charter, model } = load(shop)
  const told = async (introspection: boolean | null, asked = '__schema { queryType { name } }') => {
    const serving = { model, execute: async () => ({ kind: 'value' as const, value: null }), authenticate: () => ada }
    const app = httpServer({ limits: model.limits, serving })
    graphqlRoutes(app, { ...graphql.surface(charter), introspection }, serving)
    const query = `{ ${asked} }`
    const headers = { 'content-type': 'application/json' }
    const { body } = await app.inject({ method: 'POST', url: '/graphql', headers, payload: { query } })
    await app.close()
    return JSON.parse(body).data
  }
  expect(await told(null)).toBeUndefined()
  expect(await told(true)).toEqual({ __schema: { queryType: { name: 'Query' } } })
  for (const asked of ['_service { sdl }', 'x: _service { sdl }', '...F } fragment F on Query { _service { sdl }'])
    for (const introspection of [null, false]) expect(await told(introspection, asked)).toBeUndefined()
  expect(await told(true, '_service { sdl }')).toMatchObject({
    _service: { sdl: expect.stringContaining('type Query') },
  })
})

test("an idempotency key in the header is each mutation's own, and one in the input goes before it", async () => {
  service.answer = () => ({ kind: 'value', value: null })
  service.calls.length = 0
  const one = 'importOrders(input: { value: { rows: 1 } }) { isReplayed }'
  const headers = { 'idempotency-key': 'k' }
  await ask(service.url, `mutation { ${one} }`, {}, { headers })
  await ask(
    service.url,
    `mutation { a: ${one} b: ${one} c: importOrders(input: { value: { rows: 1 }, idempotencyKey: "own" }) { isReplayed } }`,
    {},
    { headers },
  )
  expect(service.calls.map(({ context }) => context.idempotencyKey)).toEqual(['k', 'k/a', 'k/b', 'own'])
})

const aliases = (count: number, of: string): string =>
  Array.from({ length: count }, (_, at) => `a${at}: ${of}`).join(' ')
const nodes = Array.from({ length: 100 }, () => ({ title: 'x'.repeat(20_000) }))
const tooLong = [undefined, 'too-large', expect.stringContaining('Ask for fewer rows, fields or included rows')]

test.each([
  ['a field of every row', `{ orders { nodes { ${aliases(100, 'title')} } } }`],
  ['the rows of a page', `{ orders { ${aliases(40, 'nodes { title }')} } }`],
  ['pages at the root', `{ ${aliases(20, 'orders { nodes { title } }')} }`],
  ['edges', `{ orders { edges { ${aliases(40, 'node { title }')} } } }`],
  [
    'a name that is long itself',
    `{ orders { ${aliases(4, 'nodes { ...t }')} } } fragment t on Order { ${'y'.repeat(90_000)}: title }`,
  ],
])('%s under many names are refused while they are written, read as values or as text', async (_what, query) => {
  const before = service.answer
  const rows = nodes.map((row) => ({ own: JSON.stringify(row), included: [], length: 0 }))
  const answers = [
    { kind: 'value' as const, value: { items: nodes, next: null } },
    textValue({ rows, next: null, length: 0 }),
    textValue({ rows: rows.map(({ own }) => own).join('\n'), next: null, length: 0 }),
  ]
  for (const answer of answers) {
    service.answer = () => answer
    expect(await refusal(query)).toEqual(tooLong)
    expect((await refusal('{ orders { nodes { title } } }'))[1]).toBeUndefined()
  }
  service.answer = before
})

test('what the schema is told by is told so often at most', async () => {
  const query = (count: number): string =>
    `{ ${aliases(3, '_service { ...sdl }')} } fragment sdl on _Service { ${aliases(count, 'sdl')} }`
  expect((await refusal(query(2)))[1]).toBeUndefined()
  expect(await refusal(query(1600))).toEqual(tooLong)
})

test('a change that would be too dear for a query is too dear for a subscription', async () => {
  const below =
    '{ lines(first: 100) { nodes { order { lines(first: 100) { nodes { order { lines(first: 3) { nodes { label } } } } } } } } }'
  expect((await refusal(`subscription { orderChanged { order ${below} } }`))[1]).toBe('too-large')
})
