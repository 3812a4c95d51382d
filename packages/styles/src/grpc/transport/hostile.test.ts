import { connect } from 'node:http2'
import { gzipSync } from 'node:zlib'
import { type ServiceError, status } from '@grpc/grpc-js'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type FakeGrpcService, run } from '../testing/fake-grpc-service.ts'

let running: FakeGrpcService
beforeEach(async () => {
  running = await run({ bodyBytesMax: 20_000, requestTimeoutMs: 1500, pageSizeMax: 2 })
})
afterEach(() => running.close())

const nested = (depth: number): Buffer => {
  let bytes = Buffer.alloc(0)
  // `negated` of a filter, field 1003, within itself.
  for (let at = 0; at < depth; at++) {
    const tag = 1003 * 8 + 2
    const length = bytes.length
    const head = length < 128 ? [length] : [(length & 0x7f) | 0x80, length >> 7]
    bytes = Buffer.concat([Buffer.from([(tag & 0x7f) | 0x80, tag >> 7, ...head]), bytes])
  }
  const length = bytes.length < 128 ? [bytes.length] : [(bytes.length & 0x7f) | 0x80, bytes.length >> 7]
  return Buffer.concat([Buffer.from([3 * 8 + 2, ...length]), bytes])
}

test.each<[string, string, Buffer, RegExp]>([
  ['junk', 'OrderService/GetOrder', Buffer.from('ffffffffffffffffffffffff', 'hex'), /number|field|large/],
  ['a field cut short', 'OrderService/GetOrder', Buffer.from([0x0a, 0x7f, 0x01]), /ends within/],
  ['a group', 'OrderService/GetOrder', Buffer.from([0x0b, 0x0c]), /group|type/],
  ['another wire type', 'OrderService/GetOrder', Buffer.from([0x08, 0x01]), /type/],
  ['text that is not UTF-8', 'OrderService/GetOrder', Buffer.from([0x0a, 0x03, 0x0a, 0x01, 0xff]), /UTF-8/],
  ['a length that overflows', 'OrderService/GetOrder', Buffer.from('0affffffffffffffff7f', 'hex'), /large|ends/],
  ['101 messages in each other', 'OrderService/ListOrders', nested(101), /deeper than 100/],
])('%s: malformed, for who may ask', async (_name, method, bytes, sentence) => {
  const refused = (await running.raw(method, bytes)) as ServiceError
  expect([refused.code, refused.details]).toEqual([status.INVALID_ARGUMENT, expect.stringMatching(sentence)])
  const nobody = (await running.raw(method, bytes, { headers: {} })) as ServiceError
  expect(nobody.code).toBe(status.UNAUTHENTICATED)
  expect(running.bugs).toEqual([])
})

test('what has no value of its type is told by path', async () => {
  // order { state: 99, moment { nanos: 1 }, ratio: NaN }, null_paths: "/no/where"
  const bytes = Buffer.from('120f50634a0210013100000000000' + '0f87faa01092f6e6f2f7768657265', 'hex')
  const refused = (await running.raw('OrderService/CreateOrder', bytes)) as ServiceError
  expect(refused.code).toBe(status.INVALID_ARGUMENT)
  const { unreadable } = running.calls[0]?.context ?? {}
  expect(unreadable?.errors?.map(({ path, code }) => `${path} ${code}`)).toEqual([
    '/moment format',
    '/null_paths/0 not-found',
    '/ratio wrong-type',
    '/state not-in-enum',
  ])
})

test('a message over the limit is refused before it is read', async () => {
  const large = running.encode('CreateOrderRequest', { value: { title: 'x'.repeat(30_000) } })
  const refused = (await running.raw('OrderService/CreateOrder', large)) as ServiceError
  expect(refused.code).toBe(status.RESOURCE_EXHAUSTED)
  expect(running.calls).toEqual([])
})

const post = (headers: Record<string, string>, body: Buffer | null) =>
  new Promise<Record<string, unknown>>((resolve, reject) => {
    const session = connect(running.url)
    const stream = session.request({
      ':method': 'POST',
      ':path': '/shop.v1.OrderService/GetOrder',
      'content-type': 'application/grpc',
      te: 'trailers',
      authorization: 'Bearer ada',
      ...headers,
    })
    let told: Record<string, unknown> = {}
    stream.on('response', (given) => {
      told = { ...told, ...given }
    })
    stream.on('trailers', (given) => {
      told = { ...told, ...given }
    })
    stream.on('error', reject)
    stream.on('end', () => {
      session.destroy()
      resolve(told)
    })
    stream.resume()
    if (body) stream.end(body)
  })

test('a small message that unpacks to a large one is refused', async () => {
  const bomb = gzipSync(Buffer.alloc(5_000_000))
  const head = Buffer.alloc(5)
  head[0] = 1
  head.writeUInt32BE(bomb.length, 1)
  const told = await post({ 'grpc-encoding': 'gzip' }, Buffer.concat([head, bomb]))
  expect(told['grpc-status']).toBe(String(status.RESOURCE_EXHAUSTED))
  expect(running.calls).toEqual([])
})

test('a request that does not come is given up', async () => {
  const told = await post({}, null)
  expect(told['grpc-status']).toBe(String(status.DEADLINE_EXCEEDED))
})

test('another idempotency key than one is malformed', async () => {
  const headers = { authorization: 'Bearer ada', 'idempotency-key': 'two words' }
  const refused = (await running.raw('OrderService/CreateOrder', Buffer.alloc(0), { headers })) as ServiceError
  expect([refused.code, refused.details]).toEqual([status.INVALID_ARGUMENT, expect.stringContaining('idempotency-key')])
})

test('a method that there is not is unimplemented', async () => {
  expect(((await running.raw('OrderService/Nothing', Buffer.alloc(0))) as ServiceError).code).toBe(status.UNIMPLEMENTED)
})

const statusOfCall = async (of: Promise<Buffer | ServiceError>): Promise<number> =>
  ((await of) as ServiceError).code ?? status.OK

test('messages of one caller that are under way take no more room than so many of the greatest size', async () => {
  const waiting = Promise.withResolvers<void>()
  running.answer = async () => {
    await waiting.promise
    return { kind: 'value', value: null }
  }
  const large = running.encode('CreateOrderRequest', { value: { title: 'x'.repeat(19_900) } })
  const create = () => statusOfCall(running.raw('OrderService/CreateOrder', large))
  const first = Array.from({ length: 8 }, create)
  await expect.poll(() => running.calls.length).toBe(8)
  expect(await create()).toBe(status.RESOURCE_EXHAUSTED)
  waiting.resolve()
  await Promise.all(first)
  expect(await create()).not.toBe(status.RESOURCE_EXHAUSTED)
})

test('so many messages of one caller are received at once, and the next when one has been read or given up', async () => {
  const slow = Array.from({ length: 8 }, () => post({}, null))
  await expect.poll(() => running.authenticated).toBe(8)
  const next = statusOfCall(running.raw('OrderService/GetOrder', Buffer.alloc(0)))
  expect(await Promise.race([next.then(() => 'answered'), slow[0]?.then(() => 'given up')])).toBe('given up')
  expect(await next).toBe(status.OK)
})
