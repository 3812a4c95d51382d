import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import type { JsonObject } from '@charter/runtime'
import { type Served, serveStyles } from '@charter/styles/serve'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bodyOf, call } from './testing/clinic.ts'
import { type Desk, deskText, openDesk } from './testing/desk.ts'

let desk: Desk
let served: Served
let nowMs: number
let signIns: number
/** Ends the membership of who sends. */
let remove: () => Promise<void>
let token: string

beforeEach(async () => {
  nowMs = Date.now()
  signIns = 0
  const text = deskText().replace('serves: [rest]', 'serves: [rest, grpc]')
  desk = await openDesk({ text, nowMs: () => nowMs, operations: { openTicketIn: async () => null as never } })
  const authenticate: typeof desk.service.authenticate = async (credential) => {
    const found = await desk.service.authenticate(credential)
    signIns++
    return found
  }
  served = await serveStyles(desk.derived.styles, { ...desk.service, authenticate }, { host: '127.0.0.1', port: 0 })
  const make = async (operation: string, value: JsonObject) =>
    String(bodyOf(await desk.service.execute(call(operation, await desk.who('ann'), { value }))).id)
  await make('Organisation.create', { name: 'Acme' })
  const roleId = await make('Role.create', { name: 'o', grants: ['owner'] })
  const id = await make('Member.create', { personId: 'eve', roleId })
  remove = async () => {
    await desk.service.execute(call('Member.delete', await desk.who('ann'), { key: { id } }))
  }
  token = await desk.token('eve')
})
afterEach(async () => {
  await served.close()
  await desk.close()
})

const tickets = async (): Promise<number> => {
  const asked = call('Ticket.list', await desk.who('ann'))
  const page = bodyOf(await desk.service.execute({ ...asked, select: { count: true, limit: 1 } }))
  return (page.count as { value: number }).value
}

const post = (path: string, type: string) => {
  const sent = request(`${served.url}/api/v1/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': type },
  })
  const answer = once(sent, 'response').then(async ([answered]) => {
    const pieces = await (answered as IncomingMessage).toArray()
    return [(answered as IncomingMessage).statusCode, JSON.parse(Buffer.concat(pieces).toString())]
  })
  return { sent, answer }
}

const lines = (title: string): string =>
  Array.from({ length: 100 }, (_, at) => `${JSON.stringify({ title: `${title} ${at}` })}\n`).join('')

test('an import makes no more rows for who was removed meanwhile, and says so', async () => {
  const { sent, answer } = post('tickets/import', 'application/x-ndjson')
  sent.write(lines('before'))
  await expect.poll(tickets).toBe(100)
  await remove()
  nowMs += 4_500
  sent.write(lines('after'))
  sent.end('{"title":"last"}\n')
  expect(await answer).toMatchObject([
    207,
    { lines: 100, created: 100, failed: 0, stopped: expect.stringContaining('sign-in') },
  ])
  expect(await tickets()).toBe(100)
})

test('an import of who is still signed in as before goes on', async () => {
  const { sent, answer } = post('tickets/import', 'application/x-ndjson')
  sent.write(lines('before'))
  await expect.poll(tickets).toBe(100)
  nowMs += 4_500
  sent.end(lines('after'))
  expect(await answer).toMatchObject([200, { created: 200, stopped: null }])
})

test('a body that comes long after who sends it was let in is refused where the sign-in has ended', async () => {
  const { sent, answer } = post('tickets', 'application/json')
  sent.write('{"title":')
  await expect.poll(() => signIns).toBe(1)
  await remove()
  nowMs += 4_500
  sent.end('"late"}')
  expect(await answer).toMatchObject([401, { code: 'unauthenticated' }])
  expect(await tickets()).toBe(0)
})

test('so is a message of gRPC', async () => {
  const session = connectHttp2(served.urls.grpc ?? '')
  const stream = session.request(
    {
      ':method': 'POST',
      ':path': '/desk.v1.TicketService/CreateTicket',
      'content-type': 'application/grpc',
      te: 'trailers',
      authorization: `Bearer ${token}`,
    },
    { endStream: false },
  )
  await expect.poll(() => signIns).toBe(1)
  await remove()
  nowMs += 4_500
  // A message without anything in it, which who may create tickets is told is no ticket.
  stream.end(Buffer.alloc(5))
  const [headers] = await once(stream, 'response', { signal: AbortSignal.timeout(5000) })
  const [trailers] = headers['grpc-status'] === undefined ? await once(stream, 'trailers') : [headers]
  expect(trailers['grpc-status']).toBe('16')
  session.destroy()
})
