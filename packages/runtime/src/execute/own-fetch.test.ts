import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ownFetch } from './own-fetch.ts'

let server: Server
let url: string
let asked: { readonly method: string | undefined; readonly trace: unknown; readonly body: string }[]
let answer: (at: number, request: IncomingMessage, response: ServerResponse) => void
beforeEach(async () => {
  asked = []
  server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const body = Buffer.concat(parts).toString()
    asked.push({ method: request.method, trace: request.headers.traceparent, body })
    answer(asked.length, request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})
const status = (code: number) => (_: unknown, response: ServerResponse) => response.writeHead(code).end('told')
const trace = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

test('what is safe to ask again is asked again, twice, where the other is not there for now', async () => {
  answer = (at, request, response) => status(at < 3 ? 503 : 200)(request, response)
  const got = await ownFetch({}, undefined)(url)
  expect([got.status, await got.text(), asked.length]).toEqual([200, 'told', 3])
  answer = (_, request, response) => status(502)(request, response)
  expect((await ownFetch({}, undefined)(url, { method: 'PUT', body: 'x' })).status).toBe(502)
  expect(asked.slice(3).map(({ method, body }) => [method, body])).toEqual(Array(3).fill(['PUT', 'x']))
})

test('what may do something twice is asked once, unless the other can tell', async () => {
  answer = (_, request, response) => status(503)(request, response)
  expect((await ownFetch({}, undefined)(url, { method: 'POST', body: 'x' })).status).toBe(503)
  expect(asked.length).toBe(1)
  const headers = { 'Idempotency-Key': 'one' }
  expect((await ownFetch({}, undefined)(url, { method: 'POST', body: 'x', headers })).status).toBe(503)
  expect(asked.length).toBe(4)
})

test('any other status is an answer', async () => {
  answer = (_, request, response) => status(500)(request, response)
  expect((await ownFetch({}, undefined)(url)).status).toBe(500)
  expect(asked.length).toBe(1)
})

test('the trace goes on, from a span of its own; one that is given stays', async () => {
  answer = (_, request, response) => status(200)(request, response)
  await ownFetch({}, trace)(url)
  await ownFetch({}, trace)(url, { headers: { traceparent: 'mine' } })
  await ownFetch({}, undefined)(url)
  expect(asked[0]?.trace).toMatch(/^00-0af7651916cd43dd8448eb211c80319c-[0-9a-f]{16}-01$/)
  expect(asked[0]?.trace).not.toBe(trace)
  expect(asked.slice(1).map((each) => each.trace)).toEqual(['mine', undefined])
})

test('nobody there, or nothing said in time, is `unavailable`; past the call it is over', async () => {
  answer = () => {}
  await expect(ownFetch({}, undefined)(url, { method: 'POST', timeoutMs: 50 })).rejects.toMatchObject({
    problem: { code: 'unavailable' },
  })
  await expect(ownFetch({ deadlineMs: Date.now() + 100 }, undefined)(url)).rejects.toMatchObject({
    problem: { code: 'timeout' },
  })
  const gone = new AbortController()
  const asking = ownFetch({ abort: gone.signal }, undefined)(url)
  setTimeout(() => gone.abort(), 50)
  await expect(asking).rejects.toMatchObject({ problem: { code: 'cancelled' } })
  expect(asked.length).toBe(3)
  await expect(ownFetch({}, undefined)('http://127.0.0.1:1/')).rejects.toMatchObject({
    problem: { code: 'unavailable' },
  })
})

test('a request that is none is told as the mistake it is', async () => {
  await expect(ownFetch({}, undefined)('http://[')).rejects.toBeInstanceOf(TypeError)
})
