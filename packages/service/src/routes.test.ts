import { once } from 'node:events'
import { connect } from 'node:net'
import type { Principal } from '@charter/runtime'
import type { RouteBody } from '@charter/runtime/service'
import { type Served, serveStyles } from '@charter/styles/serve'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { bodyOf, call, codeOf, type Opened, open } from './testing/clinic.ts'
import { databases } from './testing/databases.ts'

const text = (database: string): string => `
charter: 1
name: shop
serves: [rest, graphql, mcp]
sources: { main: { own: ${database} } }
cors: { origins: ['https://shop.example.org'] }
access: { accepts: [jwt, oauth2], roles: [clerk, guest], mfa: [closeBooks] }
types:
  Note: { type: record, members: { text: { type: text, length: 1..20 }, count: int32 } }
entities:
  Order:
    key: id
    fields:
      id: { type: uuid, default: generated }
      title: { type: text, length: 1..40 }
      card: { type: text, length: 1..40, default: '4111', readOnly: true, protect: encrypt, reveal: desk }
    allow: { clerk: { do: [create, read, list, update, delete, audit] }, guest: { do: [read] } }
routes:
  orderReceipt:
    path: orders/:id/receipt
    description: The receipt of an order.
    params: { id: uuid }
    query: { copy: { type: boolean, optional: true }, tags: { type: array, items: text, optional: true } }
    headers: [x-till]
    answers: [text/csv, application/json]
    errors: [not-ready]
    roles: [clerk, guest]
  importOrders: { path: orders/lines, verb: post, body: { type: text/csv, max: 1 KiB }, roles: [clerk] }
  storeNote: { path: notes/:slot, verb: put, body: { type: application/json, as: Note }, roles: [clerk] }
  storeScan: { path: scans, verb: post, body: image/png, answers: [image/png, text/html, image/svg+xml, text/xsl, application/xhtml+xml, text/xml, text/x-own, application/x-own, text/csv, application/pdf], roles: [clerk] }
  closeBooks: { path: books/close, verb: post, roles: [clerk] }
  report: { path: reports/all, rights: service, roles: [guest] }
  paid: { path: hooks/paid, verb: post, headers: [x-signature], body: { type: application/json, as: bytes }, rights: service, open: true }
  ping: { path: ping, open: true, answers: text/plain }
  unwritten: { path: unwritten, roles: [clerk] }
policies: |
  permit(principal, action == Action::"Order.list", resource is Order);
  forbid(principal in Role::"guest", action == Action::"report", resource) when { principal.id == "banned" };
`

type Body = RouteBody
const routes: Record<string, Body> = {
  orderReceipt: async ({ params, query, headers, type }, { rows, fail, refuse, principal }) => {
    const { id } = params as { id: string }
    const { copy, tags } = query as { copy?: boolean; tags?: readonly string[] }
    if (copy) refuse('/query/copy', 'There are no copies.')
    const order = await rows.read('Order', { id })
    if (!order) return fail('not-ready', 'No such order.')
    if (order.title === 'write') await (rows as never as { create(...of: unknown[]): unknown }).create('Order', {})
    if (type === 'application/json')
      return { type, body: { order, headers, tags: tags ?? null, who: principal.id } as never }
    return {
      body: `title\n${String(order.title)}\n`,
      headers: { 'Content-Disposition': 'attachment; filename="r.csv"' },
    }
  },
  importOrders: async ({ body }, { rows }) => {
    const lines = String(body).split('\n').filter(Boolean)
    for (const title of lines) await rows.create('Order', { title })
    return { status: 201, body: { made: lines.length } as never }
  },
  storeNote: async (request) => ({ body: request as never }),
  storeScan: async ({ body, type }) => {
    const bytes = body as never as Uint8Array
    return type === 'image/png' || type === 'application/pdf' ? { body: bytes } : { body: '<script>alert(1)</script>' }
  },
  closeBooks: async () => ({}),
  report: async (_, { rows }) => ({ body: (await rows.list('Order')) as never }),
  paid: async ({ body, headers }, { rows }) => {
    const sent = Buffer.from(body as never as Uint8Array).toString()
    await rows.create('Order', {
      title: `${(headers as { 'x-signature'?: string })['x-signature']} ${sent}`.slice(0, 40),
    })
    return {}
  },
  ping: async (_, { principal, rows }) => {
    const denied = await rows.list('Order').catch((error: { problem: { code: string } }) => error.problem.code)
    return { body: `${principal.id} ${String(denied)}`, headers: { 'cache-control': 'public, max-age=60' } }
  },
}

const someone = (role: string, more: Partial<Principal> = {}): Principal => ({
  id: role,
  roles: [role],
  attributes: {},
  credential: 'jwt',
  ...more,
})

describe.each(databases)('routes of one’s own on %s', (database) => {
  let opened: Opened
  let served: Served
  let clerk: string
  let guest: string
  const bugs: unknown[] = []
  const id = async (title = 'a'): Promise<string> =>
    String(bodyOf(await opened.service.execute(call('Order.create', someone('clerk'), { value: { title } }))).id)
  const ask = (path: string, token: string | null, options: RequestInit = {}): Promise<Response> =>
    fetch(`${served.url}/api/v1/${path}`, {
      ...options,
      headers: { ...(token !== null && { authorization: `Bearer ${token}` }), ...options.headers },
    })
  const send = (
    path: string,
    token: string | null,
    body: string | Uint8Array<ArrayBuffer>,
    type: string,
    more: RequestInit = {},
  ) => ask(path, token, { method: 'POST', body, ...more, headers: { 'content-type': type, ...more.headers } })

  beforeAll(async () => {
    opened = await open({ text: text(database), routes: routes as never, onBug: (error) => bugs.push(error) })
    served = await serveStyles(opened.derived.styles, opened.service, { host: '127.0.0.1', port: 0 })
    clerk = (await opened.service.development?.token(['clerk'])) ?? ''
    guest = (await opened.service.development?.token(['guest'])) ?? ''
  })
  afterAll(async () => {
    await served.close()
    await opened.close()
  })

  test('its code is given what it takes of a request, read, and answers in its own media type', async () => {
    const order = await id()
    const csv = await ask(`orders/${order}/receipt`, clerk)
    expect([csv.status, csv.headers.get('content-type'), await csv.text()]).toEqual([
      200,
      'text/csv; charset=utf-8',
      'title\na\n',
    ])
    expect(csv.headers.get('content-disposition')).toContain('attachment')
    // A cache gives it to who sends the same of what its code is given.
    expect(csv.headers.get('vary')).toBe('Authorization, Accept, x-till, Origin')
    expect(csv.headers.get('cache-control')).toBe('private')
    expect(csv.headers.get('x-content-type-options')).toBe('nosniff')
    const json = await ask(`orders/${order}/receipt?tags=x&tags=y`, clerk, {
      headers: { accept: 'application/json', 'x-till': '7' },
    })
    expect(await json.json()).toMatchObject({
      order: { id: order, title: 'a', card: null },
      headers: { 'x-till': '7' },
      tags: ['x', 'y'],
      who: 'clerk@development',
    })
    const head = await ask(`orders/${order}/receipt`, clerk, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([
      200,
      'text/csv; charset=utf-8',
      '',
    ])
    expect((await ask(`orders/${order}/receipt`, clerk, { headers: { accept: 'image/png' } })).status).toBe(406)
  })

  test('what is wrong with a request is told at its place, all at once, and nobody’s code runs', async () => {
    const wrong = await ask('orders/7/receipt?copy=yes&fun=1', clerk)
    expect(wrong.status).toBe(422)
    const { errors } = (await wrong.json()) as { errors: { path: string }[] }
    expect(errors.map(({ path }) => path)).toEqual(['/query/fun'])
    const typed = await ask('orders/7/receipt?copy=yes', clerk)
    const told = (await typed.json()) as { errors: { path: string }[] }
    expect(told.errors.map(({ path }) => path)).toEqual(['/params/id', '/query/copy'])
  })

  test('its code refuses and fails as operations do', async () => {
    const order = await id()
    const refused = await ask(`orders/${order}/receipt?copy=true`, clerk)
    expect([refused.status, ((await refused.json()) as { errors: unknown }).errors]).toEqual([
      422,
      [{ path: '/query/copy', code: 'check', message: 'There are no copies.' }],
    ])
    const failed = await ask('orders/7f1de1a4-3a0e-4b7c-9d86-0f3a5e1c2b10/receipt', clerk)
    expect(await failed.json()).toMatchObject({
      code: 'operation-failed',
      reason: 'not-ready',
      detail: 'No such order.',
    })
    expect((await ask('unwritten', clerk)).status).toBe(501)
  })

  test('it is guarded: nobody, the wrong role, a scope that does not cover it and a missing second factor are refused', async () => {
    const order = await id()
    expect((await ask(`orders/${order}/receipt`, null)).status).toBe(401)
    expect((await ask('reports/all', clerk)).status).toBe(403)
    const scoped = (await opened.service.development?.token(['guest'], { scope: 'Order:read' })) ?? ''
    expect((await ask('reports/all', scoped)).status).toBe(403)
    const weak = (await opened.service.development?.token(['clerk'], { amr: ['pwd'] })) ?? ''
    const stepUp = await ask('books/close', weak, { method: 'POST' })
    expect([stepUp.status, ((await stepUp.json()) as { code: string }).code]).toEqual([401, 'step-up-required'])
    expect((await ask('books/close', clerk, { method: 'POST' })).status).toBe(204)
    const run = (principal: Principal) => opened.service.execute({ ...call('report', principal), input: { value: {} } })
    expect(codeOf(await run(someone('guest', { id: 'banned' })))).toBe('forbidden')
    expect(codeOf(await run(someone('guest', { scopes: ['report'] })))).toBe('ok')
    expect(codeOf(await run(someone('guest', { scopes: ['shop:write'] })))).toBe('ok')
    expect(codeOf(await run(someone('guest', { scopes: ['Order:read'] })))).toBe('forbidden')
  })

  test('nobody is refused before a body is read', async () => {
    const socket = connect(Number(new URL(served.url).port), '127.0.0.1')
    socket.write(
      'POST /api/v1/orders/lines HTTP/1.1\r\nHost: x\r\nContent-Type: text/csv\r\nContent-Length: 1000\r\n\r\n',
    )
    const told = await new Promise<string>((done) => socket.once('data', (bytes) => done(String(bytes))))
    socket.destroy()
    expect(told).toMatch(/^HTTP\/1\.1 401 .*connection: close/is)
  })

  test('rows are the caller’s, unless its rights are the service’s; what it was shown is on record', async () => {
    const order = await id()
    expect(
      await (await ask(`orders/${order}/receipt`, guest, { headers: { accept: 'application/json' } })).json(),
    ).toMatchObject({
      order: { card: null },
    })
    const all = (await (await ask('reports/all', guest)).json()) as { id: string; card: string }[]
    expect(all.find((each) => each.id === order)?.card).toBe('4111')
    const [entry] = (await opened.service.state.recentAudit(50, 0)).filter(({ operation }) => operation === 'report')
    await opened.service.audit.flush()
    expect(entry).toMatchObject({
      operation: 'report',
      outcome: 'ok',
      principal: 'guest@development',
      fields: ['Order.card'],
    })
  })

  test('a get only reads: code that writes all the same fails, and has no transaction', async () => {
    const order = await id('write')
    const before = bugs.length
    expect((await ask(`orders/${order}/receipt`, clerk)).status).toBe(500)
    expect(String(bugs.at(-1))).toContain('only reads')
    expect(bugs.length).toBe(before + 1)
    const page = (await (await ask('orders?filter[title]=write', clerk)).json()) as { items: unknown[] }
    expect(page.items).toHaveLength(1)
  })

  test('bodies: the declared type alone, bounded, in UTF-8, read as it is declared', async () => {
    const made = await send('orders/lines', clerk, 'one\ntwo\n', 'text/csv; charset=UTF-8')
    expect([made.status, await made.json()]).toEqual([201, { made: 2 }])
    expect((await send('orders/lines', clerk, 'one', 'text/plain')).status).toBe(415)
    expect((await send('orders/lines', clerk, 'one', 'text/csv; charset=latin1')).status).toBe(415)
    expect((await send('orders/lines', clerk, 'x'.repeat(1025), 'text/csv')).status).toBe(413)
    expect((await send('orders/lines', clerk, new Uint8Array([0xff, 0xfe]), 'text/csv')).status).toBe(400)
    expect((await send('books/close', clerk, '{}', 'application/json')).status).toBe(415)
    const note = (body: string) => send('notes/a', clerk, body, 'application/json', { method: 'PUT' })
    expect(await (await note('{"text":"hi","count":1}')).json()).toEqual({
      params: { slot: 'a' },
      body: { text: 'hi', count: 1 },
    })
    const wrong = (await (await note('{"text":"","count":"1"}')).json()) as { errors: { path: string }[] }
    expect(wrong.errors.map(({ path }) => path)).toEqual(['/body/count', '/body/text'])
    expect((await note('{')).status).toBe(400)
    const bytes = new Uint8Array([137, 80, 0, 255])
    const scan = await send('scans', clerk, bytes, 'image/png')
    expect([scan.headers.get('content-type'), new Uint8Array(await scan.arrayBuffer())]).toEqual(['image/png', bytes])
  })

  test('bodies that are begun and whose length is not said take what their route takes, and leave room', async () => {
    const begin = async (head: string) => {
      const socket = connect(Number(new URL(served.url).port), '127.0.0.1').on('error', () => {})
      socket.write(`POST /api/v1/${head}\r\nHost: x\r\nTransfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n`)
      expect(String(await once(socket, 'data', { signal: AbortSignal.timeout(5000) }))).toContain('100 Continue')
      return socket
    }
    const own = `orders/lines HTTP/1.1\r\nContent-Type: text/csv\r\nAuthorization: Bearer ${clerk}`
    const open = 'hooks/paid HTTP/1.1\r\nContent-Type: application/json'
    const begun = await Promise.all([...Array(12).fill(own), ...Array(12).fill(open)].map(begin))
    expect((await send('orders/lines', clerk, 'one', 'text/csv')).status).toBe(201)
    for (const socket of begun) socket.destroy()
  })

  test('a document that could run something is shut in', async () => {
    for (const accept of [
      ...['text/html', 'image/svg+xml', 'text/xsl', 'application/xhtml+xml', 'text/xml', 'text/x-own'],
      'application/x-own',
    ]) {
      const scan = await send('scans', clerk, 'x', 'image/png', { headers: { accept } })
      expect(scan.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/)
    }
    // What a browser runs nothing of, its viewers show.
    for (const accept of ['image/png', 'text/csv', 'application/pdf']) {
      const scan = await send('scans', clerk, 'x', 'image/png', { headers: { accept } })
      expect([scan.status, scan.headers.get('content-security-policy')]).toEqual([200, null])
    }
  })

  test('a write that fails leaves nothing; the same key gives the same answer, done once', async () => {
    const count = async () =>
      ((await (await ask('orders?count=true', clerk)).json()) as { count: { value: number } }).count.value
    const before = await count()
    expect((await send('orders/lines', clerk, `fine\n${'x'.repeat(41)}\n`, 'text/csv')).status).toBe(422)
    expect(await count()).toBe(before)
    const keyed = () => send('orders/lines', clerk, 'once\n', 'text/csv', { headers: { 'idempotency-key': 'k1' } })
    expect((await keyed()).status).toBe(201)
    const again = await keyed()
    expect([again.status, again.headers.get('idempotency-replayed'), await again.json()]).toEqual([
      201,
      'true',
      { made: 1 },
    ])
    expect(await count()).toBe(before + 1)
    expect(
      (await send('orders/lines', clerk, 'other\n', 'text/csv', { headers: { 'idempotency-key': 'k1' } })).status,
    ).toBe(422)
  })

  test('an open route lets in whoever comes, as nobody: rows are closed to it but with the rights of the service', async () => {
    const ping = await ask('ping', null)
    expect([ping.status, await ping.text(), ping.headers.get('cache-control')]).toEqual([
      200,
      'nobody forbidden',
      'public, max-age=60',
    ])
    // Also with a credential, good or bad: it is not asked.
    expect(await (await ask('ping', 'nonsense')).text()).toBe('nobody forbidden')
    const sent = await send('hooks/paid', null, '{"a":  1}', 'application/json', { headers: { 'x-signature': 's1' } })
    expect(sent.status).toBe(204)
    const page = (await (await ask(`orders?filter[title]=${encodeURIComponent('s1 {"a":  1}')}`, clerk)).json()) as {
      items: unknown[]
    }
    expect(page.items).toHaveLength(1)
    // What one nobody was answered under a key is no other's.
    const twice = () => send('hooks/paid', null, '1', 'application/json', { headers: { 'idempotency-key': 'same' } })
    expect((await twice()).headers.get('idempotency-replayed')).toBeNull()
    expect((await twice()).headers.get('idempotency-replayed')).toBeNull()
  })

  test('nobody is let in to nothing else, whoever makes the call', async () => {
    const nobody: Principal = { id: 'nobody', roles: ['clerk'], attributes: {}, credential: 'none' }
    expect(codeOf(await opened.service.execute(call('Order.list', nobody)))).toBe('unauthenticated')
    expect(codeOf(await opened.service.execute({ ...call('report', nobody), input: { value: {} } }))).toBe(
      'unauthenticated',
    )
  })

  test('REST alone carries it: neither a batch nor another style knows it', async () => {
    const batch = await ask('batch', clerk, {
      method: 'POST',
      body: JSON.stringify({ calls: [{ operation: 'closeBooks' }] }),
      headers: { 'content-type': 'application/json' },
    })
    expect(await batch.json()).toMatchObject({
      results: [{ status: 422, problem: { errors: [{ path: '/operation' }] } }],
    })
    const contracts = opened.derived.styles.map(({ style, surface }) => [
      style.name,
      JSON.stringify(style.contract(opened.derived.charter, surface)).includes('closeBooks'),
    ])
    expect(Object.fromEntries(contracts)).toEqual({ rest: true, graphql: false, mcp: false })
  })

  test('a preflight of a page that may call is answered', async () => {
    const preflight = await ask('books/close', null, {
      method: 'OPTIONS',
      headers: { origin: 'https://shop.example.org', 'access-control-request-method': 'POST' },
    })
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([
      204,
      'https://shop.example.org',
    ])
  })
})

test('an open route takes 3,000 requests of one address in a minute', { timeout: 60_000 }, async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const opened = await open({
    text: `
charter: 1
name: one
serves: [rest]
sources: { main: { own: sqlite } }
routes: { ping: { path: ping, open: true, answers: text/plain } }
`,
    routes: { ping: (async () => ({ body: 'pong' })) as never },
  })
  const served = await serveStyles(opened.derived.styles, opened.service, { host: '127.0.0.1', port: 0 })
  const statuses: number[] = []
  const ask = async (): Promise<void> => {
    const answer = await fetch(`${served.url}/api/v1/ping`)
    await answer.text()
    statuses.push(answer.status)
  }
  try {
    while (statuses.length < 3000) await Promise.all(Array.from({ length: 50 }, ask))
    expect(new Set(statuses)).toEqual(new Set([200]))
    await ask()
    expect(statuses.at(-1)).toBe(429)
    vi.setSystemTime(Date.now() + 60_000)
    await ask()
    expect(statuses.at(-1)).toBe(200)
  } finally {
    vi.useRealTimers()
    await served.close()
    await opened.close()
  }
})

test.each([
  ...['content-disposition', 'Content-Language', 'etag', 'last-modified', 'link', 'location', 'retry-after'],
  ...['x-total', 'X-Amount', 'x-cached-until', 'x-originator'],
])('a route says the header %s', async (name) => {
  const opened = await open({
    text: `
charter: 1
name: one
serves: [rest]
sources: { main: { own: sqlite } }
access: { roles: [clerk] }
routes: { page: { path: page, answers: text/plain, roles: [clerk] } }
`,
    routes: { page: (async () => ({ body: 'x', headers: { [name]: 'a' } })) as never },
  })
  try {
    const answered = await opened.service.execute({ ...call('page', someone('clerk')), input: { value: {} } })
    expect(bodyOf(answered)).toMatchObject({ headers: { [name.toLowerCase()]: 'a' } })
  } finally {
    await opened.close()
  }
})

test.each<[string, unknown]>([
  ['no object', 'nothing'],
  ['a failure as a status', { status: 404, body: '' }],
  ['a range', { status: 206, body: '' }],
  ['a body with 204', { status: 204, body: 'x' }],
  ['a type that is not declared', { type: 'text/html', body: 'x' }],
  ['neither text nor bytes', { body: { a: 1 } }],
  ['a cookie', { body: 'x', headers: { 'Set-Cookie': 'a=b' } }],
  ['a length', { body: 'x', headers: { 'content-length': '9' } }],
  ['an encoding of the message', { body: 'x', headers: { 'transfer-encoding': 'chunked' } }],
  ['a policy of its own', { body: 'x', headers: { 'content-security-policy': '*' } }],
  ...[
    ...['age', 'alt-svc', 'cdn-cache-control', 'clear-site-data', 'content-location', 'expires', 'nel', 'pragma'],
    ...[
      'referrer-policy',
      'refresh',
      'report-to',
      'reporting-endpoints',
      'set-cookie2',
      'surrogate-control',
      'warning',
    ],
    ...['x-accel-redirect', 'x-accel-expires', 'x-sendfile', 'x-litespeed-cache-control', 'x-reproxy-url', 'X-Cache'],
    ...['x-envoy-immediate-health-check-fail', 'x-frame-options', 'x-request-id', 'sourcemap'],
  ].map((name) => [`the header ${name}`, { body: 'x', headers: { [name]: 'a' } }] as [string, unknown]),
  ['an origin', { body: 'x', headers: { 'access-control-allow-origin': '*' } }],
  ['a cache for all', { body: 'x', headers: { 'cache-control': 'public' } }],
  ['two headers in one', { body: 'x', headers: { 'x-a': 'b\r\nset-cookie: a=b' } }],
  ['a redirect to nowhere', { status: 302 }],
])('an answer with %s is a mistake of the code', async (_, answer) => {
  const bugs: unknown[] = []
  const opened = await open({
    text: `
charter: 1
name: one
serves: [rest]
sources: { main: { own: sqlite } }
access: { roles: [clerk] }
routes: { page: { path: page, answers: text/plain, roles: [clerk] } }
`,
    routes: { page: (async () => answer) as never },
    onBug: (error) => bugs.push(error),
  })
  try {
    expect(codeOf(await opened.service.execute({ ...call('page', someone('clerk')), input: { value: {} } }))).toBe(
      'internal',
    )
    expect(String(bugs[0])).toContain('the route page answers')
  } finally {
    await opened.close()
  }
})
