import type { Principal } from '@charter/runtime'
import { hashApiKey } from '@charter/runtime/service'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { bodyOf, call, codeOf, type Opened, open } from './testing/clinic.ts'
import { databases } from './testing/databases.ts'
import { ann, bob, far, openWebhookDesk, type Received, type WebhookDesk, zoe } from './testing/webhook-desk.ts'

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
  let desk: WebhookDesk
  beforeEach(async () => {
    desk = await openWebhookDesk(database)
  })
  afterEach(() => desk.close())

  const secretOf = async (id: unknown, principal = ann): Promise<string> =>
    String(bodyOf(await desk.run('showWebhookSecret', principal, { key: { id: String(id) } })).secret)

  test('a change is told to who may see the row, as they see it, signed', async () => {
    const { id, ...shown } = await desk.subscribe()
    expect(shown).toMatchObject({ state: 'active', subscriber: 'ann', changes: null })
    expect(shown).not.toHaveProperty('sealed')
    await desk.subscribe(bob, { url: `${desk.at}/south` })
    await desk.subscribe(far, { url: `${desk.at}/far` })
    const made = await desk.order({ card: '4111111111111111' })
    await desk.came(1)
    await desk.quiet()
    expect(desk.received.map(({ path }) => path)).toEqual(['/hook'])
    expect(desk.told()).toMatchObject([
      {
        type: 'Order.created',
        data: { entity: 'Order', change: 'created', key: { id: made }, row: { id: made, title: 'a bed' } },
      },
    ])
    expect(desk.received[0]?.body).not.toContain('41111')
    expect(desk.received[0]?.headers).toMatchObject({ 'content-type': 'application/json' })
    expect(isSignedWith(await secretOf(id), desk.received[0] as Received)).toBe(true)
    const [delivery] = await desk.deliveries()
    expect(delivery).toMatchObject({
      state: 'done',
      startedBy: 'ann',
      on: { id },
      result: { status: 204 },
      attempts: 1,
    })
    expect(desk.received[0]?.headers['webhook-id']).toBe(delivery?.id)
    expect(await desk.deliveries(bob)).toEqual([])
  })

  test('changes of a row are told one after the other, and its end to who may list every row alone', async () => {
    await desk.subscribe(ann)
    await desk.subscribe(zoe, { url: `${desk.at}/chief`, changes: ['deleted'] })
    const id = await desk.order()
    await desk.run('Order.update', zoe, { key: { id }, value: { title: 'a chair' } })
    await desk.came(2)
    await desk.run('Order.delete', zoe, { key: { id } })
    await desk.came(3)
    await desk.quiet()
    expect(desk.received.at(-1)?.path).toBe('/chief')
    expect(desk.told().at(-1)).toMatchObject({ type: 'Order.deleted', data: { key: { id }, row: null } })
    expect(desk.received.filter(({ path }) => path === '/hook')).toHaveLength(2)
  })

  test('what was rolled back, and what was not asked for, is not told', async () => {
    await desk.subscribe(ann, { changes: ['updated'] })
    await desk.order()
    const failed = await desk.run('Order.create', zoe, { value: { ward: 'north' } })
    expect(codeOf(failed)).toBe('invalid-input')
    await desk.run('Note.create', ann, { value: { text: 'hello' } })
    await desk.quiet()
    expect(desk.received).toEqual([])
    expect(await desk.deliveries()).toEqual([])
  })

  test('a receiver that fails is asked again under the same id, and one that is no more ends it', async () => {
    const { id } = await desk.subscribe()
    desk.answer = () => ({ status: 503 })
    await desk.order()
    await desk.came(1)
    await desk.settled('queued')
    expect((await desk.deliveries())[0]).toMatchObject({ problem: { code: 'retry', detail: 'It answered 503.' } })
    desk.answer = () => ({ status: 302, headers: { location: 'http://169.254.169.254/latest/meta-data' } })
    desk.skewMs += 60_000
    await desk.came(2)
    await desk.putOff()
    desk.answer = () => ({ status: 410 })
    desk.skewMs += 600_000
    await desk.came(3)
    await desk.settled('failed')
    expect(new Set(desk.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    const row = bodyOf(await desk.run('Webhook.read', ann, { key: { id: String(id) } }))
    expect(row.state).toBe('gone')
    await desk.order()
    await desk.quiet()
    expect(desk.received).toHaveLength(3)
    await desk.run('resumeWebhook', ann, { key: { id: String(id) } })
    desk.answer = () => ({ status: 200 })
    // It failed for long: those that follow wait for theirs.
    desk.skewMs += 600_000
    const [failed] = await desk.deliveries()
    const sent = bodyOf(
      await desk.run('resendWebhookDelivery', ann, {
        key: { id: String(id) },
        value: { delivery: String(failed?.id) },
      }),
    )
    await desk.came(4)
    expect(desk.received[3]?.headers['webhook-id']).toBe(sent.id)
  })

  test('a secret that was made anew stands beside the one before for a day', async () => {
    const { id } = await desk.subscribe()
    const first = await secretOf(id)
    const second = String(bodyOf(await desk.run('rotateWebhookSecret', ann, { key: { id: String(id) } })).secret)
    expect(second).not.toBe(first)
    expect(await secretOf(id)).toBe(second)
    await desk.order()
    await desk.came(1)
    expect([first, second].map((secret) => isSignedWith(secret, desk.received[0] as Received))).toEqual([true, true])
    // Also where its subscriber has it sent elsewhere meanwhile.
    await desk.run('Webhook.update', ann, { key: { id: String(id) }, value: { url: `${desk.at}/moved` } })
    await desk.order()
    await desk.came(2)
    expect(desk.received[1]?.path).toBe('/moved')
    expect([first, second].map((secret) => isSignedWith(secret, desk.received[1] as Received))).toEqual([true, true])
    desk.skewMs += 25 * 3_600_000
    await desk.order()
    await desk.came(3)
    const later = Date.now() + desk.skewMs
    const isSigned = [first, second].map((secret) => isSignedWith(secret, desk.received[2] as Received, later))
    expect(isSigned).toEqual([false, true])
  })

  test('nobody else’s webhook is seen, changed or told the secret of', async () => {
    const { id } = await desk.subscribe()
    const key = { id: String(id) }
    for (const [operation, principal] of [
      ['Webhook.read', bob],
      ['Webhook.delete', zoe],
      ['showWebhookSecret', zoe],
      ['rotateWebhookSecret', far],
      ['pauseWebhook', bob],
    ] as const)
      expect([operation, codeOf(await desk.run(operation, principal, { key }))]).toEqual([operation, 'not-found'])
    const forged = await desk.run('Webhook.update', ann, { key, value: { sealed: 'x' } })
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
      const refused = await desk.run('Webhook.create', ann, { value: { url, entities: ['Order'] } })
      // What a plain address leads to is known when it is looked up.
      expect([url, codeOf(refused)]).toEqual([url, url === 'http://example.com/' ? 'ok' : 'invalid-input'])
    }
    const { id } = await desk.subscribe()
    const moved = await desk.run('Webhook.update', ann, {
      key: { id: String(id) },
      value: { url: 'https://10.1.2.3/' },
    })
    expect(codeOf(moved)).toBe('invalid-input')
  })

  test('whoever lost the right, or their key, is told no more; what waits for a pause is not sent', async () => {
    const record = {
      ...{ id: 'k1', hash: hashApiKey('key of ann'), principal: 'ann', attributes: { ward: 'north' }, tenant: 'one' },
      ...{ roles: ['clerk'], scopes: null, expiresAtMs: null },
    }
    await desk.opened.service.state.saveApiKey(record)
    const shown = { kind: 'api-key', text: 'key of ann' } as const
    const { id } = await desk.subscribe((await desk.opened.service.authenticate(shown)) as Principal)
    await desk.order()
    await desk.came(1)
    await desk.opened.service.state.saveApiKey({ ...record, attributes: { ward: 'south' } })
    await desk.order()
    await desk.quiet()
    await desk.opened.service.state.saveApiKey({ ...record, expiresAtMs: 1 })
    await desk.order()
    await desk.quiet()
    expect(desk.received).toHaveLength(1)
    await desk.opened.service.state.saveApiKey(record)
    desk.answer = () => ({ status: 500 })
    await desk.order()
    await desk.came(2)
    await desk.putOff()
    await desk.run('pauseWebhook', ann, { key: { id: String(id) } })
    desk.skewMs += 60_000
    await vi.waitFor(async () => {
      const [last] = (await desk.deliveries()).filter(({ state }) => state === 'failed')
      expect(last).toMatchObject({ problem: { code: 'not-delivered', detail: 'The webhook is paused.' } })
    }, 30_000)
    expect(desk.received).toHaveLength(2)
  })

  test('several processes tell each change once', async () => {
    const others: Opened[] = []
    for (let at = 0; at < 2; at++)
      others.push(await open({ ...desk.options, url: desk.opened.url, folder: desk.opened.folder }))
    try {
      await desk.subscribe()
      const made = await Promise.all(Array.from({ length: 12 }, (_, at) => desk.order({ title: `bed ${at}` })))
      await desk.came(12)
      await desk.quiet()
      const keys = desk.told().map(({ data }) => String(data.key.id))
      expect(keys.toSorted()).toEqual(made.toSorted())
    } finally {
      for (const other of others) await other.close()
    }
  })

  test('a write of many rows is told whole, some at a time', async () => {
    for (let at = 0; at < 3; at++) await desk.subscribe()
    const calls = Array.from({ length: 80 }, (_, at) =>
      call('Order.create', zoe, { value: { ward: at % 2 ? 'north' : 'south', title: `bed ${at}` } }),
    )
    const outcomes = await desk.opened.service.executeBatch(calls, { atomic: true })
    expect(JSON.stringify(outcomes).slice(0, 200)).not.toContain('problem')
    await vi.waitFor(() => expect(desk.received).toHaveLength(120), { timeout: 90_000, interval: 100 })
    expect(new Set(desk.told().map(({ data }) => data.key.id)).size).toBe(40)
    expect(new Set(desk.received.map(({ headers }) => headers['webhook-id'])).size).toBe(120)
  }, 120_000)

  test('a subscriber has at most twenty', async () => {
    for (let at = 0; at < 20; at++) await desk.subscribe()
    const more = await desk.run('Webhook.create', ann, { value: { url: desk.at, entities: ['Order'] } })
    expect(codeOf(more)).toBe('invalid-input')
    await desk.subscribe(bob)
  })
})
