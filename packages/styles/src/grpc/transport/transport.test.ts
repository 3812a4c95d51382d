import { once } from 'node:events'
import { connect } from 'node:http2'
import { type Call, type Change, type Json, type JsonObject, type Outcome, problem } from '@charter/runtime'
import { Metadata, type ServiceError, status } from '@grpc/grpc-js'
import protobuf from 'protobufjs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ada } from '../../testing/fake-rest-service.ts'
import { type FakeGrpcService, run } from '../testing/fake-grpc-service.ts'

let running: FakeGrpcService
beforeEach(async () => {
  running = await run({ bodyBytesMax: 20_000, requestTimeoutMs: 1500, pageSizeMax: 2 })
})
afterEach(() => running.close())

const id = '7f1de1a4-3a0e-4b7c-9d86-0f3a5e1c2b10'
const call = (operation: string, more: Partial<Call> = {}): Call => ({
  operation,
  input: {},
  principal: ada,
  context: { origin: { style: 'test', requestId: 'r1' } },
  ...more,
})
const itemsOf = (outcome: Outcome): AsyncIterator<Json> => {
  if (outcome.kind !== 'stream') throw new Error(JSON.stringify(outcome))
  return outcome.items[Symbol.asyncIterator]()
}

describe('a problem', () => {
  // Written apart from what serves it: google/rpc/status.proto and error_details.proto.
  const { root } = protobuf.parse(`syntax = "proto3"; package google.rpc;
    message Any { string type_url = 1; bytes value = 2; }
    message Status { int32 code = 1; string message = 2; repeated Any details = 3; }
    message ErrorInfo { string reason = 1; string domain = 2; map<string, string> metadata = 3; }
    message BadRequest { message FieldViolation { string field = 1; string description = 2; string reason = 3; } repeated FieldViolation field_violations = 1; }
    message Duration { int64 seconds = 1; int32 nanos = 2; }
    message RetryInfo { Duration retry_delay = 1; }`)
  const read = (name: string, bytes: Uint8Array) =>
    root.lookupType(`google.rpc.${name}`).decode(bytes).toJSON() as Record<string, Json>

  test('is google.rpc.Status with the details that every client knows', async () => {
    running.answer = () => ({
      kind: 'problem',
      problem: problem('invalid-input', {
        errors: [
          { path: '/isPaid', code: 'required', message: 'This is required.' },
          { path: '/lines/0/label', code: 'too-long', message: 'Give at most 40.' },
        ],
        retryAfterSeconds: 7,
      }),
    })
    const bytes = running.encode('CreateOrderRequest', { value: { title: 'x' } })
    const refused = (await running.raw('OrderService/CreateOrder', bytes)) as ServiceError
    expect([refused.code, refused.details]).toEqual([status.INVALID_ARGUMENT, 'Some values are not valid.'])
    const [details] = refused.metadata.get('grpc-status-details-bin')
    const read1 = read('Status', details as Buffer)
    const found = (read1.details as { typeUrl: string; value: string }[]).map(({ typeUrl, value }) => {
      const name = typeUrl.replace('type.googleapis.com/google.rpc.', '')
      return [name, read(name, Buffer.from(value, 'base64'))]
    })
    expect(read1).toMatchObject({ code: 3, message: 'Some values are not valid.' })
    expect(found).toEqual([
      ['ErrorInfo', { reason: 'INVALID_INPUT', domain: 'shop', metadata: { paths: '["/isPaid","/lines/0/label"]' } }],
      [
        'BadRequest',
        {
          fieldViolations: [
            { field: 'order.is_paid', description: 'This is required.', reason: 'REQUIRED' },
            { field: 'order.lines.0.label', description: 'Give at most 40.', reason: 'TOO_LONG' },
          ],
        },
      ],
      ['RetryInfo', { retryDelay: { seconds: '7' } }],
    ])
  })

  test('with more errors than trailers hold says how many were left out', async () => {
    const errors = Array.from({ length: 20 }, (_, at) => ({
      path: `/field${at}`,
      code: 'required' as const,
      message: 'This is required. '.repeat(30),
    }))
    running.answer = () => ({ kind: 'problem', problem: problem('invalid-input', { errors }) })
    const refused = (await running.raw('OrderService/CreateOrder', Buffer.alloc(0))) as ServiceError
    const [details] = refused.metadata.get('grpc-status-details-bin')
    expect((details as Buffer).length).toBeLessThan(6000)
    expect(String(details)).toContain('errorsLeftOut')
  })

  test('that is a bug tells nothing of it', async () => {
    running.answer = () => {
      throw new Error('SELECT secret')
    }
    const refused = (await running.raw('OrderService/GetOrder', Buffer.alloc(0))) as ServiceError
    expect([refused.code, refused.details]).toEqual([status.INTERNAL, 'Something went wrong here.'])
    expect(running.bugs).toHaveLength(1)
  })
})

describe('streams', () => {
  const pagesOf = (count: number) => {
    running.answer = ({ select }) => {
      const at = Number(select?.after ?? 0)
      return { kind: 'value', value: { items: [{ id, title: `${at}` }], next: at + 1 < count ? String(at + 1) : null } }
    }
  }
  const listing = (request: JsonObject) => {
    const metadata = new Metadata()
    metadata.set('authorization', 'Bearer ada')
    const bytes = running.encode('ListOrdersStreamRequest', request)
    const asIs = (each: Buffer): Buffer => each
    return running.client.makeServerStreamRequest('/shop.v1.OrderService/ListOrdersStream', asIs, asIs, bytes, metadata)
  }

  test('give every row, page by page, each page a call of its own', async () => {
    pagesOf(5)
    const pages: Buffer[] = []
    for await (const page of listing({ filter: { count: { gt: 3 } } }) as AsyncIterable<Buffer>) pages.push(page)
    expect(pages).toHaveLength(5)
    expect(running.calls.map(({ operation, select }) => [operation, select?.after, select?.limit])).toEqual(
      [undefined, '1', '2', '3', '4'].map((after) => ['Order.list', after, 2]),
    )
  })

  test('go on no faster than the client reads', async () => {
    const title = 'x'.repeat(100_000)
    running.answer = ({ select }) => ({
      kind: 'value',
      value: { items: [{ id, title }], next: String(Number(select?.after ?? 0) + 1) },
    })
    const session = connect(running.url)
    const path = '/shop.v1.OrderService/ListOrdersStream'
    const head = { ':method': 'POST', ':path': path, 'content-type': 'application/grpc', te: 'trailers' }
    const stream = session.request({ ...head, authorization: 'Bearer ada' })
    // An empty message; nothing of the answer is read.
    stream.end(Buffer.alloc(5))
    let before = 0
    const isStill = () => {
      const still = before > 0 && before === running.calls.length
      before = running.calls.length
      return still
    }
    await expect.poll(isStill, { interval: 300, timeout: 20_000 }).toBe(true)
    expect(running.calls.length).toBeLessThan(5)
    session.destroy()
  })

  const change = (at: number): Change => ({
    cursor: `c${at}`,
    at: '2026-03-01T08:15:30.25Z',
    change: 'updated',
    key: { id },
    row: { title: `row ${at}` },
  })

  test('of changes give items as they come, and resume by cursor', async () => {
    running.answer = () => ({
      kind: 'stream',
      items: (async function* () {
        yield change(1) as unknown as Json
        yield { ...change(2), change: 'deleted', row: null } as unknown as Json
      })(),
    })
    const outcome = await running.caller.execute(
      call('Order.changes', {
        select: { fields: ['title'], after: 'c0', filter: { kind: 'isNull', left: { kind: 'field', path: ['card'] } } },
      }),
    )
    const items = itemsOf(outcome)
    expect((await items.next()).value).toEqual(change(1))
    expect((await items.next()).value).toEqual({ ...change(2), change: 'deleted', row: null })
    expect((await items.next()).done).toBe(true)
    expect(running.calls[0]?.select).toEqual({
      fields: ['title'],
      after: 'c0',
      filter: { kind: 'isNull', left: { kind: 'field', path: ['card'] } },
    })
  })

  test('that are refused are a problem, not a stream', async () => {
    running.answer = () => ({ kind: 'problem', problem: problem('stale-cursor') })
    expect(await running.caller.execute(call('Order.changes'))).toEqual({
      kind: 'problem',
      problem: problem('stale-cursor'),
    })
  })

  test('end at their source when the client goes', async () => {
    const ended = Promise.withResolvers<void>()
    running.answer = ({ context }) => ({
      kind: 'stream',
      items: (async function* () {
        yield change(1) as unknown as Json
        await once(context.abort as AbortSignal, 'abort')
        ended.resolve()
      })(),
    })
    const items = itemsOf(await running.caller.execute(call('Order.changes')))
    await items.next()
    await items.return?.()
    await ended.promise
  })

  test('end as unavailable when the service stops', async () => {
    running.answer = () => ({
      kind: 'stream',
      items: (async function* () {
        yield change(1) as unknown as Json
        await new Promise(() => {})
      })(),
    })
    const other = await run()
    other.answer = running.answer
    const items = itemsOf(await other.caller.execute(call('Order.changes')))
    await items.next()
    const next = items.next()
    const refused = expect(next).rejects.toMatchObject({ problem: { code: 'unavailable' } })
    await other.close()
    await refused
  })
})

describe('time', () => {
  test('a deadline is the call’s, and never later than the service’s own', async () => {
    const deadline = Date.now() + 900
    await running.raw('OrderService/GetOrder', Buffer.alloc(0), { deadline, headers: { authorization: 'Bearer ada' } })
    expect(running.calls[0]?.context.deadlineMs).toBeGreaterThan(Date.now())
    expect(running.calls[0]?.context.deadlineMs).toBeLessThanOrEqual(deadline + 50)
    await running.raw('OrderService/GetOrder', Buffer.alloc(0))
    expect(running.calls[1]?.context.deadlineMs).toBeLessThanOrEqual(Date.now() + 1500)
  })

  test('a client that cancels aborts the call', async () => {
    const aborted = Promise.withResolvers<void>()
    const started = Promise.withResolvers<void>()
    running.answer = async ({ context }) => {
      const { abort } = context
      started.resolve()
      await once(abort as AbortSignal, 'abort')
      aborted.resolve()
      return { kind: 'value', value: null }
    }
    const leaving = new AbortController()
    const context = { origin: { style: 'test', requestId: 'r1' }, abort: leaving.signal }
    const outcome = running.caller.execute(call('Order.read', { input: { key: { id } }, context }))
    await started.promise
    leaving.abort()
    await aborted.promise
    expect(await outcome).toMatchObject({ problem: { code: 'cancelled' } })
  })
})

test('aggregates come back as they were given', async () => {
  const groups = [
    {
      key: { state: 'open' },
      count: 3,
      sum: { total: '12.50', ratio: 1.5 },
      average: { stock: '9007199254740993.5' },
      min: { day: '2026-01-01' },
      max: { day: null },
    },
    {
      key: { state: null },
      count: 1,
      sum: { total: null, ratio: null },
      average: { stock: null },
      min: { day: null },
      max: { day: null },
    },
  ]
  running.answer = () => ({ kind: 'value', value: { groups, isComplete: true } })
  const aggregate = { groupBy: ['state'], sum: ['total', 'ratio'], average: ['stock'], min: ['day'], max: ['day'] }
  const asked = call('Order.aggregate', { select: { aggregate, limit: 5 } })
  expect(await running.caller.execute(asked)).toEqual({ kind: 'value', value: { groups, isComplete: true } })
  expect(running.calls[0]?.select).toEqual({ aggregate, limit: 5 })
})

test('an answer that is too long is a problem of ours, and not sent', async () => {
  const row = (count: number) => ({ id, title: 'é'.repeat(count) })
  const read = call('Order.read', { input: { key: { id } }, select: { fields: ['id', 'title'] } })
  running.answer = () => ({ kind: 'value', value: row(10_000_000) })
  expect(await running.caller.execute(read)).toMatchObject({ kind: 'value', value: row(10_000_000) })
  running.answer = () => ({ kind: 'value', value: row(20_000_000) })
  expect(await running.caller.execute(read)).toMatchObject({ kind: 'problem', problem: { code: 'too-large' } })
  running.answer = () => ({ kind: 'value', value: row(3) })
  expect(await running.caller.execute(read)).toMatchObject({ kind: 'value', value: row(3) })
})

test('a repeated answer and problems at paths come back', async () => {
  const close = call('closeOrder', { input: { key: { id }, value: { reason: 'x' } } })
  const problems = [{ path: '/lines', problem: problem('forbidden', { detail: 'No.' }) }]
  const row = Object.fromEntries(running.model.entities[0]?.fields.map(({ name }) => [name, null]) ?? [])
  running.answer = () => ({ kind: 'value', value: row, problems, isReplayed: true, version: 'v' })
  expect(await running.caller.execute(close)).toEqual({
    kind: 'value',
    value: row,
    problems,
    isReplayed: true,
    version: 'v',
  })
})

test('health tells that it serves, and that it stops', async () => {
  const asIs = (bytes: Buffer): Buffer => bytes
  const other = await run()
  const check = (service: string) =>
    new Promise<string>((resolve) => {
      const bytes = service === '' ? Buffer.alloc(0) : Buffer.from([0x0a, service.length, ...Buffer.from(service)])
      other.client.makeUnaryRequest('/grpc.health.v1.Health/Check', asIs, asIs, bytes, (error, answer) =>
        resolve(error ? `status ${error.code}` : (answer?.toString('hex') ?? '')),
      )
    })
  expect(await check('')).toBe('0801')
  expect(await check('shop.v1.OrderService')).toBe('0801')
  expect(await check('shop.v1.Nothing')).toBe(`status ${status.NOT_FOUND}`)
  const watch = other.client.makeServerStreamRequest('/grpc.health.v1.Health/Watch', asIs, asIs, Buffer.alloc(0))
  const told: string[] = []
  watch.on('data', (bytes: Buffer) => told.push(bytes.toString('hex')))
  watch.on('error', () => {})
  await once(watch, 'data')
  const closed = other.close()
  await once(watch, 'close').catch(() => {})
  await closed
  expect(told[0]).toBe('0801')
})
