import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { ledgerClient } from './ledger-client.ts'

/** What a client makes of an answer. */
const answerTo = async (listener: RequestListener, timeoutMs = 10_000) => {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const token = async () => 'token'
  const client = ledgerClient({ config: { url, caFile: null }, replica: 'clinic 1', token, timeoutMs })
  onTestFinished(() => {
    client.close()
    server.closeAllConnections()
    server.close()
  })
  return client.send(7, Buffer.from('{}\n'), new AbortController().signal)
}

const saying =
  (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): RequestListener =>
  (_, response) =>
    response.writeHead(status, headers).end(JSON.stringify(body))

const later = (afterMs: number) => ({ kind: 'later', afterMs })

test.each([
  ['what is held', saying(200, { through: 5, head: 'ab' }), { kind: 'held', place: { through: 5, head: 'ab' } }],
  ['another place', saying(409, { code: 'conflict' }), { kind: 'elsewhere' }],
  ['another log', saying(409, { code: 'conflict', reason: 'another-log' }), { kind: 'refused' }],
  [
    'a request before that is still under way',
    saying(409, { code: 'in-progress' }, { 'retry-after': '1' }),
    later(1000),
  ],
  [
    'not as it was sealed',
    saying(422, { detail: 'altered' }),
    { kind: 'refused', sentence: 'The ledger answered 422: altered' },
  ],
  ['no room', saying(503, {}, { 'retry-after': '7' }), later(7000)],
  ['too much for now', saying(429, {}, { 'retry-after': '3' }), later(3000)],
  ['no room, and a time that is none', saying(503, {}, { 'retry-after': 'Thu, 01 Jan 2099 00:00:00 GMT' }), later(0)],
  ['who is that', saying(401, {}), later(0)],
  ['something that no ledger says', saying(200, { hello: 'there' }), later(0)],
  ['somewhere else', saying(302, {}, { location: 'http://127.0.0.1:1/' }), later(0)],
  ['too much', saying(200, { through: 5, head: 'a'.repeat(100_000) }), later(0)],
] as const)('a ledger that says "%s" is understood', async (_, listener, expected) => {
  expect(await answerTo(listener)).toMatchObject(expected)
})

test('a ledger that never answers is given up for now, and one that is not there', async () => {
  expect(await answerTo(() => {}, 50)).toEqual({
    kind: 'later',
    sentence: 'The ledger cannot be reached: it did not answer in time.',
    afterMs: 0,
  })
  expect(await answerTo((request) => request.socket.destroy())).toMatchObject({ kind: 'later' })
})

test('lines go to the log that they are of, with the token of the replica', async () => {
  const seen: string[] = []
  await answerTo(async (request, response) => {
    const { method, url, headers } = request
    let body = ''
    for await (const chunk of request) body += chunk
    seen.push(`${method} ${url} ${headers.authorization} ${headers['content-type']} ${body}`)
    response.end('{}')
  })
  expect(seen).toEqual(['POST /replicas/clinic%201/epochs/7 Bearer token application/x-ndjson {}\n'])
})
