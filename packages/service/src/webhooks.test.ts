import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { JsonObject, Outcome, Principal } from '@charter/runtime'
import { hashApiKey } from '@charter/runtime/service'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { bodyOf, type ClinicOptions, call, codeOf, type Opened, open } from './testing/clinic.ts'
import { databases } from './testing/databases.ts'
import { orderDesk } from './testing/order-desk.ts'

const who = (id: string, role: string, ward: string, tenant = 'one'): Principal => ({
  id,
  roles: [role],
  attributes: { ward },
  credential: 'jwt',
  tenant,
})
const ann = who('ann', 'clerk', 'north')
const bob = who('bob', 'clerk', 'south')
const zoe = who('zoe', 'chief', 'north')
const far = who('far', 'chief', 'north', 'two')

interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

interface Told {
  readonly type: string
  readonly timestamp: string
  readonly data: {
    readonly entity: string
    readonly change: string
    readonly key: JsonObject
    readonly row: JsonObject | null
  }
}

/** As receivers check it: by the library of Standard Webhooks. */
const isSignedWith = (secret: string, { headers, body }: Received, nowMs = Date.now()): boolean => {
  vi.setSystemTime(nowMs)
  try {
    new StandardWebhook(secret).verify(body, headers as Record<string, string>)
    return true
  } catch {
    return false
  } finally {
    vi.useRealTimers()
  }
}

describe.each(databases)('webhooks, on %s', (database) => {
  let opened: Opened
  let options: ClinicOptions
  let receiver: Server
  let at: string
  let received: Received[]
  let status: (path: string) => number
  let skewMs: number
  const bugs: unknown[] = []
  beforeEach(async () => {
    received = []
    status = () => 204
    skewMs = 0
    receiver = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => {
        body += chunk.toString()
      })
      request.on('end', () => {
        received.push({ path: request.url ?? '', headers: request.headers, body })
        response.writeHead(status(request.url ?? ''), { location: 'http://169.254.169.254/latest/meta-data' }).end()
      })
    })
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    at = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
    options = {
      text: orderDesk(database),
      env: { WEBHOOKS_TO: '127.0.0.1' },
      nowMs: () => Date.now() + skewMs,
      onBug: (error) => bugs.push(error),
    }
    opened = await open(options)
  })
  afterEach(async () => {
    await opened.close()
    receiver.close()
    expect(bugs.splice(0)).toEqual([])
  })

  const run = (operation: string, principal: Principal, more: Parameters<typeof call>[2] = {}): Promise<Outcome> =>
    opened.service.execute(call(operation, principal, more))
  const subscribe = async (principal = ann, value: JsonObject = {}): Promise<JsonObject> =>
    bodyOf(
      await run('Webhook.create', principal, { value: { url: `${at}/hook`, entities: ['Order'], ...value } }),
    ) as JsonObject
  const order = async (value: JsonObject = {}, principal = zoe): Promise<string> =>
    String(bodyOf(await run('Order.create', principal, { value: { ward: 'north', title: 'a bed', ...value } })).id)
  const secretOf = async (id: unknown, principal = ann): Promise<string> =>
    String(bodyOf(await run('showWebhookSecret', principal, { key: { id: String(id) } })).secret)
  const told = (): readonly Told[] => received.map(({ body }) => JSON.parse(body) as Told)
  const toldOf = (count: number) =>
    vi.waitFor(() => expect(received.length).toBeGreaterThanOrEqual(count), { timeout: 10_000, interval: 20 })
  const quiet = () => new Promise((resolve) => setTimeout(resolve, 1500))
  const deliveries = async (principal = ann): Promise<readonly JsonObject[]> =>
    (bodyOf(await run('WebhookDeliveryJob.list', principal)) as { items: readonly JsonObject[] }).items
  const settled = (state: string, principal = ann) =>
    vi.waitFor(async () => expect((await deliveries(principal)).map((each) => each.state)).toEqual([state]), {
      timeout: 10_000,
      interval: 50,
    })

  test('a change is told to who may see the row, as they see it, signed', async () => {
    const { id, ...shown } = await subscribe()
    expect(shown).toMatchObject({ state: 'active', subscriber: 'ann', changes: null })
    expect(shown).not.toHaveProperty('sealed')
    await subscribe(bob, { url: `${at}/south` })
    await subscribe(far, { url: `${at}/far` })
    const made = await order({ card: '4111111111111111' })
    await toldOf(1)
    await quiet()
    expect(received.map(({ path }) => path)).toEqual(['/hook'])
    expect(told()).toMatchObject([
      {
        type: 'Order.created',
        data: { entity: 'Order', change: 'created', key: { id: made }, row: { id: made, title: 'a bed' } },
      },
    ])
    expect(received[0]?.body).not.toContain('41111')
    expect(received[0]?.headers).toMatchObject({ 'content-type': 'application/json' })
    expect(isSignedWith(await secretOf(id), received[0] as Received)).toBe(true)
    const [delivery] = await deliveries()
    expect(delivery).toMatchObject({
      state: 'done',
      startedBy: 'ann',
      on: { id },
      result: { status: 204 },
      attempts: 1,
    })
    expect(received[0]?.headers['webhook-id']).toBe(delivery?.id)
    expect(await deliveries(bob)).toEqual([])
  })

  test('changes of a row are told one after the other, and its end to who may list every row alone', async () => {
    await subscribe(ann)
    await subscribe(zoe, { url: `${at}/chief`, changes: ['deleted'] })
    const id = await order()
    await run('Order.update', zoe, { key: { id }, value: { title: 'a chair' } })
    await toldOf(2)
    await run('Order.delete', zoe, { key: { id } })
    await toldOf(3)
    await quiet()
    expect(received.at(-1)?.path).toBe('/chief')
    expect(told().at(-1)).toMatchObject({ type: 'Order.deleted', data: { key: { id }, row: null } })
    expect(received.filter(({ path }) => path === '/hook')).toHaveLength(2)
  })

  test('what was rolled back, and what was not asked for, is not told', async () => {
    await subscribe(ann, { changes: ['updated'] })
    await order()
    const failed = await run('Order.create', zoe, { value: { ward: 'north' } })
    expect(codeOf(failed)).toBe('invalid-input')
    await run('Note.create', ann, { value: { text: 'hello' } })
    await quiet()
    expect(received).toEqual([])
    expect(await deliveries()).toEqual([])
  })

  test('a receiver that fails is asked again under the same id, and one that is no more ends it', async () => {
    const { id } = await subscribe()
    status = () => 503
    await order()
    await toldOf(1)
    await settled('queued')
    expect((await deliveries())[0]).toMatchObject({ problem: { code: 'retry', detail: 'It answered 503.' } })
    status = () => 302
    skewMs += 60_000
    await toldOf(2)
    status = () => 410
    skewMs += 600_000
    await toldOf(3)
    await settled('failed')
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    const row = bodyOf(await run('Webhook.read', ann, { key: { id: String(id) } }))
    expect(row.state).toBe('gone')
    await order()
    await quiet()
    expect(received).toHaveLength(3)
    await run('resumeWebhook', ann, { key: { id: String(id) } })
    status = () => 200
    // It failed for long: those that follow wait for theirs.
    skewMs += 600_000
    const [failed] = await deliveries()
    const sent = bodyOf(
      await run('resendWebhookDelivery', ann, { key: { id: String(id) }, value: { delivery: String(failed?.id) } }),
    )
    await toldOf(4)
    expect(received[3]?.headers['webhook-id']).toBe(sent.id)
  })

  test('a secret that was made anew stands beside the one before for a day', async () => {
    const { id } = await subscribe()
    const first = await secretOf(id)
    const second = String(bodyOf(await run('rotateWebhookSecret', ann, { key: { id: String(id) } })).secret)
    expect(second).not.toBe(first)
    expect(await secretOf(id)).toBe(second)
    await order()
    await toldOf(1)
    expect([first, second].map((secret) => isSignedWith(secret, received[0] as Received))).toEqual([true, true])
    skewMs += 25 * 3_600_000
    await order()
    await toldOf(2)
    const later = Date.now() + skewMs
    const isSigned = [first, second].map((secret) => isSignedWith(secret, received[1] as Received, later))
    expect(isSigned).toEqual([false, true])
  })

  test('nobody else’s webhook is seen, changed or told the secret of', async () => {
    const { id } = await subscribe()
    const key = { id: String(id) }
    for (const [operation, principal] of [
      ['Webhook.read', bob],
      ['Webhook.delete', zoe],
      ['showWebhookSecret', zoe],
      ['rotateWebhookSecret', far],
      ['pauseWebhook', bob],
    ] as const)
      expect([operation, codeOf(await run(operation, principal, { key }))]).toEqual([operation, 'not-found'])
    const forged = await run('Webhook.update', ann, { key, value: { sealed: 'x' } })
    expect(codeOf(forged)).toBe('invalid-input')
  })

  test('it is sent to no address of the network that the service stands in', async () => {
    for (const url of [
      'http://169.254.169.254/latest',
      'http://example.com/',
      'https://10.1.2.3/',
      'https://0x0a010203/',
      'https://[::ffff:10.1.2.3]/',
      'https://[fd00:ec2::254]/',
      'ftp://127.0.0.1/',
      'https://ann:secret@example.com/',
      'nowhere',
    ]) {
      const refused = await run('Webhook.create', ann, { value: { url, entities: ['Order'] } })
      // What a plain address leads to is known when it is looked up.
      expect([url, codeOf(refused)]).toEqual([url, url === 'http://example.com/' ? 'ok' : 'invalid-input'])
    }
    const { id } = await subscribe()
    const moved = await run('Webhook.update', ann, { key: { id: String(id) }, value: { url: 'https://10.1.2.3/' } })
    expect(codeOf(moved)).toBe('invalid-input')
  })

  test('whoever lost the right, or their key, is told no more; what waits for a pause is not sent', async () => {
    const record = {
      ...{ id: 'k1', hash: hashApiKey('key of ann'), principal: 'ann', attributes: { ward: 'north' }, tenant: 'one' },
      ...{ roles: ['clerk'], scopes: null, expiresAtMs: null },
    }
    await opened.service.state.saveApiKey(record)
    const shown = { kind: 'api-key', text: 'key of ann' } as const
    const { id } = await subscribe((await opened.service.authenticate(shown)) as Principal)
    await order()
    await toldOf(1)
    await opened.service.state.saveApiKey({ ...record, attributes: { ward: 'south' } })
    await order()
    await quiet()
    await opened.service.state.saveApiKey({ ...record, expiresAtMs: 1 })
    await order()
    await quiet()
    expect(received).toHaveLength(1)
    await opened.service.state.saveApiKey(record)
    status = () => 500
    await order()
    await toldOf(2)
    await run('pauseWebhook', ann, { key: { id: String(id) } })
    skewMs += 60_000
    await vi.waitFor(async () => {
      const [last] = (await deliveries()).filter(({ state }) => state === 'failed')
      expect(last).toMatchObject({ problem: { code: 'not-delivered', detail: 'The webhook is paused.' } })
    }, 10_000)
    expect(received).toHaveLength(2)
  })

  test('several processes tell each change once', async () => {
    const others: Opened[] = []
    for (let at = 0; at < 2; at++) others.push(await open({ ...options, url: opened.url, folder: opened.folder }))
    try {
      await subscribe()
      const made = await Promise.all(Array.from({ length: 12 }, (_, at) => order({ title: `bed ${at}` })))
      await toldOf(12)
      await quiet()
      const keys = told().map(({ data }) => String(data.key.id))
      expect(keys.toSorted()).toEqual(made.toSorted())
    } finally {
      for (const other of others) await other.close()
    }
  })

  test('a write of many rows is told whole, some at a time', async () => {
    for (let at = 0; at < 3; at++) await subscribe()
    const calls = Array.from({ length: 80 }, (_, at) =>
      call('Order.create', zoe, { value: { ward: at % 2 ? 'north' : 'south', title: `bed ${at}` } }),
    )
    const outcomes = await opened.service.executeBatch(calls, { atomic: true })
    expect(JSON.stringify(outcomes).slice(0, 200)).not.toContain('problem')
    await vi.waitFor(() => expect(received).toHaveLength(120), { timeout: 40_000, interval: 100 })
    expect(new Set(told().map(({ data }) => data.key.id)).size).toBe(40)
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(120)
  }, 60_000)

  test('a subscriber has at most twenty', async () => {
    for (let at = 0; at < 20; at++) await subscribe()
    const more = await run('Webhook.create', ann, { value: { url: at, entities: ['Order'] } })
    expect(codeOf(more)).toBe('invalid-input')
    await subscribe(bob)
  })
})
