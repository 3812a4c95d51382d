import { createFileRegistry, type DescService, fromBinary } from '@bufbuild/protobuf'
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt'
import { type Change, type Json, type Outcome, ProblemError, problem } from '@charter/runtime'
import { type Client, Code, ConnectError, createClient, type Transport } from '@connectrpc/connect'
import { createConnectTransport, createGrpcWebTransport } from '@connectrpc/connect-node'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { described } from '../../testing/buf.ts'
import { type FakeGrpcService, run } from '../../testing/fake-grpc-service.ts'
import { enveloped } from './envelope.ts'

let running: FakeGrpcService
let service: DescService
beforeAll(async () => {
  const { contracts, close } = await run()
  await close()
  const registry = createFileRegistry(fromBinary(FileDescriptorSetSchema, await described(contracts)))
  const found = registry.getService('shop.v1.OrderService')
  if (!found) throw new Error('The contract has no OrderService.')
  service = found
})
beforeEach(async () => {
  running = await run({ bodyBytesMax: 20_000, requestTimeoutMs: 1500, pageSizeMax: 2 })
})
afterEach(() => running.close())

const id = '7f1de1a4-3a0e-4b7c-9d86-0f3a5e1c2b10'
const ada = { headers: { authorization: 'Bearer ada' } }
type Method = (request: unknown, options?: unknown) => Promise<unknown> & AsyncIterable<unknown>

const transports: readonly (readonly [string, (baseUrl: string) => Transport])[] = [
  ['Connect in JSON', (baseUrl) => createConnectTransport({ baseUrl, httpVersion: '1.1', useBinaryFormat: false })],
  ['Connect in bytes', (baseUrl) => createConnectTransport({ baseUrl, httpVersion: '1.1', useBinaryFormat: true })],
  ['gRPC-Web', (baseUrl) => createGrpcWebTransport({ baseUrl, httpVersion: '1.1' })],
]

describe.each(transports)('a client of others, by %s', (_, transportTo) => {
  const method = (name: string): Method => {
    const client: Client<DescService> = createClient(service, transportTo(running.httpUrl))
    return (request, options = ada) => (client[name] as unknown as Method)(request, options)
  }

  test('calls a method, and has its answer', async () => {
    running.answer = () => ({ kind: 'value', value: { id, title: 'Ink' }, version: 'v1' })
    expect(await method('getOrder')({ key: { id } })).toMatchObject({ order: { id, title: 'Ink' }, etag: 'v1' })
    expect(running.calls).toMatchObject([
      {
        operation: 'Order.read',
        input: { key: { id } },
        principal: { id: 'ada' },
        context: { origin: { style: 'grpc' } },
      },
    ])
  })

  test('is told a problem as over gRPC', async () => {
    running.answer = () => ({
      kind: 'problem',
      problem: problem('invalid-input', {
        errors: [{ path: '/title', code: 'too-long', message: 'Give at most 40.' }],
      }),
    })
    const refused = ConnectError.from(await method('createOrder')({ order: { title: 'x' } }).catch((error) => error))
    expect([refused.code, refused.rawMessage]).toEqual([Code.InvalidArgument, 'Some values are not valid.'])
    expect(refused.details.map((each) => ('type' in each ? each.type : ''))).toEqual([
      'google.rpc.ErrorInfo',
      'google.rpc.BadRequest',
    ])
  })

  test('is nobody without a token', async () => {
    const refused = await method('getOrder')({ key: { id } }, {}).catch((error: unknown) => error)
    expect(ConnectError.from(refused).code).toBe(Code.Unauthenticated)
    expect(running.calls).toEqual([])
  })

  test('has no more time than it says', async () => {
    running.answer = ({ context }) => ({
      kind: 'value',
      value: { title: String((context.deadlineMs ?? 0) > Date.now() + 1000) },
    })
    const answer = await method('getOrder')({ key: { id } }, { ...ada, timeoutMs: 900 })
    expect(answer).toMatchObject({ order: { title: 'false' } })
  })

  test('has no more time than the service gives, whatever it says', async () => {
    running.answer = ({ context }) => ({
      kind: 'value',
      value: { title: String((context.deadlineMs ?? Number.POSITIVE_INFINITY) > Date.now() + 1600) },
    })
    const answer = await method('getOrder')({ key: { id } }, { ...ada, timeoutMs: 90_000 })
    expect(answer).toMatchObject({ order: { title: 'false' } })
  })

  test('is told of a stream that it is open before anything happens, and that its time is over', async () => {
    running.answer = (): Outcome => ({ kind: 'stream', items: nothing() })
    let isOpen = false
    const follow = async () => {
      const onHeader = () => (isOpen = true)
      for await (const _change of method('watchOrders')({}, { ...ada, timeoutMs: 1500, onHeader }));
    }
    const ended = follow().catch((error: unknown) => error)
    await expect.poll(() => isOpen).toBe(true)
    expect(ConnectError.from(await ended).code).toBe(Code.DeadlineExceeded)
  })

  test('has a list page by page', async () => {
    running.answer = ({ select }) => ({
      kind: 'value',
      value: { items: [{ title: select?.after ?? 'first' }], next: select?.after ? null : 'more' },
    })
    const pages: unknown[] = []
    for await (const page of method('listOrdersStream')({})) pages.push(page)
    expect(pages).toMatchObject([{ orders: [{ title: 'first' }] }, { orders: [{ title: 'more' }] }])
    // Who calls is asked again with each page.
    expect(running.authenticated).toBe(2)
  })

  test('has the problem of a list that is refused on its way', async () => {
    running.answer = ({ select }) =>
      select?.after
        ? { kind: 'problem', problem: problem('forbidden') }
        : { kind: 'value', value: { items: [], next: 'more' } }
    const read = async () => {
      for await (const _page of method('listOrdersStream')({}));
    }
    expect(ConnectError.from(await read().catch((error: unknown) => error)).code).toBe(Code.PermissionDenied)
  })

  test('follows what happens until it leaves', async () => {
    let isLeft = false
    running.answer = (): Outcome => ({ kind: 'stream', items: changes(() => (isLeft = true)) })
    const leaving = new AbortController()
    const seen: unknown[] = []
    const follow = async () => {
      for await (const change of method('watchOrders')({}, { ...ada, signal: leaving.signal })) {
        seen.push(change)
        leaving.abort()
      }
    }
    await follow().catch(() => {})
    expect(seen).toMatchObject([{ cursor: 'c1' }])
    await expect.poll(() => isLeft).toBe(true)
  })

  test('is told when the service stops', async () => {
    running.answer = (): Outcome => ({ kind: 'stream', items: changes() })
    const follow = async () => {
      for await (const _change of method('watchOrders')({})) void running.close()
    }
    expect(ConnectError.from(await follow().catch((error: unknown) => error)).code).toBe(Code.Unavailable)
  })
})

/** No change, ever. */
const nothing = (): AsyncIterable<Json> => ({ [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}) }) })

/** One change, and then none for ever. */
const changes = (left: () => void = () => {}): AsyncIterable<Json> => ({
  [Symbol.asyncIterator]: () => {
    let isFirst = true
    return {
      next: () => {
        const change: Change = { change: 'deleted', cursor: 'c1', key: { id }, at: '2026-01-01T00:00:00Z', row: null }
        const item = { done: false, value: change as unknown as Json }
        if (!isFirst) return new Promise(() => {})
        isFirst = false
        return Promise.resolve(item)
      },
      return: () => {
        left()
        return Promise.resolve({ done: true, value: undefined })
      },
    }
  },
})

describe('what is no call', () => {
  const post = async (name: string, type: string, body: string | Buffer, more: Record<string, string> = {}) => {
    const response = await fetch(`${running.httpUrl}/shop.v1.OrderService/${name}`, {
      method: 'POST',
      headers: { authorization: 'Bearer ada', 'content-type': type, ...more },
      body: new Uint8Array(Buffer.from(body)),
    })
    return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
  }

  test('has a sentence that says what is taken', async () => {
    expect(await post('GetOrder', 'text/plain', '{}')).toMatchObject({
      status: 415,
      text: expect.stringContaining('application/json, application/proto, application/grpc-web+proto'),
    })
    expect((await post('GetOrder', 'application/connect+json', '{}')).text).toContain('Send the message as one of')
    expect((await post('ListOrdersStream', 'application/json', '{}')).text).toContain('application/connect+json')
  })

  test.each([
    ['{', 'malformed'],
    ['[]', 'is an object'],
    ['{"key":{"id":1}}', 'text'],
    ['{"unheardOf":1}', 'has no field'],
    ['', 'malformed'],
  ])('is malformed JSON: %s', async (body) => {
    const { status, text } = await post('GetOrder', 'application/json', body)
    expect([status, JSON.parse(text).code]).toEqual([400, 'invalid_argument'])
  })

  test.each([
    ['nothing', Buffer.alloc(0), 'envelope of five bytes'],
    ['less than it says', enveloped(0, Buffer.from('ab')).subarray(0, 6), 'envelope of five bytes'],
    [
      'more than one message',
      Buffer.concat([enveloped(0, Buffer.alloc(0)), enveloped(0, Buffer.alloc(0))]),
      'envelope',
    ],
    ['a compressed message', enveloped(1, Buffer.alloc(0)), 'compressed'],
  ])('is an envelope with %s', async (_, body, sentence) => {
    const { status, text } = await post('GetOrder', 'application/grpc-web+proto', body)
    expect([status, text]).toEqual([200, expect.stringContaining('grpc-status: 3')])
    expect(decodeURIComponent(text)).toContain(sentence)
  })

  test('is longer than messages may be', async () => {
    const { status, text } = await post('GetOrder', 'application/json', ' '.repeat(30_000))
    expect([status, JSON.parse(text).code]).toEqual([429, 'resource_exhausted'])
  })

  test('meets a bug, of which nothing is told', async () => {
    running.answer = () => {
      throw new Error('secret')
    }
    const { status, text } = await post('GetOrder', 'application/json', '{"key":{"id":"x"}}')
    expect([status, text.includes('secret')]).toEqual([500, false])
    expect(running.bugs).toHaveLength(1)
  })

  test('cannot say who calls just now', async () => {
    running.answer = () => {
      throw new ProblemError(problem('unavailable'))
    }
    expect((await post('GetOrder', 'application/json', '{"key":{"id":"x"}}')).status).toBe(503)
  })
})

test('a service ends a stream itself when the time of its client is over', async () => {
  running.answer = (): Outcome => ({ kind: 'stream', items: nothing() })
  const answer = await fetch(`${running.httpUrl}/shop.v1.OrderService/WatchOrders`, {
    method: 'POST',
    headers: { ...ada.headers, 'content-type': 'application/connect+json', 'connect-timeout-ms': '200' },
    body: enveloped(0, Buffer.from('{}')),
  })
  expect(answer.status).toBe(200)
  expect(await answer.text()).toContain('"code":"deadline_exceeded"')
})
