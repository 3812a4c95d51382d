import { createCipheriv, createHash, randomBytes } from 'node:crypto'
import { canonicalJson, type Json } from '@charter/runtime'
import { databaseOf, readOf, sqlTransaction, writeOf } from '@charter/sql/store'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { databases } from './testing/databases.ts'
import { ann, openTwoMajors, secret, type TwoMajors } from './testing/two-majors.ts'

const [hour, day] = [3_600_000, 86_400_000]
const cases = databases.flatMap((database) => [
  { database, name: `${database}`, queue: {} },
  ...(database === 'postgresql'
    ? [{ database, name: 'postgresql with pg-boss', queue: { JOBS_QUEUE: 'pg-boss' } }]
    : []),
])

describe.each(cases)('two majors side by side, on $name', ({ database, queue }) => {
  let shop: TwoMajors
  beforeEach(async () => {
    shop = await openTwoMajors(database)
  })
  afterEach(() => shop.close())
  const both = async () => [await shop.serve(1, queue), await shop.serve(2, queue)] as const
  const count = async (service: Awaited<ReturnType<TwoMajors['serve']>>, value = {}) =>
    (await shop.told(service, 'count', { value: { from: 'x', ...value } })).id

  test('a run is done by the major that started it, and waits where that one is not there', async () => {
    const given: unknown[] = []
    shop.body = async (major, { value }) => {
      given.push([major, value])
      return `done by ${major}`
    }
    const [one, two] = await both()
    const started = []
    for (let at = 0; at < 8; at++)
      started.push({ by: 1, id: await count(one) }, { by: 2, id: await count(two, { dryRun: true }) })
    for (const { by, id } of started)
      expect(await shop.settled(two, 'CountJob', id, 'done')).toMatchObject({ result: `done by ${by}`, attempts: 1 })
    expect(new Set(given.map((each) => JSON.stringify(each)))).toEqual(
      new Set(['[1,{"from":"x"}]', '[2,{"from":"x","dryRun":true}]']),
    )
    await shop.stop(one)
    const idle = await shop.serve(1, { ...queue, JOBS_AT_ONCE: '0' })
    const waiting = await count(idle)
    await shop.settled(two, 'CountJob', await count(two), 'done')
    await new Promise((resolve) => setTimeout(resolve, 1300))
    expect(await shop.told(two, 'CountJob.read', { key: { id: String(waiting) } })).toMatchObject({ state: 'queued' })
    const again = await shop.serve(1, queue)
    expect(await shop.settled(again, 'CountJob', waiting, 'done')).toMatchObject({ result: 'done by 1' })
  })

  test('each tells its own subscribers what either wrote, as it has the rows', async () => {
    const [one, two] = await both()
    const to = (path: string, entities: readonly string[]) => ({ value: { url: `${shop.at}${path}`, entities } })
    const older = await shop.told(one, 'Webhook.create', to('/v1', ['Item']))
    await shop.told(two, 'Webhook.create', to('/v2', ['Item', 'Ward']))
    await shop.told(two, 'Item.create', { value: { title: 'by 2' } })
    await shop.told(two, 'Ward.create', { value: { label: 'north' } })
    await shop.told(one, 'Item.create', { value: { name: 'by 1' } })
    const rows = () =>
      shop.received.map(({ path, body }) => {
        const { type, data } = JSON.parse(body)
        const { id: _, state: _state, ...row } = data.row
        return `${path} ${type} ${JSON.stringify(row)}`
      })
    const wanted = [
      '/v1 Item.created {"name":"by 1"}',
      '/v1 Item.created {"name":"by 2"}',
      '/v2 Item.created {"title":"by 1"}',
      '/v2 Item.created {"title":"by 2"}',
      '/v2 Ward.created {"label":"north"}',
    ]
    await vi.waitFor(() => expect(rows().sort()).toEqual(wanted), { timeout: 20_000, interval: 50 })
    const delivery = async (service: typeof one, path: string) => {
      const { items } = (await shop.told(service, 'WebhookDeliveryJob.list')) as never as {
        items: { id: string; on: { id: string } }[]
      }
      return items.find(({ on }) => (path === '/v1') === (on.id === older.id))?.id
    }
    // Whoever changes it at the other is told by that one from then on.
    const again = { key: { id: String(older.id) }, value: { delivery: (await delivery(one, '/v1')) ?? '' } }
    expect(await shop.run(two, 'resendWebhookDelivery', again)).toMatchObject({
      problem: { reason: 'no-such-delivery', detail: expect.stringContaining('another version') },
    })
    await shop.told(one, 'resendWebhookDelivery', again)
    await vi.waitFor(() => expect(rows()).toHaveLength(6), { timeout: 20_000, interval: 50 })
    await shop.told(two, 'Webhook.update', { key: { id: String(older.id) }, value: { url: `${shop.at}/moved` } })
    await shop.told(one, 'Item.create', { value: { name: 'again' } })
    await vi.waitFor(() => expect(rows()).toContain('/moved Item.created {"title":"again"}'), 20_000)
    await vi.waitFor(() => expect(rows()).toContain('/v2 Item.created {"title":"again"}'), 20_000)
    expect(rows()).toHaveLength(8)
  }, 60_000)
})

describe.each(databases)('two majors side by side, by themselves, on %s', (database) => {
  let shop: TwoMajors
  beforeEach(async () => {
    shop = await openTwoMajors(database)
  })
  afterEach(() => shop.close())

  test('a row is moved by whichever is there, and what one began by itself the other goes on with', async () => {
    let begun = (): void => {}
    const isBegun = new Promise<void>((resolve) => {
      begun = resolve
    })
    const given: unknown[] = []
    shop.body = async (major, { value }, { signal }) => {
      given.push([major, value])
      begun()
      if (major === 1) await new Promise((_, reject) => signal.addEventListener('abort', reject))
      return `done by ${major}`
    }
    const one = await shop.serve(1)
    const { id } = await shop.told(one, 'Item.create', { value: { name: 'a bed' } })
    shop.skewMs = hour
    await isBegun
    await shop.stop(one)
    const two = await shop.serve(2)
    await vi.waitFor(
      async () =>
        expect((await shop.told(two, 'TidyJob.list')).items).toMatchObject([{ state: 'done', result: 'done by 2' }]),
      30_000,
    )
    expect(given).toEqual([
      [1, { old: false }],
      [2, { young: false }],
    ])
    shop.skewMs = day + hour
    await shop.settled(two, 'Item', id, 'old')
  })

  test('what was queued and subscribed before work said whose it is, is of the first that finds it', async () => {
    const idle = await shop.serve(2, { JOBS_AT_ONCE: '0' })
    const { id } = await shop.told(idle, 'count', { value: { from: 'x' } })
    const { id: hook, url } = await shop.told(idle, 'Webhook.create', {
      value: { url: `${shop.at}/before`, entities: ['Item'] },
    })
    const by = [{ ...ann }, null, null, 'rest', null, null] as unknown as Json[]
    const { input = null } = await shop.told(idle, 'CountJob.read', { key: { id: String(id) } })
    const given = {
      input: createHash('sha256').update(canonicalJson(input)).digest('base64url'),
      on: null,
    }
    const place = await idle.state.newestChange()
    await idle.queue.putWork(
      {
        id: String(id),
        operation: 'count',
        sealed: sealed([...by, given], ['job', 'shop', 'count', String(id)]),
        dueMs: 0,
      },
      null,
    )
    const telling = { id: 'tell/webhooks', operation: 'webhookDelivery', dueMs: 0 }
    await idle.queue.putWork({ ...telling, sealed: sealed([place, 0, ''], ['webhooks', 'shop', telling.id]) }, null)
    const kept = sealed(
      ['whsec_c2VjcmV0', null, 0, by],
      ['webhook', 'shop', String(hook), String(url), '[["Item"],null]'],
    )
    const tables = `SELECT table_schema FROM information_schema.tables WHERE table_name = 'webhook'`
    const at = databaseOf(idle.store)
    const [[schema] = []] = database === 'sqlite' ? [] : await at.all(readOf(tables), [])
    const table = schema === undefined ? '"webhook"' : `"${schema}"."webhook"`
    const update = writeOf('UPDATE', { text: `UPDATE ${table} SET "sealed" = '${kept}'`, table })
    await at.transaction(async (transaction) => void (await sqlTransaction(transaction).run(update, [])))
    // Written before either of them told anything.
    await shop.told(idle, 'Item.create', { value: { title: 'before' } })
    const one = await shop.serve(1)
    expect(await shop.settled(one, 'CountJob', id, 'done')).toMatchObject({ result: 'done by 1' })
    await vi.waitFor(() => expect(shop.received).toHaveLength(1), 30_000)
    const two = await shop.serve(2)
    await shop.told(two, 'Item.create', { value: { title: 'after' } })
    await vi.waitFor(() => expect(shop.received).toHaveLength(2), 30_000)
    await new Promise((resolve) => setTimeout(resolve, 1300))
    expect(shop.received.map(({ body }) => Object.keys(JSON.parse(body).data.row))).toEqual([
      ['id', 'name', 'state'],
      ['id', 'name', 'state'],
    ])
  })
})

/** As the service's secret has always sealed what waits. */
const sealed = (values: readonly Json[], binding: readonly string[]): string => {
  const key = createHash('sha256').update('charter cursor').update(secret).digest()
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(JSON.stringify(binding)))
  return Buffer.concat([nonce, cipher.update(JSON.stringify(values)), cipher.final(), cipher.getAuthTag()]).toString(
    'base64url',
  )
}
