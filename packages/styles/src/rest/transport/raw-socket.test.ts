import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type FakeRestService, run } from '../../testing/fake-rest-service.ts'
import { raw } from '../../testing/raw.ts'

let service: FakeRestService

beforeAll(async () => {
  service = await run({ requestTimeoutMs: 1500 })
})
afterAll(() => service.close())
beforeEach(() => {
  service.calls.length = 0
})

const head = 'Host: x\r\nAuthorization: Bearer ada\r\n'
const statusIn = (text: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1])
const statuses = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status))

test.each([
  [
    'two lengths',
    `POST /api/orders HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
  ],
  [
    'a length and chunks',
    `POST /api/orders HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  [
    'a length that is no number',
    `POST /api/orders HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: +2\r\n\r\n{}`,
  ],
  [
    'chunks twice encoded',
    `POST /api/orders HTTP/1.1\r\n${head}Content-Type: application/json\r\nTransfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`,
  ],
  ['a header that is folded', `GET /api/orders HTTP/1.1\r\n${head}X-A: b\r\n c\r\nX B: c\r\n\r\n`],
  ['bare words', 'nonsense\r\n\r\n'],
])('a request whose framing is in doubt is refused and its connection closed: %s', async (_name, bytes) => {
  // A second request behind it must not be answered.
  const text = await raw(service.port, `${bytes}GET /api/lines HTTP/1.1\r\n${head}\r\n`)
  expect(statuses(text)).toEqual([400])
  expect(service.calls).toEqual([])
})

test('a request without a host is refused', async () => {
  expect(statusIn(await raw(service.port, 'GET /api/orders HTTP/1.1\r\nAuthorization: Bearer ada\r\n\r\n'))).toBe(400)
})

test('headers past the limit are 431', async () => {
  const text = await raw(service.port, `GET /api/orders HTTP/1.1\r\n${head}X-Big: ${'x'.repeat(20_000)}\r\n\r\n`)
  expect(statusIn(text)).toBe(431)
  expect(text).toContain('application/problem+json')
})

test('a body that comes too slowly is 408, and does not hold its connection', async () => {
  const bytes = `POST /api/orders HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{`
  const text = await raw(service.port, bytes)
  expect(statusIn(text)).toBe(408)
  expect(service.calls).toEqual([])
})

test('a body in bytes that are not UTF-8 is malformed', async () => {
  const body = Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d])
  const bytes = Buffer.concat([
    Buffer.from(
      `POST /api/orders HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`,
    ),
    body,
  ])
  const text = await raw(service.port, bytes)
  expect(statusIn(text)).toBe(400)
  expect(text).toContain('not UTF-8')
})

test.each([
  ['/api/orders/%', 400],
  ['/api/orders/%ff', 400],
  ['/api/nothing/../lines', 404],
  ['/api/../api/lines', 404],
  ['//api/lines', 404],
])('the path is taken as it is written: %s', async (path, status) => {
  const text = await raw(service.port, `GET ${path} HTTP/1.1\r\n${head}Connection: close\r\n\r\n`)
  expect(statusIn(text)).toBe(status)
  expect(service.calls).toEqual([])
})

test.each([
  ['..', '..'],
  ['a%2Fb', 'a/b'],
  ['%2e%2e', '..'],
  ['a%00b', 'a\u0000b'],
])('a key is one step of the path, decoded once: %s', async (step, key) => {
  await raw(service.port, `GET /api/orders/${step} HTTP/1.1\r\n${head}Connection: close\r\n\r\n`)
  expect(service.calls[0]).toMatchObject({ operation: 'Order.read', input: { key: { id: key } } })
})

test('closing lets a request under way finish, and takes no new one', async () => {
  const other = await run()
  let finish = () => {}
  const started = new Promise<void>((resolve) => {
    other.answer = () => {
      resolve()
      return new Promise((done) => {
        finish = () => done({ kind: 'value', value: { items: [], next: null } })
      })
    }
  })
  const answer = raw(other.port, `GET /api/orders HTTP/1.1\r\n${head}\r\n`, '"next"')
  await started
  const closed = other.close()
  finish()
  expect(statusIn(await answer)).toBe(200)
  await closed
  await expect(raw(other.port, `GET /api/orders HTTP/1.1\r\n${head}\r\n`)).rejects.toThrow()
})

test.each([
  ['two', 'Host: x\r\nHost: y\r\n', 400],
  ['the same twice', 'Host: x\r\nHost: x\r\n', 400],
  ['two in one line', 'Host: x, y\r\n', 400],
  ['with a path', 'Host: x/y\r\n', 400],
  ['with a user', 'Host: a@x\r\n', 400],
  ['nothing in it', 'Host:\r\n', 400],
  ['none', '', 400],
  ['one', 'Host: x.example:8080\r\n', 200],
  ['one of IPv6', 'Host: [::1]:8080\r\n', 200],
])('a request names one host: %s', async (_, host, status) => {
  const text = await raw(
    service.port,
    `GET /api/orders HTTP/1.1\r\n${host}Authorization: Bearer ada\r\nConnection: close\r\n\r\n`,
  )
  expect([statusIn(text), service.calls.length]).toEqual([status, status === 200 ? 1 : 0])
})

test('two credentials of one name are no credential', async () => {
  const two = `GET /api/orders HTTP/1.1\r\n${head}Authorization: Bearer eve\r\nConnection: close\r\n\r\n`
  expect(statusIn(await raw(service.port, two))).toBe(401)
})
