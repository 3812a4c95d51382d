import type { Call, Json, JsonObject } from '@charter/runtime'
import { createClient as createSseClient } from 'graphql-sse'
import { createClient as createSocketClient } from 'graphql-ws'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { load, shop } from '../../testing/model.ts'
import { callGraphql } from '../call/caller.ts'
import { graphql } from '../index.ts'
import { ada, type FakeGraphqlService, run } from '../testing/fake-graphql-service.ts'

let service: FakeGraphqlService
beforeEach(async () => {
  service = await run()
})
afterEach(() => service.close())

const id = '0190f5c6-7b1e-7c3a-9a55-3f2d5e8b1c4d'
const change = (at: number): Json => ({
  cursor: `c${at}`,
  at: '2026-03-01T08:15:30Z',
  change: 'updated',
  key: { id },
  row: { title: `title ${at}` },
})

/** A stream of so many changes; tells when it was let go. */
const changes = (count: number, ended: { isLetGo: boolean } = { isLetGo: false }) => ({
  kind: 'stream' as const,
  items: (async function* () {
    try {
      for (let at = 1; at <= count; at++) yield change(at)
      if (count === 3) await new Promise(() => {})
    } finally {
      ended.isLetGo = true
    }
  })(),
})

const query =
  'subscription ($after: String) { orderChanged(after: $after, filter: { isPaid: { eq: true } }) { cursor change key { rowId } order { title } } }'
const expected = (at: number) => ({
  data: { orderChanged: { cursor: `c${at}`, change: 'updated', key: { rowId: id }, order: { title: `title ${at}` } } },
})

const collect = async (items: AsyncIterable<unknown>, most = Number.POSITIVE_INFINITY) => {
  const found: unknown[] = []
  for await (const item of items) if (found.push(item) >= most) break
  return found
}

const socketClient = (params: Record<string, unknown> = { Authorization: 'Bearer ada' }) =>
  createSocketClient({
    url: service.url.replace('http', 'ws'),
    webSocketImpl: WebSocket,
    connectionParams: params,
    retryAttempts: 0,
  })

test('changes come over a WebSocket, after the cursor and under the filter asked', async () => {
  service.answer = () => changes(2)
  const client = socketClient()
  const found = await collect(client.iterate({ query, variables: { after: 'c0' } }))
  expect(found).toEqual([expected(1), expected(2)])
  expect(service.calls[0]).toMatchObject({
    operation: 'Order.changes',
    principal: ada,
    select: { after: 'c0', fields: ['title'], filter: { kind: 'compare', op: 'eq' } },
    context: { origin: { style: 'graphql' } },
  })
  await client.dispose()
})

test('queries and mutations are answered over a WebSocket too', async () => {
  service.answer = () => ({ kind: 'value', value: { items: [], next: null } })
  const client = socketClient()
  expect(await collect(client.iterate({ query: '{ orders { nodes { title } } }' }))).toEqual([
    { data: { orders: { nodes: [] } } },
  ])
  await client.dispose()
})

test('a change whose answer is too long is told as that, and those after it go on', async () => {
  service.answer = () => ({
    kind: 'stream',
    items: (async function* () {
      yield { ...(change(1) as JsonObject), row: { title: 'x'.repeat(40_000) } }
      yield change(2)
    })(),
  })
  const names = Array.from({ length: 1000 }, (_, at) => `a${at}: title`).join(' ')
  const client = socketClient()
  const found = await collect(client.iterate({ query: `subscription { orderChanged { cursor order { ${names} } } }` }))
  expect(found).toMatchObject([
    { errors: [{ extensions: { code: 'too-large' } }] },
    { data: { orderChanged: { cursor: 'c2', order: { a999: 'title 2' } } } },
  ])
  await client.dispose()
})

test('a client that goes has its stream let go', async () => {
  const ended = { isLetGo: false }
  service.answer = () => changes(1, ended)
  const client = socketClient()
  await collect(client.iterate({ query }), 1)
  await client.dispose()
  await expect.poll(() => ended.isLetGo).toBe(true)
})

test('an operation that ends frees no id that another has by now, and all of them end with their connection', async () => {
  service.answer = ({ context: { abort } }) => ({
    kind: 'stream',
    items: (async function* () {
      yield change(1)
      await new Promise<void>((resolve) => abort?.addEventListener('abort', () => resolve()))
    })(),
  })
  const socket = new WebSocket(service.url.replace('http', 'ws'), 'graphql-transport-ws')
  const heard: string[] = []
  let code = 0
  const say = (message: object) => socket.send(JSON.stringify(message))
  socket.on('open', () => say({ type: 'connection_init', payload: { Authorization: 'Bearer ada' } }))
  socket.on('message', (data) => void heard.push(JSON.parse(String(data)).type))
  socket.on('close', (given) => {
    code = given
  })
  const begin = { type: 'subscribe', id: 'a', payload: { query } }
  await expect.poll(() => heard).toContain('connection_ack')
  for (const message of [begin, { type: 'complete', id: 'a' }, begin]) say(message)
  await expect.poll(() => heard).toContain('next')
  const open = () => service.calls.filter(({ context }) => !context.abort?.aborted).length
  await expect.poll(open).toBe(1)
  say(begin)
  await expect.poll(() => code).toBe(4409)
  await expect.poll(open).toBe(0)
})

test('a document that is not sound is an error of its operation', async () => {
  const client = socketClient()
  await expect(collect(client.iterate({ query: '{ nothing }' }))).rejects.toMatchObject([
    { extensions: { code: 'malformed' } },
  ])
  await client.dispose()
})

/** Opens a socket, sends texts, and gives the code that it is closed with. */
const closedWith = (protocol: string, ...texts: readonly string[]): Promise<number> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(service.url.replace('http', 'ws'), protocol)
    speak(socket, texts)
    socket.on('close', resolve)
    socket.on('error', reject)
  })

/** The first text at once, the others when that was answered. */
const speak = (socket: WebSocket, [first, ...others]: readonly string[]): void => {
  if (first !== undefined) socket.on('open', () => socket.send(first))
  socket.once('message', () => {
    for (const text of others) socket.send(text)
  })
}

const protocol = 'graphql-transport-ws'
const init = '{"type":"connection_init","payload":{"Authorization":"Bearer ada"}}'
const subscribe = '{"type":"subscribe","id":"1","payload":{"query":"subscription { orderChanged { cursor } }"}}'

test('messages that the protocol has not close the connection with its codes', async () => {
  service.answer = () => changes(3)
  expect(await closedWith(protocol, 'junk')).toBe(4400)
  expect(await closedWith(protocol, '{"type":"nothing"}')).toBe(4400)
  expect(await closedWith(protocol, subscribe)).toBe(4401)
  expect(await closedWith(protocol, init, init)).toBe(4429)
  expect(await closedWith(protocol, init, subscribe, subscribe)).toBe(4409)
})

test('a client that does not begin is let go in three seconds', async () => {
  expect(await closedWith(protocol)).toBe(4408)
}, 10_000)

test('another sub-protocol is refused before there is a connection', async () => {
  await expect(closedWith('graphql-ws')).rejects.toThrow('400')
})

test('an upgrade at another address is refused, and not left waiting', async () => {
  const socket = new WebSocket(service.url.replace('http', 'ws').replace('/graphql', '/other'), protocol)
  await expect(new Promise((_, reject) => socket.on('error', reject))).rejects.toThrow('404')
})

test('a server that closes ends its streams and connections', async () => {
  const ended = { isLetGo: false }
  const other = await run()
  other.answer = () => changes(3, ended)
  const closed = new Promise((resolve) => {
    const socket = new WebSocket(other.url.replace('http', 'ws'), protocol)
    speak(socket, [init, subscribe])
    socket.on('close', resolve)
  })
  const response = await fetch(other.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream', authorization: 'Bearer ada' },
    body: JSON.stringify({ query }),
  })
  const reader = response.body?.getReader()
  await reader?.read()
  await expect.poll(() => other.calls.length).toBe(2)
  await other.close()
  expect(await closed).toBe(1001)
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read());
})

test('a stream of events that the server ends waits for no change any more', async () => {
  service.answer = () => changes(3)
  await fetch(service.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream', authorization: 'Bearer ada' },
    body: JSON.stringify({ query }),
  })
  const until = service.calls.at(-1)?.context.abort
  expect(until?.aborted).toBe(false)
  await service.close()
  await expect.poll(() => until?.aborted).toBe(true)
  service = await run()
})

test('a message above the size of bodies ends the connection', async () => {
  expect(await closedWith(protocol, init, `{"type":"ping","payload":"${'x'.repeat(1_100_000)}"}`)).toBe(1009)
})

test('changes come as server-sent events to whoever accepts them', async () => {
  service.answer = () => changes(2)
  const client = createSseClient({ url: service.url, headers: { authorization: 'Bearer ada' }, retryAttempts: 0 })
  expect(await collect(client.iterate({ query }))).toEqual([expected(1), expected(2)])
  client.dispose()
})

test('a subscription that is not asked for as a stream is not acceptable', async () => {
  const response = await fetch(service.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer ada' },
    body: JSON.stringify({ query }),
  })
  expect(response.status).toBe(406)
})

const called = (more: Partial<Call> = {}): Call => ({
  operation: 'Order.changes',
  input: {},
  principal: ada,
  context: { origin: { style: 'rest', requestId: 'r1' } },
  ...more,
})

const caller = () => {
  const { charter } = load(shop)
  return callGraphql(graphql.surface(charter), {
    url: service.url.replace('/graphql', ''),
    timeoutMs: 2000,
    credential: () => 'ada',
  })
}

test('our own client gives the stream of a call, item for item, and lets it go', async () => {
  const ended = { isLetGo: false }
  service.answer = () => changes(3, ended)
  const client = caller()
  const outcome = await client.execute(called({ select: { fields: ['title'], after: 'c0' } }))
  if (outcome.kind !== 'stream') throw new Error(outcome.kind)
  expect(await collect(outcome.items, 2)).toEqual([change(1), change(2)])
  expect(service.calls[0]?.select).toEqual({ fields: ['title'], after: 'c0' })
  await client.close()
})

test('a stream that is refused is a problem', async () => {
  service.answer = () => ({ kind: 'problem', problem: { code: 'stale-cursor', detail: 'gone' } })
  const client = caller()
  expect(await client.execute(called())).toEqual({ kind: 'problem', problem: { code: 'stale-cursor', detail: 'gone' } })
  await client.close()
})

test('aggregates come back as they were given', async () => {
  const value = {
    groups: [
      {
        key: { state: 'on hold' },
        count: 2,
        sum: { total: '3.00' },
        average: { stock: '9007199254740993.5' },
        min: {},
        max: { day: '2026-03-01' },
      },
    ],
    isComplete: true,
  }
  service.answer = () => ({ kind: 'value', value })
  const client = caller()
  const aggregate = { groupBy: ['state'], sum: ['total'], average: ['stock'], max: ['day'] }
  expect(await client.execute(called({ operation: 'Order.aggregate', select: { aggregate } }))).toEqual({
    kind: 'value',
    value,
  })
  expect(service.calls[0]?.select).toEqual({ aggregate })
  await client.close()
})

test('a WebSocket of nobody’s is closed at its first message, whatever that shows', async () => {
  expect(await closedWith(protocol, '{"type":"connection_init"}')).toBe(4401)
  expect(await closedWith(protocol, '{"type":"connection_init","payload":{"Authorization":"Bearer eve"}}')).toBe(4403)
  // More than a credential is not read of whoever is nobody yet.
  expect(
    await closedWith(protocol, `{"type":"connection_init","payload":{"Authorization":"${'x'.repeat(200_000)}"}}`),
  ).toBe(1006)
})

test('whoever goes while signing in takes no place of those that are there', async () => {
  const url = service.url.replace('http', 'ws')
  // As many at once as may wait, and more in all than one principal may have.
  for (let round = 0; round < 11; round++) {
    const signIn = Promise.withResolvers<typeof ada>()
    let asked = 0
    service.authenticate = () => {
      asked++
      return signIn.promise
    }
    const sockets = Array.from({ length: 10 }, () => new WebSocket(url, protocol))
    for (const socket of sockets) speak(socket, [init])
    await expect.poll(() => asked).toBe(10)
    const gone = sockets.map((socket) => new Promise((resolve) => socket.on('close', resolve)))
    for (const socket of sockets) socket.close()
    await Promise.all(gone)
    signIn.resolve(ada)
  }
  service.authenticate = () => ada
  expect(await closedWith(protocol, init, init)).toBe(4429)
})

test('connections that have not signed in are few for each address, and keep nobody out for long', async () => {
  const url = service.url.replace('http', 'ws')
  const opened = await Promise.all(
    Array.from({ length: 30 }, () => {
      const socket = new WebSocket(url, 'graphql-transport-ws')
      return new Promise<WebSocket | null>((resolve) => {
        socket.on('open', () => resolve(socket))
        socket.on('error', () => resolve(null))
      })
    }),
  )
  const waiting = opened.filter((each) => each !== null)
  expect(waiting).toHaveLength(10)
  await Promise.all(waiting.map((socket) => new Promise((resolve) => socket.on('close', resolve))))
  service.answer = () => changes(1)
  const client = socketClient()
  expect(await collect(client.iterate({ query, variables: {} }))).toHaveLength(1)
  await client.dispose()
})
