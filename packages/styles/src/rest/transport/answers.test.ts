import { type Outcome, type ProblemCode, problem, problemCodes } from '@charter/runtime'
import { statusOf } from '@charter/runtime/http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FakeRestService, run } from '../../testing/fake-rest-service.ts'
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
const errorsOf = ({ body }: Answered) =>
  (body as { errors: { path: string; code: string }[] }).errors.map(({ path, code }) => `${path} ${code}`)

describe('what a response says', () => {
  test.each(Object.keys(problemCodes) as ProblemCode[])('%s has its one status, as problem details', async (code) => {
    service.answer = () => ({ kind: 'problem', problem: problem(code, { retryAfterSeconds: 7 }) })
    const response = await send(`/api/orders/${id}`)
    expect(response.status).toBe(statusOf[code])
    expect(response.headers['content-type']).toMatch(/^application\/problem\+json\b/)
    expect(response.headers['retry-after']).toBe('7')
    expect(response.body).toMatchObject({
      type: `urn:charter:problem:${code}`,
      title: problemCodes[code],
      status: statusOf[code],
      code,
    })
  })

  test('a problem never carries its cause', async () => {
    service.answer = () => ({ kind: 'problem', problem: problem('internal', { cause: new Error('SELECT secret') }) })
    expect((await send(`/api/orders/${id}`)).text).not.toContain('secret')
  })

  test('an error that is thrown is internal, and its message stays here', async () => {
    service.answer = () => {
      throw new Error('SELECT secret')
    }
    const response = await send(`/api/orders/${id}`)
    expect(response.status).toBe(500)
    expect(response.text).not.toContain('secret')
  })

  test('errors are sorted by path, then code', async () => {
    const errors = [
      { path: '/b', code: 'required' as const, message: '' },
      { path: '/a', code: 'wrong-type' as const, message: '' },
      { path: '/a', code: 'digits' as const, message: '' },
    ]
    service.answer = () => ({ kind: 'problem', problem: problem('invalid-input', { errors }) })
    expect(errorsOf(await send(`/api/orders/${id}`))).toEqual(['/a digits', '/a wrong-type', '/b required'])
  })

  test('a created row has 201 and its address, composite keys in order', async () => {
    service.answer = () => ({ kind: 'value', value: { orderId: id, number: 3, label: 'a' } })
    const response = await send('/api/lines', { method: 'POST', body: {} })
    expect(response.status).toBe(201)
    expect(response.headers.location).toBe(`/api/lines/${id}/3`)
  })

  test('answers are private and vary by who asks', async () => {
    const { headers } = await send(`/api/orders/${id}`)
    expect(headers['cache-control']).toBe('private')
    expect(headers.vary).toBe('Authorization, Accept')
    expect(headers['x-powered-by']).toBeUndefined()
  })

  test('the next page is linked at the same address', async () => {
    service.answer = () => ({ kind: 'value', value: { items: [], next: 'a/b+c' } })
    const { headers } = await send('/api/orders?limit=2&sort=-title&after=old')
    expect(headers.link).toBe('</api/orders?limit=2&sort=-title&after=a%2Fb%2Bc>; rel="next"')
  })

  test('the last page links nothing', async () => {
    service.answer = () => ({ kind: 'value', value: { items: [], next: null } })
    expect((await send('/api/orders')).headers.link).toBeUndefined()
  })

  test('delete answers 204 without a body', async () => {
    service.answer = () => ({ kind: 'value', value: null })
    const response = await send(`/api/orders/${id}`, { method: 'DELETE' })
    expect([response.status, response.text]).toEqual([204, ''])
  })

  test('an answer that is only partly there is not passed off as whole', async () => {
    const given: Outcome = {
      kind: 'value',
      value: { id },
      problems: [{ path: '/lines', problem: problem('forbidden') }],
    }
    service.answer = () => given
    expect((await send(`/api/orders/${id}`)).status).toBe(403)
  })
})

describe('entity tags', () => {
  beforeEach(() => {
    service.answer = () => ({ kind: 'value', value: { id }, version: '7.ab' })
  })

  test('a read carries a strong tag, and 304 where the client holds it', async () => {
    expect((await send(`/api/orders/${id}`)).headers.etag).toBe('"7.ab"')
    for (const held of ['"7.ab"', 'W/"7.ab"', '"x", "7.ab"', '*']) {
      const response = await send(`/api/orders/${id}`, { headers: { 'if-none-match': held } })
      expect([held, response.status, response.text, response.headers.etag]).toEqual([held, 304, '', '"7.ab"'])
    }
    expect((await send(`/api/orders/${id}`, { headers: { 'if-none-match': '"7.a"' } })).status).toBe(200)
  })

  test('If-None-Match does not turn a write into 304', async () => {
    const response = await send(`/api/orders/${id}`, {
      method: 'PATCH',
      body: {},
      headers: { 'if-none-match': '"7.ab"' },
    })
    expect(response.status).toBe(200)
  })

  test('If-Match compares strongly: a weak or broken tag matches nothing, and is not ignored', async () => {
    for (const [header, tags] of [
      ['"a", W/"b", "c"', ['a', 'c']],
      ['*', ['*']],
      ['W/"b"', []],
      ['nonsense', []],
    ] as const) {
      service.calls.length = 0
      await send(`/api/orders/${id}`, { method: 'DELETE', headers: { 'if-match': header } })
      expect(service.calls[0]?.context.ifMatch).toEqual(tags)
    }
  })
})
