import { type Call, type JsonObject, type Principal, ProblemError } from '@charter/runtime'
import type { JobBody } from '@charter/runtime/service'
import { type Served, serveStyles } from '@charter/styles/serve'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call, type Opened, open } from './testing/clinic.ts'
import { priceDesk } from './testing/price-desk.ts'

const clerk: Principal = { id: 'ann', roles: ['clerk'], attributes: {}, credential: 'jwt' }

describe('a job over sockets', () => {
  let opened: Opened
  let served: Served
  let goOn: () => void

  beforeAll(async () => {
    const importPrices: JobBody = async ({ value }, { step, signal }) => {
      await step('first', ({ rows }) => rows.create('Price', { sku: String(value.from), cents: 1 }), { percent: 50 })
      await new Promise<void>((resolve) => {
        goOn = resolve
        signal.addEventListener('abort', () => resolve())
      })
      await step('last', async () => null)
      return { kept: 1 }
    }
    opened = await open({ text: priceDesk('sqlite'), operations: { importPrices } as never })
    const authenticate = async (credential: { readonly text: string } | null) => {
      if (credential?.text !== 'clerk') throw new ProblemError({ code: 'unauthenticated', detail: 'Unknown token.' })
      return clerk
    }
    served = await serveStyles(
      opened.derived.styles,
      { ...opened.service, authenticate },
      { host: '127.0.0.1', port: 0 },
    )
  })
  afterAll(async () => {
    await served.close()
    await opened.close()
  })

  test.each(['rest', 'graphql', 'grpc', 'soap', 'mcp'])('is started, read, cancelled and ended by %s', async (name) => {
    const found = opened.derived.styles.find(({ style }) => style.name === name)
    if (!found) throw new Error(`${name} is not served`)
    const caller = await found.style.call(found.surface, {
      url: served.urls[name] ?? '',
      credential: ({ principal }) => principal?.roles[0] ?? null,
      timeoutMs: 10_000,
    })
    const ask = async (asked: Call): Promise<JsonObject> => {
      const outcome = await caller.execute(asked)
      if (outcome.kind !== 'value') throw new Error(`${name}: ${JSON.stringify(outcome)}`)
      return outcome.value as JsonObject
    }
    const start = (from: string) => ask(call('importPrices', clerk, { value: { from } }))
    const key = ({ id }: JsonObject) => ({ key: { id: String(id) } })
    const until = (run: JsonObject, state: string) =>
      expect
        .poll(() => ask(call('ImportPricesJob.read', clerk, key(run))), { timeout: 10_000 })
        .toMatchObject({ state })
    const run = await start(`by-${name}`)
    expect(run).toMatchObject({
      state: 'queued',
      input: { from: `by-${name}`, upTo: 3 },
      startedBy: 'ann',
      attempts: 0,
    })
    await expect
      .poll(() => ask(call('ImportPricesJob.read', clerk, key(run))), { timeout: 10_000 })
      .toMatchObject({ state: 'running', percent: 50, step: 'first' })
    goOn()
    await until(run, 'done')
    expect(await ask(call('ImportPricesJob.read', clerk, key(run)))).toMatchObject({
      result: { kept: 1 },
      percent: 100,
    })
    const other = await start(`again-${name}`)
    await until(other, 'running')
    expect(await ask(call('cancelImportPrices', clerk, key(other)))).toMatchObject({ state: 'cancelling' })
    goOn()
    await until(other, 'cancelled')
    await caller.close()
  })

  test('REST says that it was accepted, and where the run is', async () => {
    const response = await fetch(`${served.urls.rest}/api/v1/import-prices`, {
      method: 'POST',
      headers: { authorization: 'Bearer clerk', 'content-type': 'application/json' },
      body: JSON.stringify({ from: 'rest' }),
    })
    expect(response.status).toBe(202)
    const run = (await response.json()) as JsonObject
    const location = response.headers.get('location') ?? ''
    expect(location).toBe(`/api/v1/import-prices-jobs/${run.id}`)
    const read = await fetch(new URL(location, served.urls.rest), { headers: { authorization: 'Bearer clerk' } })
    expect(await read.json()).toMatchObject({ id: run.id })
    expect(response.headers.get('etag')).toMatch(/^"/)
  })

  test('GraphQL says which run it is beside the row', async () => {
    const query = 'mutation { importPrices(input: { value: { from: "g" } }) { job result { state } } }'
    const response = await fetch(`${served.urls.graphql}/graphql`, {
      method: 'POST',
      headers: { authorization: 'Bearer clerk', 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    })
    expect(await response.json()).toMatchObject({
      data: { importPrices: { job: expect.stringMatching(/^[0-9a-f-]{36}$/), result: { state: 'queued' } } },
    })
  })
})
