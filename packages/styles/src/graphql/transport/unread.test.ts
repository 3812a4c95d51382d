import { once } from 'node:events'
import type { Json } from '@charter/runtime'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { ask, type FakeGraphqlService, run } from '../testing/fake-graphql-service.ts'

let service: FakeGraphqlService
let socket: WebSocket
let heard: string[]
beforeEach(async () => {
  service = await run()
  heard = []
  socket = new WebSocket(service.url.replace('http', 'ws'), 'graphql-transport-ws')
  socket.on('open', () => say({ type: 'connection_init', payload: { Authorization: 'Bearer ada' } }))
  socket.on('message', (data) => void heard.push(JSON.parse(String(data)).type))
  await expect.poll(() => heard).toContain('connection_ack')
})
afterEach(async () => {
  socket.terminate()
  await service.close()
})

/** More than systems keep for who does not read. */
const title = 'x'.repeat(12 * 2 ** 20)
const say = (message: object) => socket.send(JSON.stringify(message))
const begin = (count: number, query: string, extensions = {}) => {
  for (let at = 0; at < count; at++) say({ type: 'subscribe', id: `${at}`, payload: { query, extensions } })
}
/** What was said before this was asked has been heard when it is answered. */
const roundTrip = () => ask(service.url, '{ __typename }')
const heardOf = (type: string) => heard.filter((each) => each === type).length

test('answers wait for those that the client has not taken: queries before they are run, mutations with theirs', async () => {
  let texts = 0
  const counted = {
    get title() {
      texts++
      return 'x'
    },
  }
  service.answer = ({ operation }) => ({
    kind: 'value',
    value: operation === 'closeOrder' ? counted : { items: [{ title }], next: null },
  })
  socket.pause()
  begin(10, '{ orders { nodes { title } } }')
  const mutation =
    'mutation { closeOrder(input: { key: { rowId: "0190f5c6-7b1e-7c3a-9a55-3f2d5e8b1c4d" }, value: { reason: "x" } }) { result { title } } }'
  say({ type: 'subscribe', id: 'm', payload: { query: mutation } })
  await expect.poll(() => service.calls.length).toBeGreaterThan(8)
  await roundTrip()
  const asked = service.calls.map(({ operation }) => operation).sort()
  expect([asked, texts]).toEqual([[...Array(8).fill('Order.list'), 'closeOrder'], 0])
  socket.resume()
  await expect.poll(() => heardOf('complete'), { timeout: 20_000 }).toBe(11)
  expect(texts).toBeGreaterThan(0)
}, 30_000)

test('operations that are refused hold their places until the client has taken that', async () => {
  const closed = new Promise((resolve) => socket.once('close', resolve))
  service.answer = () => ({ kind: 'value', value: { items: [{ title }], next: null } })
  socket.pause()
  begin(8, '{ orders { nodes { title } } }')
  await expect.poll(() => service.calls.length).toBe(8)
  for (let at = 0; at < 120; at++) {
    say({ type: 'subscribe', id: `n${at}`, payload: { query: '{ nothing }' } })
    if (at === 60) await roundTrip()
  }
  await roundTrip()
  socket.resume()
  expect(await closed).toBe(4400)
}, 30_000)

test('of many subscriptions a change is put into text when the one before has been taken', async () => {
  let texts = 0
  const change = (): Json => ({
    cursor: 'c',
    at: '2026-03-01T08:15:30Z',
    change: 'updated',
    key: { rowId: '0190f5c6-7b1e-7c3a-9a55-3f2d5e8b1c4d' },
    get row() {
      texts++
      return { title }
    },
  })
  service.answer = () => ({
    kind: 'stream',
    items: (async function* () {
      yield change()
    })(),
  })
  socket.pause()
  begin(10, 'subscription { orderChanged { order { title } } }')
  await expect.poll(() => service.calls.length).toBe(10)
  await roundTrip()
  const before = texts
  socket.resume()
  await expect.poll(() => heardOf('complete'), { timeout: 20_000 }).toBe(10)
  expect(before).toBe(texts / 10)
}, 30_000)

test('of what is cancelled while it waits nothing is run, and nothing told', async () => {
  const change: Json = {
    cursor: 'c',
    at: '2026-03-01T08:15:30Z',
    change: 'created',
    key: { rowId: 'x' },
    row: { title },
  }
  service.answer = ({ operation }) =>
    operation === 'Order.changes'
      ? {
          kind: 'stream',
          items: (async function* () {
            yield change
          })(),
        }
      : { kind: 'value', value: { items: [{ title }], next: null } }
  socket.pause()
  for (const id of ['told', 'cancelled'])
    say({ type: 'subscribe', id, payload: { query: 'subscription { orderChanged { order { title } } }' } })
  await expect.poll(() => service.calls.length).toBe(2)
  begin(10, '{ orders { nodes { title } } }')
  await expect.poll(() => service.calls.length).toBe(10)
  await roundTrip()
  const before = service.calls.length
  for (const id of ['cancelled', '8', '9']) say({ type: 'complete', id })
  await roundTrip()
  socket.resume()
  await expect.poll(() => heardOf('complete'), { timeout: 20_000 }).toBe(9)
  expect([service.calls.length, heardOf('next')]).toEqual([before, 9])
  expect(service.bugs).toEqual([])
}, 30_000)

test('messages of operations that wait are together no longer than bodies may be', async () => {
  const closed = new Promise((resolve) => socket.once('close', resolve))
  service.answer = ({ context: { abort } }) =>
    new Promise((resolve) =>
      abort?.addEventListener('abort', () => resolve({ kind: 'value', value: { items: [], next: null } })),
    )
  begin(10, '{ orders { nodes { title } } }', { filler: 'x'.repeat(900_000) })
  expect(await closed).toBe(4400)
})

test('pings are answered with as many pongs as are taken', async () => {
  service.answer = () => ({ kind: 'value', value: { items: [{ title }], next: null } })
  socket.pause()
  begin(1, '{ orders { nodes { title } } }')
  await expect.poll(() => service.calls.length).toBe(1)
  await roundTrip()
  for (let at = 0; at < 1000; at++) say({ type: 'ping' })
  await roundTrip()
  socket.resume()
  await expect.poll(() => heardOf('pong'), { timeout: 20_000 }).toBeGreaterThan(0)
  say({ type: 'ping' })
  await expect.poll(() => heardOf('complete')).toBe(1)
  expect(heardOf('pong')).toBeLessThan(10)
}, 30_000)

test('who does not answer from one beat to the next is taken for gone', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const silent = new WebSocket(service.url.replace('http', 'ws'), 'graphql-transport-ws', { autoPong: false })
    await once(silent, 'open')
    const [pinged, gone] = [once(silent, 'ping'), once(silent, 'close')]
    vi.advanceTimersByTime(12_000)
    await pinged
    vi.advanceTimersByTime(12_000)
    expect((await gone)[0]).toBe(1006)
  } finally {
    vi.useRealTimers()
  }
})
