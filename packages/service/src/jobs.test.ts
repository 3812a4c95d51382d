import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type JsonObject, type Outcome, type Principal, ProblemError, problem } from '@charter/runtime'
import { hashApiKey, type JobBody, type JobContext } from '@charter/runtime/service'
import type { SqlTransaction } from '@charter/sql/store'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { bodyOf, type ClinicOptions, call, codeOf, type Opened, open } from './testing/clinic.ts'
import { databases } from './testing/databases.ts'
import { priceDesk } from './testing/price-desk.ts'

const who = (id: string, role: string): Principal => ({ id, roles: [role], attributes: {}, credential: 'jwt' })
const ann = who('ann', 'clerk')
const bob = who('bob', 'clerk')
const eve = who('eve', 'auditor')

/** Where runs wait; the same is true of each, but what only the clocks of processes decide. */
const places = [
  ...databases.map((database) => ({ place: String(database), database, env: {}, isOwn: true })),
  { place: 'postgresql with pg-boss', database: 'postgresql', env: { JOBS_QUEUE: 'pg-boss' }, isOwn: false } as const,
]

describe.each(places)('operations that go on past their answer, on $place', ({ database, env, isOwn }) => {
  /** Of tests that wait until a hold is over, which with pg-boss is ten seconds at least (its suite lets them go by). */
  const inOwnQueue = test.runIf(isOwn)
  let opened: Opened
  let bugs: unknown[]
  /** What the body of `importPrices` does. */
  let work: (context: JobContext, input: { from: string; upTo: number }) => Promise<unknown>
  let raise: JobBody
  let options: ClinicOptions
  const others: Opened[] = []
  beforeEach(async () => {
    bugs = []
    work = async () => ({ kept: 0 })
    raise = async () => null
    const importPrices: JobBody = async ({ value }, context) => (await work(context, value as never)) as never
    options = {
      text: priceDesk(database),
      operations: { importPrices, raisePrice: ((input, context) => raise(input, context)) satisfies JobBody } as never,
      onBug: (error) => bugs.push(error),
      env,
    }
    opened = await open(options)
  })
  afterEach(async () => {
    for (const other of others.splice(0)) await other.close()
    await opened.close()
    expect(bugs).toEqual([])
  })

  const run = (operation: string, principal: Principal, more: Parameters<typeof call>[2] = {}): Promise<Outcome> =>
    opened.service.execute(call(operation, principal, more))
  const start = async (value: JsonObject = { from: 'list' }, principal = ann): Promise<JsonObject> =>
    bodyOf(await run('importPrices', principal, { value })) as JsonObject
  const read = async (id: unknown, entity = 'ImportPricesJob', principal = ann): Promise<JsonObject> =>
    bodyOf(await run(`${entity}.read`, principal, { key: { id: String(id) } })) as JsonObject
  const ended = async (id: unknown, entity = 'ImportPricesJob'): Promise<JsonObject> =>
    vi.waitFor(
      async () => {
        const row = await read(id, entity)
        if (!['done', 'failed', 'cancelled'].includes(String(row.state))) throw new Error(JSON.stringify(row))
        return row
      },
      { timeout: 20_000, interval: 20 },
    )
  const prices = async (): Promise<readonly JsonObject[]> =>
    (bodyOf(await run('Price.list', ann)) as { items: readonly JsonObject[] }).items

  test('the answer is the run, which is read as it goes on and holds what it gave', async () => {
    let goOn = (): void => {}
    const waiting = new Promise<void>((resolve) => {
      goOn = resolve
    })
    work = async ({ step, progress, tell, attempt }, { from, upTo }) => {
      tell(`reading ${from}`)
      progress(10)
      await waiting
      for (let at = 1; at <= upTo; at++)
        await step(`row-${at}`, ({ rows }) => rows.create('Price', { sku: `s${at}`, cents: at }), { percent: 10 + at })
      return { kept: upTo + attempt - 1 }
    }
    const queued = await start({ from: 'list one' })
    expect(queued).toMatchObject({
      state: 'queued',
      startedBy: 'ann',
      percent: 0,
      attempts: 0,
      input: { from: 'list one', upTo: 3 },
      result: null,
      endedAt: null,
    })
    const going = await vi.waitFor(async () => {
      const row = await read(queued.id)
      expect(row).toMatchObject({ state: 'running', attempts: 1, percent: 10, lines: ['reading list one'] })
      return row
    }, 30_000)
    expect(going.endedAt).toBeNull()
    goOn()
    const done = await ended(queued.id)
    expect(done).toMatchObject({ state: 'done', percent: 100, result: { kept: 3 }, step: 'row-3', problem: null })
    expect(done.endedAt).not.toBeNull()
    expect((await prices()).map(({ sku }) => sku)).toEqual(['s1', 's2', 's3'])
    const trail = await opened.service.state.readAudit(
      { entity: 'ImportPricesJob', key: JSON.stringify({ id: queued.id }), tenant: null },
      200,
      null,
    )
    const acts = trail.filter(({ origin }) => origin.style === 'job')
    expect(acts.map(({ rule }) => rule).reverse()).toEqual([
      'job:begun',
      'job:step:row-1',
      'job:step:row-2',
      'job:step:row-3',
      'job:done',
    ])
    expect(acts.every(({ principal }) => principal === 'ann')).toBe(true)
  })

  test('a run is its starter’s: others neither see nor cancel it, but whom a policy lets', async () => {
    const { id } = await start()
    await ended(id)
    expect(codeOf(await run('ImportPricesJob.read', bob, { key: { id: String(id) } }))).toBe('not-found')
    expect(codeOf(await run('cancelImportPrices', bob, { key: { id: String(id) } }))).toBe('not-found')
    expect(bodyOf(await run('ImportPricesJob.list', bob)).items).toEqual([])
    expect(bodyOf(await run('ImportPricesJob.list', eve)).items).toHaveLength(1)
    expect(codeOf(await run('importPrices', eve, { value: { from: 'x' } }))).toBe('forbidden')
    for (const write of ['create', 'update', 'delete', 'replace'])
      expect(codeOf(await run(`ImportPricesJob.${write}`, ann, { key: { id: String(id) }, value: {} }))).toBe(
        'not-found',
      )
  })

  test('a run that is cancelled ends at its next step, and one that has ended is not cancelled', async () => {
    work = async ({ step, signal }) => {
      await step('first', ({ rows }) => rows.create('Price', { sku: 'a', cents: 1 }))
      await new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => resolve())
        setTimeout(resolve, 300)
      })
      await step('second', ({ rows }) => rows.create('Price', { sku: 'b', cents: 1 }))
      return { kept: 2 }
    }
    const { id } = await start()
    await vi.waitFor(async () => expect((await read(id)).step).toBe('first'), 30_000)
    const key = { id: String(id) }
    expect(bodyOf(await run('cancelImportPrices', ann, { key })).state).toBe('cancelling')
    expect(codeOf(await run('cancelImportPrices', ann, { key }))).toBe('conflict')
    expect(await ended(id)).toMatchObject({ state: 'cancelled', step: 'first', result: null })
    expect(await prices()).toHaveLength(1)
    const refused = await run('cancelImportPrices', ann, { key })
    expect(refused).toMatchObject({
      problem: { detail: expect.stringContaining('This ImportPricesJob is `cancelled`') },
    })
  })

  test('a body that begins again has no step done twice', async () => {
    const done: string[] = []
    work = async ({ step, once, retry, attempt }) => {
      await step('one', async ({ rows }) => {
        done.push('one')
        return rows.create('Price', { sku: 'one', cents: attempt })
      })
      const token = await once('ask', async () => {
        done.push('ask')
        return { token: attempt }
      })
      if (attempt < 3) retry('not yet', { afterMs: 1 })
      return { kept: token.token }
    }
    const { id } = await start()
    expect(await ended(id)).toMatchObject({ state: 'done', attempts: 3, result: { kept: 1 } })
    expect(done).toEqual(['one', 'ask'])
  })

  test('how much is done only grows, steps stand beside each other, and what they give is kept sealed', async () => {
    let inner: unknown
    let twice: unknown
    work = async ({ step, progress, retry, attempt, tell }) => {
      if (attempt === 1) {
        for (let at = 0; at < 150; at++) tell(`line ${at}`)
        progress(80)
        const secret = await step('far', async () => ({ ssn: 'in-the-clear' }), { percent: 90 })
        expect(secret).toEqual({ ssn: 'in-the-clear' })
        const kept = await opened.service.state.findStep(String(started), 'far', null)
        expect(JSON.stringify(kept)).not.toContain('in-the-clear')
        retry('again', { afterMs: 1 })
      }
      expect(await step('far', async () => ({ ssn: 'another' }))).toEqual({ ssn: 'in-the-clear' })
      inner = await step('outer', async () => step('inner', async () => 1)).catch((error: unknown) => error)
      await step('near', async () => null, { percent: 10 })
      expect((await read(started)).percent).toBe(90)
      twice = await step('near', async () => null).catch((error: unknown) => error)
      await step('odd', async () => {
        throw new Error('once')
      }).catch(() => {})
      await step('odd', async () => null)
      return { kept: 0 }
    }
    const { id: started } = await start()
    const row = await ended(started)
    expect(row).toMatchObject({ state: 'done', percent: 100, step: 'odd' })
    expect((row.lines as string[])[0]).toBe('line 50')
    expect(row.lines).toHaveLength(100)
    expect([String(inner), String(twice)]).toEqual([
      'Error: a step of importPrices begins "inner": steps stand one beside the other',
      'Error: two steps of a run of importPrices are called "near"',
    ])
  })

  test('a step is whole or not at all, and what it rejects with ends the run', async () => {
    work = async ({ step, fail }, { from }) => {
      if (from === 'nowhere') fail('no-such-list', 'There is no list of that name.')
      if (from === 'bug') throw new Error('on purpose')
      if (from === 'wrong') return { kept: 'many' }
      await step('rows', async ({ rows }) => {
        await rows.create('Price', { sku: 'a', cents: 1 })
        await rows.create('Price', { sku: 'b', cents: -1 })
      })
      return { kept: 2 }
    }
    const of = async (from: string) => ended((await start({ from })).id)
    expect(await of('nowhere')).toMatchObject({
      state: 'failed',
      problem: { code: 'no-such-list', detail: 'There is no list of that name.' },
    })
    expect(await of('rows')).toMatchObject({ state: 'failed', problem: { code: 'invalid-input' } })
    expect(await prices()).toEqual([])
    expect(bugs).toEqual([])
    const broken = await of('bug')
    expect(broken).toMatchObject({ state: 'failed', problem: { code: 'internal' } })
    expect(JSON.stringify(broken.problem)).not.toContain('on purpose')
    expect(await of('wrong')).toMatchObject({ state: 'failed', problem: { code: 'internal' } })
    expect(bugs.map(String)).toEqual([
      'Error: on purpose',
      expect.stringContaining('importPrices gives what its result cannot be: /result/kept'),
    ])
    bugs = []
  })

  test('a request of one key starts one run, and one that is undone starts none', async () => {
    let runs = 0
    work = async () => {
      runs++
      return { kept: 0 }
    }
    const asked = { value: { from: 'x' }, idempotencyKey: 'k1' }
    const first = bodyOf(await run('importPrices', ann, asked))
    const again = await run('importPrices', ann, asked)
    expect(again).toMatchObject({ isReplayed: true })
    expect(bodyOf(again).id).toBe(first.id)
    await ended(first.id)
    const calls = [
      call('importPrices', ann, { value: { from: 'y' } }),
      call('Price.create', ann, { value: { sku: 'x', cents: -1 } }),
    ]
    await opened.service.executeBatch(calls, { atomic: true } as never)
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(runs).toBe(1)
    expect(bodyOf(await run('ImportPricesJob.list', ann)).items).toHaveLength(1)
  })

  test('it is on one row, which is there as its starter may see it then', async () => {
    await run('Price.create', ann, { value: { sku: 'a', cents: 5 } })
    raise = async ({ value, row }, { step }) => {
      const { sku, cents } = row as { sku: string; cents: number }
      await step('raise', ({ rows }) => rows.update('Price', { sku }, { cents: cents + Number(value.by) }))
      return null
    }
    const { id } = bodyOf(await run('raisePrice', ann, { key: { sku: 'a' }, value: { by: 2 } }))
    expect(await ended(id, 'RaisePriceJob')).toMatchObject({ state: 'done', on: { sku: 'a' } })
    expect(await prices()).toEqual([{ sku: 'a', cents: 7 }])
    expect(codeOf(await run('raisePrice', ann, { key: { sku: 'b' }, value: { by: 2 } }))).toBe('not-found')
  })

  test('a run that an API key started goes on as far as the key does, and with the roles it has then', async () => {
    const record = {
      id: 'k1',
      hash: hashApiKey('key of ann'),
      principal: 'ann',
      roles: ['clerk'],
      attributes: {},
      tenant: null,
      scopes: null,
      expiresAtMs: null,
    }
    await opened.service.state.saveApiKey(record)
    let goOn = (): void => {}
    work = async ({ step }) => {
      await step('one', ({ rows }) => rows.create('Price', { sku: `${Date.now()}-one`, cents: 1 }))
      await new Promise<void>((resolve) => {
        goOn = resolve
      })
      await step('two', ({ rows }) => rows.create('Price', { sku: `${Date.now()}-two`, cents: 1 }))
      return { kept: 2 }
    }
    const begin = async (): Promise<string> => {
      const shown = { kind: 'api-key', text: 'key of ann' } as const
      const { id } = await start({ from: 'x' }, (await opened.service.authenticate(shown)) as Principal)
      await vi.waitFor(async () => expect((await read(id)).step).toBe('one'), 30_000)
      return String(id)
    }
    const revoked = await begin()
    await opened.service.state.saveApiKey({ ...record, expiresAtMs: 1 })
    goOn()
    expect(await ended(revoked)).toMatchObject({
      state: 'failed',
      step: 'one',
      problem: { code: 'unauthenticated', detail: expect.stringContaining('was revoked') },
    })
    expect(await prices()).toHaveLength(1)
  })

  test('it has the roles and scopes that its key has then', async () => {
    const record = {
      ...{ id: 'k2', hash: hashApiKey('another key'), principal: 'ann', attributes: {}, tenant: null },
      ...{ roles: ['clerk'], scopes: null, expiresAtMs: null },
    }
    let change: Partial<typeof record> & { scopes?: readonly string[] | null } = {}
    work = async ({ step }) => {
      await opened.service.state.saveApiKey({ ...record, ...change })
      await step('one', ({ rows }) => rows.create('Price', { sku: `${Date.now()}`, cents: 1 }))
      return { kept: 1 }
    }
    for (const [less, state] of [
      [{}, 'done'],
      [{ roles: ['auditor'] }, 'failed'],
      [{ scopes: [] }, 'failed'],
    ] as const) {
      await opened.service.state.saveApiKey(record)
      change = less as never
      const shown = { kind: 'api-key', text: 'another key' } as const
      const { id } = await start({ from: 'x' }, (await opened.service.authenticate(shown)) as Principal)
      expect((await ended(id)).state, JSON.stringify(less)).toBe(state)
    }
    expect(await prices()).toHaveLength(1)
  })

  test('rules ask how and from where the run was started, not how its steps are done', async () => {
    others.push(opened)
    const rule =
      'forbid (principal, action == Action::"Price.create", resource is Price) when { context.style == "mcp" };'
    opened = await open({ ...options, text: priceDesk(database).replace('policies:\n', `policies:\n  - '${rule}'\n`) })
    work = async ({ step }) => {
      await step('one', ({ rows }) => rows.create('Price', { sku: 'one', cents: 1 }))
      return { kept: 1 }
    }
    const by = async (style: string) => {
      const asked = call('importPrices', ann, { value: { from: 'x' }, origin: { style, requestId: 'r' } })
      return ended(bodyOf(await opened.service.execute(asked)).id)
    }
    expect(await by('mcp')).toMatchObject({ state: 'failed', problem: { code: 'forbidden' } })
    expect(await by('rest')).toMatchObject({ state: 'done' })
  })

  test('a database that goes away in a step is no end: the run is begun again, and its body cannot go on without it', async () => {
    work = async ({ step, attempt }) => {
      await step('one', async ({ rows }) => {
        await rows.create('Price', { sku: 'one', cents: 1 })
        if (attempt === 1) throw new ProblemError(problem('unavailable'))
      }).catch(() => {})
      await step('two', ({ rows }) => rows.create('Price', { sku: 'two', cents: 1 }))
      return { kept: 2 }
    }
    expect(await ended((await start()).id)).toMatchObject({ state: 'done', attempts: 2 })
    expect((await prices()).map(({ sku }) => sku)).toEqual(['one', 'two'])
  })

  test('nor is one that goes away between steps', async () => {
    work = async ({ step, attempt }) => {
      if (attempt === 1) throw new ProblemError(problem('unavailable'))
      await step('one', ({ rows }) => rows.create('Price', { sku: 'one', cents: 1 }))
      return { kept: 1 }
    }
    const { state } = opened.service
    const { findStep } = state
    let isGone = true
    vi.spyOn(state, 'findStep').mockImplementation(async (...asked) => {
      if (!isGone) return findStep(...asked)
      isGone = false
      throw new ProblemError(problem('unavailable'))
    })
    expect(await ended((await start()).id)).toMatchObject({ state: 'done', attempts: 3 })
  })

  test.each(['step', 'once'] as const)(
    'another service that is not there is no database that went away: the body of a %s has it',
    async (how) => {
      const caught: unknown[] = []
      work = async ({ step, once, attempt }, { from }) => {
        const ask = async ({ fetch }: Pick<JobContext, 'fetch'>) => (await fetch('http://127.0.0.1:1/')).status
        const asked = how === 'step' ? step('ask', ask as never) : once('ask', ask)
        await asked.catch((error) => {
          caught.push(error)
          if (from === 'passed on') throw error
        })
        await step('then', ({ rows }) => rows.create('Price', { sku: 'then', cents: 1 }))
        return { kept: attempt }
      }
      expect(await ended((await start()).id)).toMatchObject({ state: 'done', attempts: 1, result: { kept: 1 } })
      expect(await ended((await start({ from: 'passed on' })).id)).toMatchObject({
        state: 'failed',
        attempts: 1,
        problem: { code: 'unavailable' },
      })
      expect(caught).toMatchObject([{ problem: { code: 'unavailable' } }, { problem: { code: 'unavailable' } }])
    },
  )

  test('an attempt is put off by itself, and a run that is put off is cancelled at once', async () => {
    work = async ({ retry, attempt }, { from }) => {
      if (attempt === 1) retry(`not\u0000 yet`, from === 'long' ? { afterMs: 3_600_000.5 } : {})
      return { kept: attempt }
    }
    expect(await ended((await start()).id)).toMatchObject({ state: 'done', attempts: 2, result: { kept: 2 } })
    const { id } = await start({ from: 'long' })
    await vi.waitFor(async () => {
      const row = await read(id)
      expect(row).toMatchObject({ state: 'queued', attempts: 1, problem: { code: 'retry', detail: 'not yet' } })
    }, 30_000)
    await run('cancelImportPrices', ann, { key: { id: String(id) } })
    expect(await ended(id)).toMatchObject({ state: 'cancelled', attempts: 1 })
  })

  test('a run that somebody cancels while it decides to be put off is cancelled, and not put off', async () => {
    let decide = (): void => {}
    const isDecided = new Promise<void>((resolve) => {
      decide = resolve
    })
    work = async ({ retry }) => {
      await isDecided
      return retry('not yet', { afterMs: 3_600_000 })
    }
    const { id } = await start()
    await vi.waitFor(async () => expect((await read(id)).state).toBe('running'), 30_000)
    await run('cancelImportPrices', ann, { key: { id: String(id) } })
    expect(await read(id)).toMatchObject({ state: 'cancelling' })
    decide()
    expect(await ended(id)).toMatchObject({ state: 'cancelled', attempts: 1 })
  })

  inOwnQueue('a run is held on while its body works, and let go where that does not end', async () => {
    others.push(opened)
    opened = await open({ ...options, env: { JOBS_HOLD_SECONDS: '2', JOBS_AT_ONCE: '1' } })
    const other = await open({ ...options, url: opened.url, folder: opened.folder, env: { JOBS_HOLD_SECONDS: '2' } })
    others.push(other)
    work = async (_, { from }) => {
      await new Promise((resolve) => from === 'long' && setTimeout(resolve, 3500))
      return { kept: 1 }
    }
    expect(await ended((await start({ from: 'long' })).id)).toMatchObject({ state: 'done', attempts: 1 })
    const { id } = await start({ from: 'for ever' })
    await vi.waitFor(async () => expect((await read(id)).state).toBe('running'), 30_000)
    await run('cancelImportPrices', ann, { key: { id: String(id) } })
    expect(await ended(id)).toMatchObject({ state: 'cancelled', attempts: 1 })
  })

  inOwnQueue('a run that processes die of is given up, and what was sealed for one run begins no other', async () => {
    await opened.close()
    opened = await open({ ...options, env: { JOBS_AT_ONCE: '0' } })
    const [deadly, mine, theirs] = [await start(), await start(), await start({ from: 'x' }, bob)]
    let nowMs = Date.now()
    const queue = await opened.service.state.openQueue({
      kind: 'own',
      major: 1,
      holdMs: 1,
      nowMs: () => nowMs,
      onFault: (error) => bugs.push(error),
    })
    let works = await queue.takeWork({ limit: 9 })
    // Each past what the one before held, however quick the database is.
    for (let at = 1; at <= 5; at++) {
      nowMs += 10
      works = await queue.takeWork({ limit: 9 })
    }
    const of = ({ id }: JsonObject) => works.find((work) => work.id === id)
    for (const { id } of [mine, theirs])
      await queue.putWork({ ...(of(mine) as never as object), id, dueMs: 1 } as never, null)
    others.push(await open({ ...options, url: opened.url, folder: opened.folder }))
    expect(await ended(deadly.id)).toMatchObject({ state: 'failed', problem: { code: 'internal' } })
    expect(await ended(mine.id)).toMatchObject({ state: 'done' })
    expect(bodyOf(await run('ImportPricesJob.read', bob, { key: { id: String(theirs.id) } })).state).toBe('queued')
    expect(bugs.map(String)).toEqual([expect.stringContaining('It was begun 5 times')])
    bugs = []
  })

  inOwnQueue('a run that processes die of goes on where one of them did a step of it', async () => {
    let done = 0
    work = async ({ step, signal, attempt }) => {
      await step('one', ({ rows }) => rows.create('Price', { sku: 'one', cents: 1 }))
      done++
      if (attempt === 1) await new Promise((resolve) => signal.addEventListener('abort', resolve))
      if (attempt === 1) throw new Error('it ends before it is done')
      return { kept: attempt }
    }
    const { id } = await start()
    await vi.waitFor(() => expect(done).toBe(1), 30_000)
    await opened.service.close()
    const before = opened
    opened = await open({ ...options, env: { JOBS_AT_ONCE: '0' }, url: before.url, folder: before.folder })
    others.push({ ...before, close: async () => {} })
    let nowMs = Date.now() + 60_000
    const queue = await opened.service.state.openQueue({
      kind: 'own',
      major: 1,
      holdMs: 1,
      nowMs: () => nowMs,
      onFault: (error) => bugs.push(error),
    })
    for (let at = 1; at <= 6; at++) {
      nowMs += 10
      // At the end of an hour there is a schedule, too.
      const taken = await queue.takeWork({ limit: 9 })
      expect(taken.filter((each) => each.id === id)).toMatchObject([{ taken: at }])
    }
    others.push(await open({ ...options, url: opened.url, folder: opened.folder, nowMs: () => Date.now() + 120_000 }))
    expect(await ended(id)).toMatchObject({ state: 'done', attempts: 2, result: { kept: 2 } })
  })

  test('what a step asks of others carries a key of its own, which is the same when it is asked again', async () => {
    const keys: string[] = []
    const server = createServer((request, response) => {
      keys.push(String(request.headers['idempotency-key']))
      response.end('{}')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    work = async ({ once, retry, attempt, id }) => {
      const given = await once('ask both', async ({ fetch }) => {
        await fetch(url, { method: 'POST' })
        await fetch(url, { method: 'POST' })
        if (attempt === 1) retry('again', { afterMs: 1 })
        return { at: new Date(0), none: undefined }
      })
      expect(given).toEqual({ at: '1970-01-01T00:00:00.000Z' })
      expect(keys).toEqual([1, 2, 1, 2].map((at) => `${id}/ask%20both/${at}`))
      return { kept: 0 }
    }
    expect(await ended((await start()).id)).toMatchObject({ state: 'done', attempts: 2 })
    server.close()
  })

  test('nobody starts more of them in a minute than they may', async () => {
    others.push(opened)
    opened = await open({ ...options, env: { ...env, RATE_JOBS: '3' } })
    const codes: string[] = []
    for (let at = 0; at < 5; at++) codes.push(codeOf(await run('importPrices', ann, { value: { from: 'x' } })))
    expect(codes).toEqual(['ok', 'ok', 'ok', 'too-many', 'too-many'])
    expect(codeOf(await run('importPrices', bob, { value: { from: 'x' } }))).toBe('ok')
  })

  inOwnQueue(
    'another replica takes over what is not heard of, and nothing is done twice, whatever the clocks say',
    async () => {
      const steps: string[] = []
      let hang = true
      work = async ({ step, signal }) => {
        await step('one', async ({ rows }) => {
          steps.push('one')
          await rows.create('Price', { sku: 'one', cents: 1 })
        })
        if (hang) {
          hang = false
          // Its process is busy with something else for longer than it may be: it goes on when another has taken over.
          await vi.waitFor(() => expect(steps).toContain('two'), { timeout: 20_000, interval: 10 })
          await step('three', async ({ rows }) => {
            steps.push('late')
            await rows.create('Price', { sku: 'late', cents: 1 })
          })
        }
        expect(signal.aborted).toBe(false)
        await step('two', async ({ rows }) => {
          steps.push('two')
          await rows.create('Price', { sku: 'two', cents: 1 })
        })
        return { kept: 2 }
      }
      const { id } = await start()
      await vi.waitFor(() => expect(steps).toEqual(['one']), 30_000)
      others.push(
        await open({ ...options, url: opened.url, folder: opened.folder, nowMs: () => Date.now() + 3_600_000 }),
      )
      expect(await ended(id)).toMatchObject({ state: 'done', attempts: 2, result: { kept: 2 } })
      await new Promise((resolve) => setTimeout(resolve, 100))
      // A transaction may be tried again; what it does is there once.
      expect([...new Set(steps)]).toEqual(['one', 'two'])
      expect((await prices()).map(({ sku }) => sku)).toEqual(['one', 'two'])
    },
  )

  test('a service that ends lets its runs go, and the next begins them again', async () => {
    const attempts: number[] = []
    work = async ({ attempt, signal, step }) => {
      attempts.push(attempt)
      if (attempt === 1) await new Promise((resolve) => signal.addEventListener('abort', resolve))
      await step('one', ({ rows }) => rows.create('Price', { sku: 'one', cents: 1 }))
      return { kept: 1 }
    }
    const { id } = await start()
    await vi.waitFor(() => expect(attempts).toEqual([1]), 30_000)
    await opened.service.close()
    const before = opened
    opened = await open({ ...options, url: before.url, folder: before.folder })
    others.push({ ...before, close: async () => {} })
    expect(await ended(id)).toMatchObject({ state: 'done', attempts: 2 })
    expect(attempts).toEqual([1, 2])
  })

  test.runIf(database === 'sqlite')(
    'a run whose row somebody takes away ends, and is no mistake of anybody’s',
    async () => {
      const steps: (() => Promise<unknown>)[] = []
      work = async (context) => {
        steps.push(() => context.step('one', async () => null))
        await new Promise((resolve) => context.signal.addEventListener('abort', resolve))
      }
      await start()
      await vi.waitFor(() => expect(steps).toHaveLength(1), 30_000)
      const ended = vi.spyOn(opened.service.queue, 'endWork')
      await opened.service.store.transaction(
        async ({ transaction }) =>
          void (await (transaction as SqlTransaction).run('DELETE FROM "import_prices_job"', [])),
        { isRepeatable: false },
      )
      await expect(steps[0]?.()).rejects.toMatchObject({ why: 'gone' })
      await vi.waitFor(() => expect(ended).toHaveBeenCalled(), 30_000)
    },
  )

  test('a body that comes to its end while the service does is not begun again', async () => {
    let begun = 0
    work = async ({ signal, step }) => {
      await step('one', ({ rows }) => rows.create('Price', { sku: 'one', cents: 1 }))
      begun++
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      return { kept: 1 }
    }
    const { id } = await start()
    await vi.waitFor(() => expect(begun).toBe(1), 30_000)
    await opened.service.close()
    const before = opened
    opened = await open({ ...options, url: before.url, folder: before.folder })
    others.push({ ...before, close: async () => {} })
    expect(await read(id)).toMatchObject({ state: 'done', attempts: 1, result: { kept: 1 } })
  })
})
