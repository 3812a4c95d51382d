import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { deploymentTokens } from './deployment-token.ts'
import { pushLimits } from './push-limits.ts'
import { rollups } from './rollups.ts'
import { intakeServer } from './serve-intake.ts'

const tokens = deploymentTokens(Buffer.alloc(32, 1))
const id = '6f9619ff-8b86-4011-b42d-00c04fc964ff'
const otherId = '7f9619ff-8b86-4011-b42d-00c04fc964ff'
const bearerOf = (deployment: string): string => `Bearer ${tokens.tokenOf(deployment)}`
const authorization = bearerOf(id)
const told = { organisationId: 'one', projectId: id, environmentId: id, deploymentId: id }

let server: ReturnType<typeof intakeServer>
let port: number
let sockets: Socket[]
beforeEach(async () => {
  sockets = []
  server = intakeServer({
    tokens,
    limits: pushLimits(Date.now),
    rollups: rollups(Date.now),
    toldOf: () => Promise.resolve(told),
    seat: 'seat',
    nowMs: Date.now,
    onBug: (error) => {
      throw error
    },
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  server.closeAllConnections()
  server.close()
})

const opened = async (): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  sockets.push(socket)
  await once(socket, 'connect')
  return socket
}

const pushed = async (): Promise<number> => {
  const headers = { authorization, 'content-type': 'application/json' }
  const { status } = await fetch(`http://127.0.0.1:${port}/v1/metrics`, { method: 'POST', headers, body: '{}' })
  return status
}

test('whoever holds all connections and says nothing keeps nobody from pushing', async () => {
  for (let at = 0; at < 300; at++) await opened()
  expect(await pushed()).toBe(200)
})

test('a push under way is not ended for connections that say nothing', async () => {
  const slow = await opened()
  const head = ['POST /v1/metrics HTTP/1.1', 'host: intake', `authorization: ${authorization}`]
  const begun = once(server, 'request')
  slow.write([...head, 'content-type: application/json', 'content-length: 2', '', '{'].join('\r\n'))
  await begun
  for (let at = 0; at < 300; at++) await opened()
  const answer = once(slow, 'data')
  slow.write('}')
  expect(String(await answer)).toContain('200 OK')
})

/** Pushes nothing over a connection, which stays. */
const pushedOver = async (socket: Socket, deployment: string): Promise<void> => {
  const answer = once(socket, 'data')
  const head = ['POST /v1/metrics HTTP/1.1', 'host: intake', `authorization: ${bearerOf(deployment)}`]
  socket.write([...head, 'content-type: application/json', 'content-length: 2', '', '{}'].join('\r\n'))
  expect(String(await answer)).toContain('200 OK')
}

test('one service holds so many connections, the oldest of which are ended for its next, and those of others stay', async () => {
  const theirs = await opened()
  await pushedOver(theirs, otherId)
  const own: Socket[] = []
  for (let at = 0; at < 20; at++) {
    const socket = await opened()
    own.push(socket)
    await pushedOver(socket, id)
  }
  const ended = own.slice(0, 12)
  await Promise.all(ended.map((socket) => (socket.closed ? null : once(socket, 'close'))))
  expect(own.slice(12).some((socket) => socket.closed)).toBe(false)
  await pushedOver(theirs, otherId)
})

test('who does not say within seconds what it wants is not waited for', () => {
  expect(server.headersTimeout).toBeLessThanOrEqual(5000)
  expect(server.requestTimeout).toBeLessThanOrEqual(5000)
})
