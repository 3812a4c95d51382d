import { type Principal, ProblemError, problem } from '@charter/runtime'
import { hashApiKey } from '@charter/runtime/service'
import type { SqlTransaction } from '@charter/sql/store'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { orderDesk } from './testing/order-desk.ts'
import { ann, openWebhookDesk, type WebhookDesk, zoe } from './testing/webhook-desk.ts'

/** What becomes of deliveries when something they go by is away, or is no more. */
describe('webhooks go on', () => {
  let desk: WebhookDesk
  beforeEach(async () => {
    desk = await openWebhookDesk('sqlite')
  })
  afterEach(() => desk.close())

  const byKey = async (): Promise<Principal> => {
    const record = {
      ...{ id: 'k1', hash: hashApiKey('key of ann'), principal: 'ann', attributes: { ward: 'north' }, tenant: 'one' },
      ...{ roles: ['clerk'], scopes: null, expiresAtMs: null },
    }
    await desk.opened.service.state.saveApiKey(record)
    return (await desk.opened.service.authenticate({ kind: 'api-key', text: 'key of ann' })) as Principal
  }
  const away = new ProblemError(problem('unavailable'))
  const past = async (ms: number): Promise<void> => {
    desk.skewMs += ms
    // Whoever waits for work is woken by a write.
    await desk.run('Note.create', ann, { value: { text: 'later' } })
  }

  test.each(['Webhook', 'Order'])('once %s can be asked for again', async (entity) => {
    await desk.subscribe(ann)
    const { current } = desk.opened.service.store
    const find = current.find.bind(current)
    const asked = Promise.withResolvers<void>()
    let isAway = true
    vi.spyOn(current, 'find').mockImplementation(async (query, ...more) => {
      if (!isAway || query.entity !== entity) return find(query, ...more)
      isAway = false
      asked.resolve()
      throw away
    })
    await desk.order()
    await asked.promise
    await past(6_000)
    await desk.came(1)
  })

  test('once whoever knows API keys can be asked again', async () => {
    await desk.subscribe(await byKey())
    const asked = Promise.withResolvers<void>()
    vi.spyOn(desk.opened.service.state, 'findApiKeyById').mockImplementationOnce(async () => {
      asked.resolve()
      throw away
    })
    await desk.order()
    await asked.promise
    await past(6_000)
    await desk.came(1)
  })

  test('without who may list none of it any more: what waits for them is not sent, and why is told', async () => {
    desk.answer = () => ({ status: 503 })
    await desk.subscribe({ ...ann, roles: ['clerk', 'chief'] }, { changes: ['deleted'] })
    const id = await desk.order()
    await desk.run('Order.delete', zoe, { key: { id } })
    await desk.came(1)
    await desk.settled('queued')
    const forbid = 'policies: forbid(principal in Role::"chief", action == Action::"Order.list", resource);\n'
    await desk.reopen({ text: `${orderDesk('sqlite')}${forbid}` })
    await past(6_000)
    await desk.settled('done')
    expect((await desk.deliveries())[0]).toMatchObject({
      lines: [expect.stringContaining('503'), 'Its subscriber sees no such row now: nothing was sent.'],
    })
  })

  test('without a webhook that somebody has changed past the service since', async () => {
    desk.answer = () => ({ status: 503 })
    await desk.subscribe(ann)
    await desk.order()
    await desk.came(1)
    await desk.settled('queued')
    await desk.opened.service.store.transaction(
      async ({ transaction }) =>
        void (await (transaction as SqlTransaction).run(`UPDATE "webhook" SET "url" = '${desk.at}/evil'`, [])),
      { isRepeatable: false },
    )
    await past(6_000)
    await desk.settled('failed')
    expect((await desk.deliveries())[0]).toMatchObject({
      problem: {
        code: 'not-delivered',
        detail: 'Its subscriber is nobody any more, or the webhook was changed past the service.',
      },
    })
    expect(desk.received).toHaveLength(1)
  })
})

test('what a transaction of somebody else kept back on PostgreSQL is told soon after that ends', async () => {
  const desk = await openWebhookDesk('postgresql')
  const other = new pg.Client(desk.opened.url)
  try {
    await other.connect()
    await desk.subscribe(ann)
    await other.query('BEGIN; CREATE TABLE charter_state.theirs ()')
    await desk.order()
    await desk.quiet()
    expect(desk.received).toEqual([])
    await other.query('COMMIT')
    // Nobody wakes it; unasked it looks every 30 seconds.
    await vi.waitFor(() => expect(desk.received).toHaveLength(1), { timeout: 20_000, interval: 20 })
  } finally {
    await other.end()
    await desk.close()
  }
})
