import { readFileSync } from 'node:fs'
import type { JsonObject, Principal } from '@charter/runtime'
import { hashApiKey } from '@charter/runtime/service'
import type { SqlTransaction } from '@charter/sql/store'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { bodyOf, codeOf } from './testing/clinic.ts'
import type { DatabaseName } from './testing/databases.ts'
import { orderDesk } from './testing/order-desk.ts'
import { ann, bob, far, openWebhookDesk, type WebhookDesk, zoe } from './testing/webhook-desk.ts'

const database: DatabaseName = 'sqlite'

/** What somebody broke once, and does not any more. */
describe('webhooks hold against', () => {
  let desk: WebhookDesk
  beforeEach(async () => {
    desk = await openWebhookDesk(database)
  })
  afterEach(() => desk.close())

  const keyOf = ({ id }: JsonObject) => ({ key: { id: String(id) } })
  const byKey = async (record: Partial<Parameters<typeof desk.opened.service.state.saveApiKey>[0]> = {}) => {
    const whole = {
      ...{ id: 'k1', hash: hashApiKey('key of ann'), principal: 'ann', attributes: { ward: 'north' }, tenant: 'one' },
      ...{ roles: ['clerk'], scopes: null, expiresAtMs: null },
      ...record,
    }
    await desk.opened.service.state.saveApiKey(whole)
    return (await desk.opened.service.authenticate({ kind: 'api-key', text: 'key of ann' })) as Principal
  }
  const bySql = (sql: string) =>
    desk.opened.service.store.transaction(
      async ({ transaction }) => void (await (transaction as SqlTransaction).run(sql, [])),
      { isRepeatable: false },
    )

  test('receivers that change the protocol, or hang: others are told meanwhile', async () => {
    desk.answer = (path) => (path === '/hangs' ? null : { status: path === '/upgrades' ? 101 : 204 })
    // As many as there are workers for deliveries, and some more.
    for (let at = 0; at < 20; at++) await desk.subscribe(ann, { url: `${desk.at}/${at < 18 ? 'hangs' : 'upgrades'}` })
    await desk.subscribe(zoe, { url: `${desk.at}/good` })
    for (let at = 0; at < 3; at++) await desk.order()
    await vi.waitFor(() => expect(desk.received.filter(({ path }) => path === '/good')).toHaveLength(3), 8_000)
  }, 30_000)

  test('a key that may write webhooks, and list nothing: what it says is told as itself', async () => {
    const hook = await desk.subscribe(ann)
    const narrow = await byKey({ scopes: ['Webhook:write'], attributes: { ward: 'nowhere' } })
    const moved = await desk.run('Webhook.update', narrow, { ...keyOf(hook), value: { url: `${desk.at}/narrow` } })
    expect(codeOf(moved)).toBe('ok')
    await desk.order()
    await desk.quiet()
    expect(desk.received).toEqual([])
  })

  test('whoever else may write a webhook: they say not where it is sent, nor learn what signs it', async () => {
    const policies = `policies:
  - 'permit (principal in Role::"chief", action in [Action::"Webhook.read", Action::"Webhook.update", Action::"showWebhookSecret", Action::"rotateWebhookSecret", Action::"resendWebhookDelivery", Action::"pauseWebhook"], resource is Webhook);'
`
    await desk.reopen({ text: `${orderDesk(database)}${policies}` })
    const hook = await desk.subscribe(ann)
    await desk.order()
    await desk.came(1)
    const [delivery] = await desk.deliveries()
    const of = keyOf(hook)
    const moved = await desk.run('Webhook.update', zoe, { ...of, value: { url: `${desk.at}/zoe` } })
    expect(codeOf(moved)).toBe('invalid-input')
    for (const operation of ['showWebhookSecret', 'rotateWebhookSecret', 'resendWebhookDelivery'])
      expect(
        await desk.run(operation, zoe, {
          ...of,
          ...(operation.startsWith('resend') && { value: { delivery: String(delivery?.id) } }),
        }),
      ).toMatchObject({ kind: 'problem', problem: { reason: 'not-its-subscriber' } })
    expect(codeOf(await desk.run('pauseWebhook', zoe, of))).toBe('ok')
  })

  test('a delivery of another webhook is not sent again by this one', async () => {
    const [one, other] = [await desk.subscribe(ann), await desk.subscribe(ann, { changes: ['deleted'] })]
    await desk.order()
    await desk.came(1)
    const [delivery] = await desk.deliveries()
    const again = (hook: JsonObject) =>
      desk.run('resendWebhookDelivery', ann, { ...keyOf(hook), value: { delivery: String(delivery?.id) } })
    expect(await again(other)).toMatchObject({ problem: { reason: 'no-such-delivery' } })
    expect(codeOf(await again(one))).toBe('ok')
  })

  test('a rotation that is asked for again under its key is one rotation, whose secret lies nowhere in clear', async () => {
    const hook = await desk.subscribe(ann)
    const asked = { ...keyOf(hook), idempotencyKey: 'rotate' }
    const first = await desk.run('rotateWebhookSecret', ann, asked)
    const again = await desk.run('rotateWebhookSecret', ann, asked)
    expect(again).toMatchObject({ isReplayed: true, value: bodyOf(first) })
    const secret = String(bodyOf(first).secret)
    const path = desk.opened.url.replace('file:', '')
    const files = [path, `${path}-wal`].map((each) => readFileSync(each, 'latin1')).join('')
    expect(files).toContain('/hook')
    expect([secret, 'whsec_'].filter((each) => files.includes(each))).toEqual([])
  })

  test('another secret of the service: it goes on from now, and a subscriber makes theirs anew', async () => {
    const hook = await desk.subscribe(ann)
    const other = { env: { ...desk.options.env, CHARTER_SECRET: Buffer.alloc(32, 7).toString('base64url') } }
    await desk.reopen({ ...other, onBug: () => {} })
    expect(await desk.run('showWebhookSecret', ann, keyOf(hook))).toMatchObject({ problem: { reason: 'secret-lost' } })
    expect(codeOf(await desk.run('rotateWebhookSecret', ann, keyOf(hook)))).toBe('ok')
    await desk.subscribe(zoe, { url: `${desk.at}/new` })
    await desk.quiet()
    await desk.order()
    await desk.came(2)
    expect(desk.received.map(({ path }) => path).toSorted()).toEqual(['/hook', '/new'])
  })

  test('the end of a row is not told to whoever may not list every row by then, nor of another tenant', async () => {
    const key = { roles: ['clerk', 'chief'] }
    await desk.subscribe(await byKey(key), { changes: ['deleted'] })
    await desk.subscribe(far, { changes: ['deleted'], url: `${desk.at}/far` })
    const [one, two] = [await desk.order({ ward: 'south' }), await desk.order({ ward: 'south' })]
    await desk.run('Order.delete', zoe, { key: { id: one } })
    await desk.came(1)
    desk.answer = () => ({ status: 503 })
    await desk.run('Order.delete', zoe, { key: { id: two } })
    await desk.came(2)
    await desk.putOff()
    await byKey({ roles: ['clerk'] })
    desk.answer = () => ({ status: 204 })
    desk.skewMs += 60_000
    await vi.waitFor(async () => {
      const ended = (await desk.deliveries()).filter(({ state }) => state === 'done')
      expect(ended).toHaveLength(2)
    }, 30_000)
    expect(desk.received.map(({ path }) => path)).toEqual(['/hook', '/hook'])
  })

  test('whoever writes into the database: they send nobody’s rows elsewhere, and end nobody’s', async () => {
    await desk.subscribe(ann)
    await desk.subscribe(ann, { url: `${desk.at}/good` })
    await bySql(`UPDATE "webhook" SET "url" = '${desk.at}/evil' WHERE "url" LIKE '%/hook'`)
    await desk.order()
    await desk.came(1)
    await desk.quiet()
    expect(desk.received.map(({ path }) => path)).toEqual(['/good'])
    await bySql(`UPDATE "webhook" SET "entities" = 'garbage' WHERE "url" LIKE '%/evil'`)
    await desk.order()
    await desk.came(2)
  })

  test('whoever writes into the database: they are shown nobody’s secret, and have none go on that was paused', async () => {
    const hook = await desk.subscribe(ann)
    await bySql(`UPDATE "webhook" SET "subscriber" = 'bob'`)
    expect(await desk.run('showWebhookSecret', bob, keyOf(hook))).toMatchObject({ problem: { reason: 'secret-lost' } })
    expect(await desk.run('rotateWebhookSecret', bob, keyOf(hook))).toMatchObject({ kind: 'value' })
    await desk.run('Webhook.delete', bob, keyOf(hook))
    const paused = await desk.subscribe(ann)
    const before = bodyOf(await desk.run('showWebhookSecret', ann, keyOf(paused)))
    await desk.run('pauseWebhook', ann, keyOf(paused))
    await bySql(`UPDATE "webhook" SET "state" = 'active'`)
    await desk.order({ title: 'paused' })
    await desk.quiet()
    await bySql(`UPDATE "webhook" SET "state" = 'paused'`)
    await desk.run('resumeWebhook', ann, keyOf(paused))
    await desk.order({ title: 'after' })
    await desk.came(1)
    await desk.quiet()
    expect(desk.told().map(({ data }) => data.row?.title)).toEqual(['after'])
    expect(bodyOf(await desk.run('showWebhookSecret', ann, keyOf(paused)))).toEqual(before)
  })

  test('an address that somebody puts there for the moment in which it is read first is sent nothing', async () => {
    desk.answer = () => ({ status: 503 })
    await desk.subscribe(ann)
    await desk.order()
    await desk.came(1)
    await desk.putOff()
    await bySql(`UPDATE "webhook" SET "url" = '${desk.at}/evil'`)
    const { reads } = desk.opened.service.store
    const find = reads.find.bind(reads)
    let isBack = false
    vi.spyOn(reads, 'find').mockImplementation(async (query, asked) => {
      if (query.entity === 'Webhook' && !isBack) await bySql(`UPDATE "webhook" SET "url" = '${desk.at}/hook'`)
      isBack ||= query.entity === 'Webhook'
      return find(query, asked)
    })
    desk.skewMs += 60_000
    await desk.came(2)
    expect([isBack, desk.received.map(({ path }) => path)]).toEqual([true, ['/hook', '/hook']])
  })

  test('what was before it, or while it was paused, is not told', async () => {
    await desk.order({ title: 'before' })
    const hook = await desk.subscribe(ann)
    await desk.run('pauseWebhook', ann, keyOf(hook))
    await desk.order({ title: 'paused' })
    await desk.run('resumeWebhook', ann, keyOf(hook))
    await desk.order({ title: 'after' })
    await desk.came(1)
    await desk.quiet()
    expect(desk.told().map(({ data }) => data.row?.title)).toEqual(['after'])
  })

  test('a rule that asks how a call came is held of a subscriber, whoever wrote it when', async () => {
    const origin = { style: 'graphql', requestId: 'r1' }
    await desk.subscribe(ann)
    await desk.run('Webhook.create', ann, { value: { url: `${desk.at}/graphql`, entities: ['Order'] }, origin })
    const forbid = (style: string) =>
      `policies: forbid(principal, action == Action::"Order.list", resource) when { context.style == "${style}" };\n`
    await desk.reopen({ text: `${orderDesk(database)}${forbid('graphql')}` })
    await desk.order()
    await desk.came(1)
    await desk.reopen({ text: `${orderDesk(database)}${forbid('rest')}` })
    await desk.order()
    await desk.came(3)
    expect(desk.received.map(({ path }) => path).toSorted()).toEqual(['/graphql', '/hook', '/hook'])
  })

  test('an entity that was taken out of `of` is told no more', async () => {
    const both = orderDesk(database).replace('of: [Order]', 'of: [Order, Note]')
    await desk.reopen({ text: both })
    await desk.subscribe(ann, { entities: ['Order', 'Note'] })
    await desk.run('Note.create', ann, { value: { text: 'one' } })
    await desk.came(1)
    await desk.reopen()
    await desk.run('Note.create', ann, { value: { text: 'two' } })
    await desk.order()
    await desk.came(2)
    await desk.quiet()
    expect(desk.told().map(({ type }) => type)).toEqual(['Note.created', 'Order.created'])
  })

  test('a key that was given to somebody else', async () => {
    await desk.subscribe(await byKey())
    await byKey({ principal: 'kim' })
    await desk.order()
    await desk.quiet()
    expect(desk.received).toEqual([])
  })

  test('a receiver that asks for time has it, and what is told says when it was, not when it is sent', async () => {
    await desk.subscribe(ann)
    desk.answer = () => ({ status: 429, headers: { 'retry-after': '7200' } })
    await desk.order()
    await desk.came(1)
    const at = desk.told()[0]?.timestamp
    await desk.putOff()
    desk.skewMs += 3_600_000
    await desk.quiet()
    expect(desk.received).toHaveLength(1)
    desk.answer = () => ({ status: 204 })
    desk.skewMs += 3_660_000
    await desk.came(2)
    expect(desk.told()[1]?.timestamp).toBe(at)
    const trail = await desk.opened.service.state.recentAudit(50, 0)
    const sent = trail.filter(({ rule }) => rule?.startsWith('job:step:send'))
    expect(sent.map(({ principal }) => principal)).toEqual(['ann', 'ann'])
    expect(bodyOf(await desk.run('WebhookDeliveryJob.list', ann))).toMatchObject({ items: [{ attempts: 2 }] })
  })

  test('tries that the end of a service breaks off are none', async () => {
    await desk.subscribe(ann)
    desk.answer = () => null
    await desk.order()
    for (let times = 1; times <= 3; times++) {
      await desk.came(times)
      await desk.reopen()
    }
    await desk.came(4)
    // It hangs still, and has had none of its eleven tries.
    desk.answer = () => ({ status: 503 })
    await desk.reopen()
    await desk.settled('queued')
    desk.skewMs += 6_000
    await desk.came(6)
    await desk.settled('queued')
    expect((await desk.deliveries())[0]).toMatchObject({ lines: [said503, said503] })
  })

  test('what is not answered is tried eleven times, ever later, for some thirty hours', async () => {
    const now = Date.now()
    await desk.reopen({ nowMs: () => now + desk.skewMs })
    const waits: number[] = []
    const { queue } = desk.opened.service
    const delay = queue.delayWork
    vi.spyOn(queue, 'delayWork').mockImplementation((held, dueMs, transaction) => {
      // One that waits for its lane does so in no transaction.
      if (transaction) waits.push((dueMs - now - desk.skewMs) / 1000)
      return delay(held, dueMs, transaction)
    })
    await desk.subscribe(ann)
    desk.answer = () => ({ status: 503 })
    await desk.order()
    for (let times = 1; times <= 10; times++) {
      await desk.came(times)
      await desk.settled('queued')
      desk.skewMs += (waits.at(-1) ?? 0) * 1000
      // Whoever waits for work is woken by a write.
      await desk.run('Note.create', ann, { value: { text: 'later' } })
    }
    await desk.came(11)
    await desk.settled('failed')
    expect(waits).toEqual([5, 30, 120, 600, 1_800, 3_600, 7_200, 18_000, 36_000, 36_000])
    expect((await desk.deliveries())[0]).toMatchObject({
      problem: { code: 'not-delivered', detail: 'It answered 503.' },
      lines: Array(11).fill(said503),
    })
  }, 60_000)

  test('what was written while nothing was found is told at once, though nobody was woken by it', async () => {
    const { queue } = desk.opened.service
    const { delayWork, hurryWork } = queue
    let woken = (): void => {}
    vi.spyOn(queue, 'hurryWork').mockImplementation(async (...hurry) => {
      await hurryWork(...hurry)
      woken()
    })
    let isWritten = true
    vi.spyOn(queue, 'delayWork').mockImplementation(async (...delay) => {
      if (delay[0].id === 'tell/webhooks/1' && !isWritten) {
        isWritten = true
        // It has looked, and lets go only now: what is to wake it finds it held.
        await desk.order()
        await new Promise<void>((resolve) => {
          woken = resolve
        })
      }
      return delayWork(...delay)
    })
    await desk.subscribe(ann)
    isWritten = false
    await hurryWork('tell/webhooks/1', null)
    await desk.came(1)
  })

  test('that deliveries were started is on record, and that none was is not', async () => {
    await desk.subscribe(ann)
    await desk.order()
    await desk.came(1)
    await desk.order({ ward: 'south' })
    await desk.order()
    await desk.came(2)
    const trail = await desk.opened.service.state.recentAudit(50, 0)
    const started = { operation: 'webhookDelivery', principal: 'service', outcome: 'ok' }
    expect(trail.filter(({ rule }) => rule === 'webhooks')).toMatchObject([started, started])
  })
})

/** How long it took stands there too. */
const said503 = expect.stringMatching(/^It answered 503\. /)
