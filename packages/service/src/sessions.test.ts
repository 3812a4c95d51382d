import { request as httpRequest } from 'node:http'
import { hashApiKey } from '@charter/runtime/service'
import { type Served, serveStyles } from '@charter/styles/serve'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type Opened, open } from './testing/clinic.ts'

const text = `
charter: 1
name: shop
serves: [rest, graphql, mcp, soap]
mcp: { tools: all }
sources: { main: { own: sqlite } }
cors: { origins: ['https://app.example.org'] }
access: { accepts: [jwt, api-key], roles: [clerk], cookies: { maxAge: PT1H }, mfa: [Order.delete] }
entities:
  Order:
    key: id
    fields: { id: { type: uuid, default: generated }, title: { type: text, length: 1..40 } }
    allow: { clerk: { do: [create, read, list, delete, audit] } }
routes:
  label: { path: label, answers: text/plain, roles: [clerk] }
  stamp: { path: stamp, verb: post, body: text/plain, answers: text/plain, roles: [clerk] }
`
let opened: Opened
let served: Served
let token: string
let cookie: string
let nowMs = Date.now()

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly text: string
}

/** As a browser would, with headers that no script may set. */
const ask = (
  path: string,
  headers: Readonly<Record<string, string>> = {},
  { method = 'GET', body }: { readonly method?: string; readonly body?: string } = {},
): Promise<Answer> =>
  new Promise((done, failed) => {
    const sent = httpRequest(`${served.url}${path}`, { method, headers }, (response) => {
      let told = ''
      response.on('data', (piece: Buffer) => {
        told += piece.toString()
      })
      response.on('end', () => done({ status: response.statusCode ?? 0, headers: response.headers, text: told }))
    })
    sent.on('error', failed)
    sent.end(body)
  })
const own = () => new URL(served.url).origin
const json = { 'content-type': 'application/json' }
const create = (headers: Readonly<Record<string, string>>) =>
  ask('/api/v1/orders', { ...json, ...headers }, { method: 'POST', body: '{"title":"a"}' })
const setCookie = ({ headers }: Answer): string => String(headers['set-cookie'])
const begin = async (headers: Readonly<Record<string, string>> = {}, with_ = token): Promise<Answer> =>
  ask('/api/v1/session', { authorization: `Bearer ${with_}`, ...headers }, { method: 'POST' })

beforeAll(async () => {
  opened = await open({
    text,
    nowMs: () => nowMs,
    routes: { label: async () => ({ body: 'a label' }), stamp: async () => ({ body: 'stamped' }) },
  })
  served = await serveStyles(opened.derived.styles, opened.service, { host: '127.0.0.1', port: 0 })
  token = (await opened.service.development?.token(['clerk'])) ?? ''
  cookie = setCookie(await begin({ 'sec-fetch-site': 'same-origin' })).split(';')[0] ?? ''
})
afterAll(async () => {
  await served.close()
  await opened.close()
})

test('a session begins with a credential that holds, and its cookie is the browser’s alone', async () => {
  const begun = await begin({ origin: own() })
  expect(begun.status).toBe(201)
  expect(setCookie(begun)).toMatch(/^shop-session=[\w-]{60,}; Path=\/; Max-Age=3[56]\d\d; HttpOnly; SameSite=Strict$/)
  expect(setCookie(begun)).not.toContain(token)
  expect(begun.headers['cache-control']).toBe('no-store')
  expect(JSON.parse(begun.text)).toMatchObject({ id: 'clerk@development', roles: ['clerk'] })
  for (const wrong of [{ authorization: 'Bearer nonsense' }, { authorization: '', cookie }])
    expect((await ask('/api/v1/session', wrong, { method: 'POST' })).status).toBe(401)
  const who = await ask('/api/v1/session', { cookie, 'sec-fetch-site': 'same-origin' })
  expect([who.status, JSON.parse(who.text).id]).toEqual([200, 'clerk@development'])
  expect((await ask('/api/v1/session')).status).toBe(401)
})

test('a cookie is taken for reading and writing on pages of the service’s own origin', async () => {
  for (const page of [{ 'sec-fetch-site': 'same-origin' }, { origin: own() }]) {
    expect((await ask('/api/v1/orders', { cookie, ...page })).status).toBe(200)
    expect((await create({ cookie, ...page })).status).toBe(201)
    expect((await ask('/api/v1/label', { cookie, ...page, accept: '*/*' })).text).toBe('a label')
  }
  const answer = await ask('/api/v1/orders', { cookie, 'sec-fetch-site': 'same-origin' })
  expect(answer.headers.vary).toContain('Cookie')
  // An address that is typed, or kept, reads.
  const typed = { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }
  expect((await ask('/api/v1/label', { cookie, ...typed, accept: 'text/html,*/*' })).status).toBe(200)
  // An old browser says nothing of the page when it reads.
  expect((await ask('/api/v1/orders', { cookie })).status).toBe(200)
  expect((await ask('/api/v1/orders', { cookie, referer: `${own()}/page` })).status).toBe(200)
})

const foreign: readonly Readonly<Record<string, string>>[] = [
  { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
  { 'sec-fetch-site': 'same-site', origin: 'https://sibling.example.org' },
  { 'sec-fetch-site': 'cross-site' },
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: 'https://app.example.org' },
]

test.each(foreign)('a page of another origin has no session: %j', async (page) => {
  expect((await ask('/api/v1/orders', { cookie, ...page })).status).toBe(401)
  expect((await create({ cookie, ...page })).status).toBe(401)
  expect(
    (await ask('/api/v1/stamp', { cookie, ...page, 'content-type': 'text/plain' }, { method: 'POST', body: 'x' }))
      .status,
  ).toBe(401)
  const sent = { method: 'POST', body: '{"query":"{ __typename }"}' }
  expect((await ask('/graphql', { cookie, ...json, ...page }, sent)).status).toBe(401)
  expect((await ask('/api/v1/session', { cookie, ...page }, { method: 'DELETE' })).status).toBe(403)
  expect((await begin(page)).status).toBe(403)
})

test('what says nothing of its page writes nothing, and what was typed neither', async () => {
  expect((await create({ cookie })).status).toBe(401)
  expect((await create({ cookie, 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' })).status).toBe(401)
  expect((await create({ cookie, referer: `${own()}/page` })).status).toBe(401)
  expect((await ask('/api/v1/orders', { cookie, referer: 'https://evil.example/' })).status).toBe(401)
  expect((await ask('/api/v1/orders', { cookie, referer: `${own()}.evil.example/` })).status).toBe(401)
  expect((await ask('/api/v1/orders', { cookie, 'sec-fetch-site': 'none', 'sec-fetch-mode': 'cors' })).status).toBe(401)
})

test('what is shown in a header outweighs the cookie, good or bad', async () => {
  const page = { cookie, 'sec-fetch-site': 'same-origin' }
  expect((await ask('/api/v1/orders', { ...page, authorization: 'Bearer nonsense' })).status).toBe(401)
  expect((await ask('/api/v1/orders', { ...page, 'x-api-key': 'ck_nonsense' })).status).toBe(401)
  const foreignPage = { cookie, origin: 'https://app.example.org', 'sec-fetch-site': 'cross-site' }
  const bearer = await ask('/api/v1/orders', { ...foreignPage, authorization: `Bearer ${token}` })
  expect([bearer.status, bearer.headers['access-control-allow-credentials']]).toEqual([200, undefined])
})

test('a cookie that was altered, cut, doubled or is another service’s is none', async () => {
  const [name, value = ''] = cookie.split('=')
  const flipped = `${value.slice(0, -4)}${value.at(-4) === 'A' ? 'B' : 'A'}${value.slice(-3)}`
  for (const wrong of [
    `${name}=${flipped}`,
    `${name}=${value.slice(0, 40)}`,
    `${name}=`,
    `${cookie}; ${cookie}`,
    `x${cookie}`,
  ])
    expect((await ask('/api/v1/orders', { cookie: wrong, 'sec-fetch-site': 'same-origin' })).status).toBe(401)
  const other = await open({
    text: text.replace('name: shop', 'name: store').replace('PT1H }', 'PT1H, name: shop }'),
    folder: opened.folder,
    url: `file:${opened.folder}/other.db`,
  })
  const otherServed = await serveStyles(other.derived.styles, other.service, { host: '127.0.0.1', port: 0 })
  try {
    const answer = await fetch(`${otherServed.url}/api/v1/orders`, {
      headers: { cookie, 'sec-fetch-site': 'same-origin' },
    })
    expect(answer.status).toBe(401)
  } finally {
    await otherServed.close()
    await other.close()
  }
})

test('GraphQL takes it of scripts of its own pages alone, in JSON, and changes nothing by GET', async () => {
  const page = { cookie, 'sec-fetch-site': 'same-origin' }
  const sent = { method: 'POST', body: '{"query":"{ __typename }"}' }
  expect((await ask('/graphql', { ...page, ...json }, sent)).status).toBe(200)
  expect((await ask('/graphql', { ...page, 'content-type': 'text/plain' }, sent)).status).toBe(415)
  expect((await ask('/graphql', { cookie, ...json }, sent)).status).toBe(401)
  const query = `/graphql?query=${encodeURIComponent('{ __typename }')}`
  expect((await ask(query, page)).status).toBe(200)
  expect((await ask(query, { cookie })).status).toBe(401)
  expect((await ask(query, { cookie, 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' })).status).toBe(401)
  const mutation = `/graphql?query=${encodeURIComponent('mutation { createOrder(input: { value: { title: "x" } }) { order { id } } }')}`
  expect((await ask(mutation, { ...page, accept: 'application/graphql-response+json' })).text).toContain(
    '"method-not-allowed"',
  )
  const events = await ask(query, { ...page, accept: 'text/event-stream' })
  expect([events.status, events.headers['content-type']]).toEqual([200, expect.stringContaining('text/event-stream')])
  expect((await ask(query, { cookie, accept: 'text/event-stream', 'sec-fetch-site': 'cross-site' })).status).toBe(401)
})

/** What a WebSocket of a page comes to: acknowledged, or the code it is closed with. */
const connect = (headers: Readonly<Record<string, string>>, payload: object = {}): Promise<string> =>
  new Promise((done) => {
    const socket = new WebSocket(`${served.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', { headers })
    socket.on('open', () => socket.send(JSON.stringify({ type: 'connection_init', payload })))
    socket.on('message', (data) => {
      done(String(JSON.parse(String(data)).type))
      socket.close()
    })
    socket.on('close', (code) => done(String(code)))
    socket.on('error', () => done('error'))
  })

test('a WebSocket has the session of its page where its Origin is the service’s own', async () => {
  expect(await connect({ cookie, origin: own() })).toBe('connection_ack')
  expect(await connect({ cookie, origin: 'https://evil.example' })).toBe('4401')
  expect(await connect({ cookie, origin: `${own()}.evil.example` })).toBe('4401')
  expect(await connect({ cookie, origin: 'https://app.example.org', 'sec-fetch-site': 'same-origin' })).toBe('4401')
  expect(await connect({ cookie })).toBe('4401')
  expect(await connect({ cookie, origin: 'https://app.example.org' }, { authorization: `Bearer ${token}` })).toBe(
    'connection_ack',
  )
  expect(await connect({ cookie, origin: own() }, { authorization: 'Bearer nonsense' })).toBe('4403')
})

test('MCP and SOAP take none', async () => {
  const page = { cookie, 'sec-fetch-site': 'same-origin', origin: own() }
  const mcp = { method: 'POST', body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' }
  expect(
    (await ask('/mcp', { ...page, ...json, accept: 'application/json, text/event-stream' }, mcp)).status,
  ).toBeGreaterThanOrEqual(401)
  const soap = await ask('/soap/Shop', { ...page, 'content-type': 'text/xml' }, { method: 'POST', body: '<x/>' })
  expect(soap.text).not.toContain('Response')
  expect(soap.status).toBeGreaterThanOrEqual(400)
})

test('what comes after is as of the credential: a second factor, rules, revocation', async () => {
  const page = { 'sec-fetch-site': 'same-origin' }
  const weak = (await opened.service.development?.token(['clerk'], { amr: ['pwd'] })) ?? ''
  const session = setCookie(await begin({}, weak)).split(';')[0] ?? ''
  const made = JSON.parse((await create({ cookie: session, ...page })).text) as { id: string }
  const path = `/api/v1/orders/${made.id}`
  expect(JSON.parse((await ask(path, { cookie: session, ...page }, { method: 'DELETE' })).text).code).toBe(
    'step-up-required',
  )
  expect((await ask(path, { cookie, ...page }, { method: 'DELETE' })).status).toBe(204)
  const other = (await opened.service.development?.token(['packer'])) ?? ''
  const denied = setCookie(await begin({}, other)).split(';')[0] ?? ''
  expect((await ask('/api/v1/orders', { cookie: denied, ...page })).status).toBe(403)
})

test('without the line in the charter no cookie is taken, and nothing begins a session', async () => {
  const without = await open({ text: text.replace(', cookies: { maxAge: PT1H }', '') })
  const at = await serveStyles(without.derived.styles, without.service, { host: '127.0.0.1', port: 0 })
  try {
    const bearer = (await without.service.development?.token(['clerk'])) ?? ''
    const begun = await fetch(`${at.url}/api/v1/session`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}` },
    })
    expect(begun.status).toBe(404)
    const read = await fetch(`${at.url}/api/v1/orders`, { headers: { cookie, 'sec-fetch-site': 'same-origin' } })
    expect(read.status).toBe(401)
  } finally {
    await at.close()
    await without.close()
  }
})

test('what a page has opened ends within five seconds of its credential', { timeout: 20_000 }, async () => {
  const key = `ck_${'k'.repeat(40)}`
  const keep = (expiresAtMs: number | null) =>
    opened.service.state.saveApiKey({
      id: 'page',
      hash: hashApiKey(key),
      principal: 'page',
      roles: ['clerk'],
      attributes: {},
      tenant: null,
      scopes: null,
      expiresAtMs,
    })
  await keep(null)
  const begun = await ask('/api/v1/session', { 'x-api-key': key }, { method: 'POST' })
  const session = setCookie(begun).split(';')[0] ?? ''
  const socket = new WebSocket(`${served.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
    headers: { cookie: session, origin: own() },
  })
  const heard: string[] = []
  const isAcknowledged = new Promise<void>((done) => {
    socket.on('message', (data) => {
      heard.push(String(JSON.parse(String(data)).type))
      done()
    })
  })
  socket.on('open', () => socket.send(JSON.stringify({ type: 'connection_init' })))
  await isAcknowledged
  socket.send(
    JSON.stringify({ id: '1', type: 'subscribe', payload: { query: 'subscription { orderChanged { cursor } }' } }),
  )
  await keep(nowMs - 1)
  const beganMs = performance.now()
  const isOver = new Promise<void>((done) => {
    socket.on('message', () => done())
    socket.on('close', () => done())
  })
  await isOver
  const tookMs = performance.now() - beganMs
  expect(tookMs).toBeGreaterThan(50)
  expect(tookMs).toBeLessThan(6000)
  expect(heard.at(-1)).toBe('error')
  expect(heard[0]).toBe('connection_ack')
  expect(heard).not.toContain('next')
  socket.close()
})

// Last, as time does not go back.
test('it ends with its credential, or before, and when it is ended', async () => {
  const short = (await opened.service.development?.token(['clerk'], {}, 120)) ?? ''
  const begun = await begin({}, short)
  expect(setCookie(begun)).toMatch(/Max-Age=1[01]\d;/)
  const until = setCookie(begun).split(';')[0] ?? ''
  const page = { cookie: until, 'sec-fetch-site': 'same-origin' }
  expect((await ask('/api/v1/orders', page)).status).toBe(200)
  const ended = await ask('/api/v1/session', { cookie, 'sec-fetch-site': 'same-origin' }, { method: 'DELETE' })
  expect([ended.status, setCookie(ended)]).toEqual([204, expect.stringContaining('shop-session=; Path=/; Max-Age=0')])
  const recorded = await opened.service.state.recentAudit(50, 0)
  expect(recorded.map(({ operation }) => operation)).toEqual(expect.arrayContaining(['beginSession', 'endSession']))
  nowMs += 130_000
  expect((await ask('/api/v1/orders', page)).status).toBe(401)
  expect((await ask('/api/v1/orders', { ...page, cookie })).status).toBe(200)
  nowMs += 3_700_000
  expect((await ask('/api/v1/orders', { ...page, cookie })).status).toBe(401)
})

test('sessions begin so often in a minute for each, as each is on record', async () => {
  const other = (await opened.service.development?.token(['clerk'], { sub: 'often' })) ?? ''
  const statuses: number[] = []
  for (let at = 0; at < 121; at++) statuses.push((await begin({}, other)).status)
  expect([...new Set(statuses.slice(0, 120))]).toEqual([201])
  expect(statuses[120]).toBe(429)
  expect((await begin()).status).toBe(201)
})
