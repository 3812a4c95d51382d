import { createServer, connect as dial, type Server, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Pool, sessionPool } from '@charter/sql/server'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { temporary } from '../testing.ts'
import type { Connection } from './connection.ts'
import { sessions } from './sessions.ts'

let place: Awaited<ReturnType<typeof temporary>>
let line: Server
let pool: Pool<Connection>
const sockets = new Set<Socket>()
/** What those who dial wait for. */
let isThrough = Promise.resolve()

beforeAll(async () => {
  place = await temporary()
  const { hostname, port } = new URL(place.url)
  line = createServer(async (socket) => {
    sockets.add(socket.on('error', () => {}))
    await isThrough
    const server = dial(Number(port || 5432), hostname, () => socket.pipe(server).pipe(socket))
    sockets.add(server.on('error', () => {}))
  })
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve))
})
afterEach(() => pool.close())
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  line.close()
  await place.remove()
})

const open = (connectionsMax: number): Pool<Connection> => {
  const at = line.address()
  const url = new URL(place.url)
  url.host = `127.0.0.1:${typeof at === 'object' ? at?.port : ''}`
  pool = sessionPool(
    sessions,
    { address: sessions.addressOf(url.href), isReadOnly: false, statementTimeoutMs: 5000, connectTimeoutMs: 20_000 },
    { connectionsMax, waitMs: 20_000, waitingMax: 10 },
  )
  return pool
}
const soon = () => ({ deadlineMs: Date.now() + 50 })

test('a session that is opened for who has given up is the next one’s', async () => {
  const { take, giveBack } = open(1)
  const slow = Promise.withResolvers<void>()
  isThrough = slow.promise
  await expect(take('write', soon())).rejects.toMatchObject({ problem: { code: 'timeout' } })
  slow.resolve()
  const next = await take('write')
  expect((await next.run('SELECT 1', [])).rows).toEqual([[1]])
  giveBack(next, 'write', true)
})

test('who closes waits for a session that is still being opened, which ends with the others', async () => {
  const { take, close } = open(1)
  const slow = Promise.withResolvers<void>()
  isThrough = slow.promise
  await expect(take('read', soon())).rejects.toMatchObject({ problem: { code: 'timeout' } })
  const closing = close().then(() => 'closed')
  expect(await Promise.race([closing, nextTurn('still open')])).toBe('still open')
  slow.resolve()
  expect(await closing).toBe('closed')
})

test('who gives up while a session is opened takes nobody’s place', async () => {
  const { take, giveBack } = open(2)
  const held = await take('read')
  const slow = Promise.withResolvers<void>()
  isThrough = slow.promise
  const gone = take('read', soon())
  const waits = Promise.resolve(take('read'))
  await expect(gone).rejects.toMatchObject({ problem: { code: 'timeout' } })
  giveBack(held, 'read', true)
  giveBack(await waits, 'read', true)
  slow.resolve()
})

test('statements that wait for one another are read by their columns alike', async () => {
  const { take, giveBack } = open(1)
  const session = await take('read')
  const both = await Promise.all([1, 2].map(() => session.run('SELECT 1::int8, true', [])))
  expect(both[1]?.rows).toEqual(both[0]?.rows)
  giveBack(session, 'read', true)
})
