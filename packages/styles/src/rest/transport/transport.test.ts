import { problem } from '@charter/runtime'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ada, type FakeRestService, run } from '../../testing/fake-rest-service.ts'
import { type Answered, type SendOptions, sendTo } from '../../testing/send.ts'

const id = '0190f5c6-7b1e-7c3a-9a55-3f2d5e8b1c4d'
let service: FakeRestService

beforeAll(async () => {
  service = await run({ bodyBytesMax: 2000 })
})
afterAll(() => service.close())
beforeEach(() => {
  service.calls.length = 0
  service.answer = () => ({ kind: 'value', value: { id } })
})

const send = (path: string, more?: SendOptions) => sendTo(service, path, more)
const select = () => service.calls[0]?.select
const errorsOf = ({ body }: Answered) =>
  (body as { errors: { path: string; code: string }[] }).errors.map(({ path, code }) => `${path} ${code}`)

describe('methods', () => {
  test('HEAD is GET without the body', async () => {
    const get = await send(`/api/orders/${id}`)
    const head = await send(`/api/orders/${id}`, { method: 'HEAD' })
    expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', get.headers['content-length']])
  })

  test('OPTIONS says what is offered, without asking who calls', async () => {
    const response = await send(`/api/orders/${id}`, { method: 'OPTIONS', token: null })
    expect([response.status, response.headers.allow]).toEqual([204, 'DELETE, GET, HEAD, OPTIONS, PATCH, PUT'])
    expect(response.headers['accept-patch']).toContain('application/merge-patch+json')
  })

  test('another method is 405 with Allow', async () => {
    const response = await send('/api/orders', { method: 'DELETE' })
    expect([response.status, response.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS, POST'])
  })

  test('an address of nothing is 404, whatever the method', async () => {
    expect((await send('/api/nothing')).body).toMatchObject({ code: 'not-found' })
    expect((await send('/api/nothing', { method: 'OPTIONS' })).status).toBe(404)
  })
})

describe('formats and limits', () => {
  test('a body of another format is 415', async () => {
    for (const type of [
      'text/plain',
      'application/xml',
      'application/x-www-form-urlencoded',
      'application/json; charset=latin1',
    ])
      expect([
        type,
        (await send('/api/orders', { method: 'POST', body: '{}', headers: { 'content-type': type } })).status,
      ]).toEqual([type, 415])
  })

  test('a merge patch is taken by PATCH alone', async () => {
    const headers = { 'content-type': 'application/merge-patch+json' }
    expect((await send(`/api/orders/${id}`, { method: 'PATCH', body: {}, headers })).status).toBe(200)
    expect((await send(`/api/orders/${id}`, { method: 'PUT', body: {}, headers })).status).toBe(415)
  })

  test('who takes no JSON is told 406', async () => {
    for (const [accept, status] of [
      ['text/html', 406],
      ['application/json;q=0', 406],
      ['text/html, */*;q=0.1', 200],
      ['application/*', 200],
      ['application/problem+json', 200],
    ] as const)
      expect([accept, (await send(`/api/orders/${id}`, { headers: { accept } })).status]).toEqual([accept, status])
  })

  test('a body past the limit is 413, and is not read on', async () => {
    expect((await send('/api/orders', { method: 'POST', body: { title: 'x'.repeat(3000) } })).body).toMatchObject({
      code: 'too-large',
      status: 413,
    })
    expect(service.calls).toEqual([])
  })

  test('an address past the limit is 414', async () => {
    expect((await send(`/api/orders?filter[title]=${'x'.repeat(9000)}`)).status).toBe(414)
  })
})

describe('what is read of a request', () => {
  test('a body that is no JSON, no UTF-8, or not there', async () => {
    const post = (body: string | undefined) => send('/api/orders', { method: 'POST', body })
    expect((await post('{')).body).toMatchObject({ code: 'malformed' })
    expect(errorsOf(await post('{"a":1,"a":2}'))).toEqual(['/a duplicate'])
    expect(errorsOf(await post(undefined))).toEqual([' required'])
    expect((await post(`${'['.repeat(70)}${']'.repeat(70)}`)).status).toBe(400)
  })

  test('nobody is told what was wrong with a request, which is not read', async () => {
    const response = await send('/api/orders?nonsense=1', { token: null })
    expect(response.status).toBe(401)
    expect(response.headers['www-authenticate']).toBe('Bearer')
    expect(service.calls).toEqual([])
    await send('/api/orders?nonsense=1')
    expect(service.calls[0]?.context.unreadable?.errors?.[0]?.path).toBe('?nonsense')
  })

  test('everything wrong with a query is told at once', async () => {
    const query =
      'limit=x&limit=2&count=maybe&nonsense=1&filter[title][about]=a&include=nobody&filter[card]=1&sort=title&sort=id&filter[a][b][c]=1'
    expect(errorsOf(await send(`/api/orders?${query}`))).toEqual([
      '?count wrong-type',
      '?filter[a][b][c] unknown',
      '?filter[card] unsupported',
      '?filter[title][about] unknown',
      '?include unknown',
      '?limit duplicate',
      '?limit wrong-type',
      '?nonsense unknown',
      '?sort duplicate',
    ])
  })

  test('a query that is not percent-encoded UTF-8 is malformed', async () => {
    for (const query of ['%', 'filter[title]=%ff', '%zz=1'])
      expect((await send(`/api/orders?${query}`)).body).toMatchObject({ code: 'malformed', status: 400 })
  })

  test('brackets may be percent-encoded, and plus is a space', async () => {
    await send('/api/orders?filter%5Btitle%5D=a+b%2B')
    expect(select()?.filter).toMatchObject({ kind: 'compare', op: 'eq', right: { value: 'a b+' } })
  })

  test('values of `in` with commas between are told to be given one by one; of a text it is one value', async () => {
    const { body } = await send('/api/orders?filter[count][in]=1,2')
    expect((body as { errors: unknown }).errors).toEqual([
      {
        path: '?filter[count][in]',
        code: 'wrong-type',
        message: 'Give it once for each value: filter[count][in]=1&filter[count][in]=2.',
      },
    ])
    await send('/api/orders?filter[title][in]=a,b')
    expect(service.calls.at(-1)?.select?.filter).toMatchObject({ kind: 'in', right: [{ value: 'a,b' }] })
  })

  test('repeated `in` gathers its values, other operators stand beside', async () => {
    await send('/api/orders?filter[state][in]=open&filter[count][ge]=2&filter[state][in]=closed')
    expect(select()?.filter).toMatchObject({
      kind: 'and',
      of: [
        { kind: 'in', right: [{ value: 'open' }, { value: 'closed' }] },
        { kind: 'compare', op: 'ge', right: { value: 2 } },
      ],
    })
  })

  test('a value that is not of the field’s form goes on as it is, for the executor to refuse', async () => {
    await send('/api/orders?filter[count]=many')
    expect(select()?.filter).toMatchObject({ right: { value: 'many' } })
    service.calls.length = 0
    await send('/api/lines/not-a-uuid/1x')
    expect(service.calls[0]?.input.key).toEqual({ orderId: 'not-a-uuid', number: '1x' })
  })

  test('values of protected fields go into bodies alone', async () => {
    const filter = { field: 'card', op: 'eq', value: '4111' }
    expect((await send(`/api/orders?filter=${encodeURIComponent(JSON.stringify(filter))}`)).status).toBe(422)
    expect((await send('/api/orders/search', { method: 'POST', body: { filter } })).status).toBe(200)
  })

  test('everything wrong with a search is told at once, by pointer', async () => {
    const body = {
      filter: { and: [{ field: 'title', op: 'is', value: 1 }, { nor: [] }] },
      limit: '3',
      sort: 'title',
      include: { nobody: {} },
      more: 1,
    }
    expect(errorsOf(await send('/api/orders/search', { method: 'POST', body }))).toEqual([
      '/filter/and/0/op wrong-type',
      '/filter/and/1/field wrong-type',
      '/filter/and/1/nor unknown',
      '/filter/and/1/op wrong-type',
      '/include/nobody unknown',
      '/limit wrong-type',
      '/more unknown',
      '/sort wrong-type',
    ])
  })

  test('a nested list is the target’s list, filtered by the parent beside the query', async () => {
    await send(`/api/orders/${id}/lines?filter[label]=a&limit=3`)
    expect(service.calls[0]).toMatchObject({
      operation: 'Line.list',
      select: {
        limit: 3,
        filter: {
          kind: 'and',
          of: [{ left: { path: ['orderId'] }, right: { value: id } }, { left: { path: ['label'] } }],
        },
      },
    })
  })

  test('a row that is deleted takes no parameters', async () => {
    expect(errorsOf(await send(`/api/orders/${id}?fields=id`, { method: 'DELETE' }))).toEqual(['?fields unknown'])
  })

  test('members named __proto__ stay members', async () => {
    await send('/api/orders', { method: 'POST', body: '{"__proto__":{"isAdmin":true}}' })
    const value = service.calls[0]?.input.value as Record<string, unknown>
    expect(Object.keys(value)).toEqual(['__proto__'])
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined()
  })
})

describe('who calls, and which request this is', () => {
  test('a bearer token or an API key makes the principal; no other header does', async () => {
    await send(`/api/orders/${id}`, { token: null, headers: { 'x-api-key': 'ada' } })
    expect(service.calls[0]?.principal).toEqual(ada)
    service.calls.length = 0
    const response = await send(`/api/orders/${id}`, {
      token: null,
      headers: { 'x-user': 'ada', 'x-forwarded-user': 'ada', cookie: 'user=ada' },
    })
    expect([response.status, service.calls]).toEqual([401, []])
  })

  test('another scheme or an unknown token is 401', async () => {
    expect((await send(`/api/orders/${id}`, { token: null, headers: { authorization: 'Basic YTpi' } })).status).toBe(
      401,
    )
    expect((await send(`/api/orders/${id}`, { token: 'eve' })).status).toBe(401)
    expect((await send(`/api/orders/${id}`, { token: null, headers: { authorization: 'bearer ada' } })).status).toBe(
      200,
    )
  })

  test('a request id is kept where it is one to trust in a log, else made', async () => {
    expect((await send(`/api/orders/${id}`, { headers: { 'x-request-id': 'abc-1' } })).headers['x-request-id']).toBe(
      'abc-1',
    )
    for (const odd of ['x'.repeat(200), 'a b', '"><script>'])
      expect((await send(`/api/orders/${id}`, { headers: { 'x-request-id': odd } })).headers['x-request-id']).toMatch(
        /^[0-9a-f-]{36}$/,
      )
  })

  test('a traceparent is taken where it is one', async () => {
    const trace = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`
    await send(`/api/orders/${id}`, { headers: { traceparent: trace } })
    await send(`/api/orders/${id}`, { headers: { traceparent: 'nonsense' } })
    expect(service.calls.map(({ context }) => context.trace)).toEqual([trace, undefined])
  })

  test('an idempotency key that is none is malformed', async () => {
    const headers = { 'idempotency-key': 'x'.repeat(256) }
    expect((await send('/api/orders', { method: 'POST', body: {}, headers })).body).toMatchObject({ code: 'malformed' })
  })
})

describe('batches', () => {
  test('each call has its own outcome, in order', async () => {
    service.answer = ({ operation }) =>
      operation === 'Order.read'
        ? { kind: 'value', value: { id }, version: '1.a' }
        : { kind: 'problem', problem: problem('conflict') }
    const body = {
      calls: [{ operation: 'Order.read', key: { id } }, { operation: 'Order.create', value: {} }, { operation: 7 }],
    }
    const response = await send('/api/batch', { method: 'POST', body })
    expect(response.body).toMatchObject({
      results: [
        { status: 200, value: { id }, etag: '"1.a"' },
        { status: 409, problem: { code: 'conflict' } },
        { status: 422, problem: { errors: [{ path: '/operation' }] } },
      ],
    })
    expect(service.calls.map(({ principal }) => principal)).toEqual([ada, ada, ada])
  })

  test('all-or-none is refused where nobody can do it, and nothing is done', async () => {
    const body = { atomic: true, calls: [{ operation: 'Order.create', value: {} }] }
    expect((await send('/api/batch', { method: 'POST', body })).status).toBe(501)
    expect(service.calls).toEqual([])
  })

  test('more calls than the limit, none, or a caller nobody knows', async () => {
    const calls = Array.from({ length: 101 }, () => ({}))
    for (const each of [calls, [], 'x'])
      expect((await send('/api/batch', { method: 'POST', body: { calls: each } })).status).toBe(422)
    expect((await send('/api/batch', { method: 'POST', body: { calls: [] }, token: null })).status).toBe(401)
  })
})
