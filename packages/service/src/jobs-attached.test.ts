import type { TemporaryDatabase } from '@charter/charter'
import { type JsonObject, type Outcome, type Principal, parseExact } from '@charter/runtime'
import type { JobBody, JobContext } from '@charter/runtime/service'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { bodyOf, type ClinicOptions, call, codeOf, type Opened, open } from './testing/clinic.ts'
import { databases } from './testing/databases.ts'
import { orderDesk } from './testing/order-desk.ts'
import { priceDesk } from './testing/price-desk.ts'
import { makeTheirs, orderTables, overTheirs, priceTables, sayTheirs, tablesIn } from './testing/their-desk.ts'
import { ann as clerk, openWebhookDesk } from './testing/webhook-desk.ts'

const ann: Principal = { id: 'ann', roles: ['clerk'], attributes: {}, credential: 'jwt' }
const bob: Principal = { ...ann, id: 'bob' }
const day = 86_400_000

/** The engine’s promises over tables of its own are held in `jobs.test.ts`, `by-itself.test.ts` and `webhooks.test.ts`: here, those over a database of somebody else’s. */
describe.each(databases)('work that goes on over a database of somebody else’s, on %s', (database) => {
  let theirs: TemporaryDatabase
  let opened: Opened
  let options: ClinicOptions
  let work: (context: JobContext, input: { from: string; upTo: number }) => Promise<unknown>
  let aheadMs: number
  let ending: AbortController
  const others: Opened[] = []
  const ours = (table: string): string =>
    database === 'postgresql' ? `charter_state."${table}"` : `"_charter_${table}"`
  beforeEach(async () => {
    aheadMs = 0
    ending = new AbortController()
    work = async () => ({ kept: 0 })
    const importPrices: JobBody = async ({ value }, context) => (await work(context, value as never)) as never
    theirs = await makeTheirs(database, priceTables(database))
    options = {
      text: overTheirs(priceDesk(database), database, theirs.url),
      url: theirs.url,
      env: { CHARTER_ALLOW_DDL: 'true' },
      nowMs: () => Date.now() + aheadMs,
      operations: {
        importPrices,
        raisePrice: async () => null,
        dropOffer: async () => null,
        tidy: async () => 7,
      } as never,
    }
    opened = await open(options)
  })
  afterEach(async () => {
    ending.abort()
    for (const other of others.splice(0)) await other.close()
    await opened.close()
    await theirs.remove()
  })

  const run = (operation: string, principal = ann, more: Parameters<typeof call>[2] = {}): Promise<Outcome> =>
    opened.service.execute(call(operation, principal, more))
  const start = async (value: JsonObject = { from: 'list' }): Promise<string> =>
    String(bodyOf(await run('importPrices', ann, { value })).id)
  const read = async (id: string): Promise<JsonObject> =>
    bodyOf(await run('ImportPricesJob.read', ann, { key: { id } })) as JsonObject
  const came = (id: string, state: string): Promise<JsonObject> =>
    vi.waitFor(
      async () => {
        const row = await read(id)
        expect(row.state).toBe(state)
        return row
      },
      { timeout: 20_000, interval: 20 },
    )
  /** States of runs, as they are told to whoever follows them. */
  const follow = async (): Promise<readonly unknown[]> => {
    const outcome = await opened.service.execute(call('ImportPricesJob.changes', ann, { abort: ending.signal }))
    if (outcome.kind !== 'stream') throw new Error(JSON.stringify(outcome))
    const told: unknown[] = []
    const read = async () => {
      for await (const each of outcome.items) told.push(((each as JsonObject).row as JsonObject | null)?.state)
    }
    read().catch(() => {})
    return told
  }
  const skus = async (): Promise<readonly unknown[]> =>
    (await sayTheirs(theirs.url, 'SELECT "sku" FROM "price" ORDER BY "sku"')).map(([sku]) => sku)

  test('a run is a row of ours beside the state: started, read, followed and listed; its rows are theirs, and nothing else of theirs is touched', async () => {
    work = async ({ step, tell }, { from, upTo }) => {
      tell(`reading ${from}`)
      for (let at = 1; at <= upTo; at++)
        await step(`row ${at}`, ({ rows }) => rows.create('Price', { sku: `s${at}`, cents: at }))
      return { kept: upTo }
    }
    const states = await follow()
    const id = await start({ from: 'list one' })
    expect(await came(id, 'done')).toMatchObject({
      ...{ startedBy: 'ann', percent: 100, attempts: 1, step: 'row 3', lines: ['reading list one'] },
      ...{ input: { from: 'list one', upTo: 3 }, result: { kept: 3 }, problem: null },
    })
    await vi.waitFor(() => expect(states.at(-1)).toBe('done'), 30_000)
    expect(await skus()).toEqual(['s1', 's2', 's3'])
    expect(codeOf(await run('ImportPricesJob.read', bob, { key: { id } }))).toBe('not-found')
    expect(
      bodyOf(await run('ImportPricesJob.list', ann, { value: { filter: { state: 'done' } } as never })).items,
    ).toHaveLength(1)
    const tables = await tablesIn(theirs.url)
    const mark = database === 'postgresql' ? /^charter_state\./ : /^_charter_/
    expect(tables.filter((name) => !mark.test(name))).toEqual(
      database === 'postgresql' ? ['public.offer', 'public.price'] : ['offer', 'price'],
    )
    for (const name of ['import_prices_job', 'raise_price_job', 'tidy_job', 'work', 'meta'])
      expect(tables).toContain(ours(name).replaceAll('"', ''))
    const found = await opened.derived.connector.introspect(theirs.url, { name: 'theirs' })
    expect(found.entities).toBe(2)
  })

  test('one that is cancelled ends at its next step; one that is put off is begun again, with no step done twice', async () => {
    let goOn = (): void => {}
    const waiting = new Promise<void>((resolve) => {
      goOn = resolve
    })
    work = async ({ step }) => {
      await step('one', ({ rows }) => rows.create('Price', { sku: 'one', cents: 1 }))
      await waiting
      await step('two', ({ rows }) => rows.create('Price', { sku: 'two', cents: 2 }))
      return { kept: 2 }
    }
    const cancelled = await start()
    await vi.waitFor(async () => expect((await read(cancelled)).step).toBe('one'), 30_000)
    expect(codeOf(await run('cancelImportPrices', bob, { key: { id: cancelled } }))).toBe('not-found')
    expect(codeOf(await run('cancelImportPrices', ann, { key: { id: cancelled } }))).toBe('ok')
    goOn()
    await came(cancelled, 'cancelled')
    expect(await skus()).toEqual(['one'])
    work = async ({ step, attempt, retry }) => {
      await step('three', ({ rows }) => rows.create('Price', { sku: 'three', cents: 3 }))
      if (attempt === 1) retry('not yet', { afterMs: 1 })
      return { kept: attempt }
    }
    expect(await came(await start(), 'done')).toMatchObject({ attempts: 2, result: { kept: 2 } })
    expect(await skus()).toEqual(['one', 'three'])
  })

  test('one whose process is not heard of any more is taken over by another, with no step done twice', async () => {
    const begun: number[] = []
    work = async ({ step, attempt, signal }) => {
      await step('one', ({ rows }) => rows.create('Price', { sku: 'one', cents: 1 }))
      begun.push(attempt)
      if (attempt === 1) await new Promise((resolve) => signal.addEventListener('abort', resolve))
      await step('two', ({ rows }) => rows.create('Price', { sku: 'two', cents: 2 }))
      return { kept: 2 }
    }
    const id = await start()
    await vi.waitFor(() => expect(begun).toEqual([1]), 30_000)
    others.push(await open({ ...options, folder: opened.folder, nowMs: () => Date.now() + day }))
    expect(await came(id, 'done')).toMatchObject({ attempts: 2, result: { kept: 2 } })
    expect(await skus()).toEqual(['one', 'two'])
  })

  test('it is queued in the transaction of the call: where that is undone there is none', async () => {
    let runs = 0
    work = async () => {
      runs++
      return { kept: 0 }
    }
    const calls = [
      call('importPrices', ann, { value: { from: 'x' } }),
      call('Price.create', ann, { value: { sku: 'x', cents: -1 } }),
    ]
    await opened.service.executeBatch(calls, { atomic: true } as never)
    expect(await sayTheirs(theirs.url, `SELECT "id" FROM ${ours('import_prices_job')}`)).toEqual([])
    expect(await sayTheirs(theirs.url, `SELECT "id" FROM ${ours('work')} WHERE "operation" = 'importPrices'`)).toEqual(
      [],
    )
    expect(runs).toBe(0)
  })

  test('one that somebody has changed past the service is not done in its starter’s name', async () => {
    const given: unknown[] = []
    work = async (_, input) => {
      given.push(input)
      return { kept: 0 }
    }
    await opened.service.close()
    const idle = await open({ ...options, env: { ...options.env, JOBS_AT_ONCE: '0' } })
    others.push(idle)
    const ids: string[] = []
    for (const from of ['mine', 'mine too', 'left alone'])
      ids.push(String(bodyOf(await idle.service.execute(call('importPrices', ann, { value: { from } }))).id))
    const row = ours('import_prices_job')
    await sayTheirs(theirs.url, `UPDATE ${row} SET "input" = '{"from":"theirs","upTo":3}' WHERE "id" = '${ids[0]}'`)
    await sayTheirs(theirs.url, `UPDATE ${row} SET "startedBy" = 'bob' WHERE "id" = '${ids[1]}'`)
    others.push({ ...opened, close: async () => {} })
    opened = await open({ ...options, folder: idle.folder })
    const problem = { code: 'conflict', detail: 'What it was started with was changed past the service.' }
    expect(await came(ids[0] ?? '', 'failed')).toMatchObject({ problem, result: null })
    await came(ids[2] ?? '', 'done')
    await vi.waitFor(() => expect(given).toHaveLength(2), 30_000)
    expect(given).toEqual(
      expect.arrayContaining([
        { from: 'mine too', upTo: 3 },
        { from: 'left alone', upTo: 3 },
      ]),
    )
  })

  test('rows of theirs move by themselves, and jobs begin by themselves', async () => {
    const { id } = bodyOf(await run('Offer.create', ann, { value: { title: 'lapses' } }))
    aheadMs = 3 * day + 1
    await vi.waitFor(
      async () => expect(await sayTheirs(theirs.url, 'SELECT "state" FROM "offer"')).toEqual([['lapsed']]),
      10_000,
    )
    await vi.waitFor(
      async () => expect(await sayTheirs(theirs.url, `SELECT "state" FROM ${ours('tidy_job')}`)).toEqual([['done']]),
      10_000,
    )
    const of = { entity: 'Offer', key: JSON.stringify({ id }), tenant: null }
    const [moved] = await opened.service.state.readAudit(of, 9, null)
    expect(moved).toMatchObject({ operation: 'lapseOffer', principal: 'service', rule: 'after' })
  })
})

test('runs wait with pg-boss in a database of somebody else’s too, where its schema may be made', async () => {
  const theirs = await makeTheirs('postgresql', priceTables('postgresql'))
  const text = overTheirs(priceDesk('postgresql'), 'postgresql', theirs.url)
  const importPrices: JobBody = async (_, { step }) => {
    await step('one', ({ rows }) => rows.create('Price', { sku: 'one', cents: 1 }))
    return { kept: 1 }
  }
  const env = { CHARTER_ALLOW_DDL: 'true', JOBS_QUEUE: 'pg-boss' }
  const opened = await open({ text, url: theirs.url, env, operations: { importPrices, tidy: async () => 1 } as never })
  const { id } = bodyOf(await opened.service.execute(call('importPrices', ann, { value: { from: 'x' } })))
  await vi.waitFor(
    async () => {
      const run = await opened.service.execute(call('ImportPricesJob.read', ann, { key: { id: String(id) } }))
      expect(bodyOf(run)).toMatchObject({ state: 'done', step: 'one', result: { kept: 1 } })
    },
    { timeout: 20_000, interval: 50 },
  )
  expect(await sayTheirs(theirs.url, 'SELECT "sku" FROM "price"')).toEqual([['one']])
  await opened.close()
  await theirs.remove()
}, 60_000)

test.each(databases)(
  'a run is known by what it was started with, of whatever types that is, on %s',
  async (database) => {
    const theirs = await makeTheirs(database, priceTables(database))
    const everything = `input:
      text: { type: text, length: 1..40 }
      int64: int64
      decimal: { type: decimal, precision: 30, scale: 10 }
      float64: float64
      instant: instant
      dateTime: dateTime
      time: time
      duration: duration
      bytes: bytes
      uuid: uuid
      json: json
      digits: json
      list: { type: array, items: { type: decimal, precision: 5, scale: 2 } }
      record: { type: record, members: { flag: boolean, day: { type: date, optional: true } } }
      map: { type: map, values: int32 }
      none: { type: json, optional: true }
      preset: { type: int32, default: 7 }`
    const text = overTheirs(priceDesk(database), database, theirs.url).replace(
      'input: { from: { type: text, length: 1..200 }, upTo: { type: int32, min: 1, default: 3 } }',
      everything,
    )
    const given: unknown[] = []
    const importPrices: JobBody = async ({ value }) => {
      given.push(value)
      return { kept: 1 }
    }
    const env = { CHARTER_ALLOW_DDL: 'true' }
    const opened = await open({ text, url: theirs.url, env, operations: { importPrices } as never })
    const value = {
      ...{ text: 'é𝄞"\\\'', int64: '9223372036854775807', decimal: '12345678901234567890.0123456789', float64: 1e-7 },
      ...{
        instant: '2026-05-04T09:30:00.123456Z',
        dateTime: '2026-05-04T09:30:00',
        time: '09:30:00',
        duration: 'P1DT2H',
      },
      ...{ bytes: 'AAEC', uuid: '7f1de1a4-3a0e-4b7c-9d86-0f3a5e1c2b10', list: ['1.50', '-2.00'] },
      ...{ json: { b: [1, null, { z: -0.5, a: 'ü' }], a: 1e21 }, record: { flag: true }, map: { b: 2, a: 1 } },
      digits: parseExact('{"n":12345678901234567890.1230}'),
    }
    const started = await opened.service.execute(call('importPrices', ann, { value }))
    const { id } = bodyOf(started)
    await vi.waitFor(
      async () => {
        const run = bodyOf(await opened.service.execute(call('ImportPricesJob.read', ann, { key: { id: String(id) } })))
        expect(run).toMatchObject({ state: 'done', problem: null })
      },
      { timeout: 20_000, interval: 20 },
    )
    expect(given).toMatchObject([{ ...value, preset: 7 }])
    await opened.close()
    await theirs.remove()
  },
)

test.each(databases)('a change of a row of somebody else’s is told to a webhook, on %s', async (database) => {
  const theirs = await makeTheirs(database, orderTables(database))
  const text = overTheirs(orderDesk(database), database, theirs.url)
  const desk = await openWebhookDesk(database, { text, url: theirs.url, env: { CHARTER_ALLOW_DDL: 'true' } })
  const { id } = await desk.subscribe()
  const order = await desk.order()
  await desk.came(1)
  expect(desk.told()).toMatchObject([{ type: 'Order.created', data: { key: { id: order }, row: { title: 'a bed' } } }])
  await desk.settled('done')
  expect(codeOf(await desk.run('Webhook.delete', clerk, { key: { id: String(id) } }))).toBe('ok')
  await desk.close()
  await theirs.remove()
})
