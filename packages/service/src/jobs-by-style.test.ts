import { type Call, type JsonObject, type Principal, ProblemError } from '@charter/runtime'
import type { JobBody } from '@charter/runtime/service'
import { type Served, serveStyles } from '@charter/styles/serve'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
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

  const overRest = () => {
    const base = `${served.urls.rest}/api/v1`
    const ask = (path: string, { headers, ...more }: RequestInit = {}) =>
      fetch(`${base}${path}`, {
        ...more,
        headers: { authorization: 'Bearer clerk', 'content-type': 'application/json', ...headers },
      })
    return { base, ask }
  }

  test('REST says that it was accepted, and where the run is', async () => {
    const response = await overRest().ask('/import-prices', { method: 'POST', body: JSON.stringify({ from: 'rest' }) })
    expect(response.status).toBe(202)
    const run = (await response.json()) as JsonObject
    const location = response.headers.get('location') ?? ''
    expect(location).toBe(`/api/v1/import-prices-jobs/${run.id}`)
    const read = await fetch(new URL(location, served.urls.rest), { headers: { authorization: 'Bearer clerk' } })
    expect(await read.json()).toMatchObject({ id: run.id })
    expect(response.headers.get('etag')).toMatch(/^"/)
  })

  test('REST tells how a run goes on as events, until it has ended', async () => {
    const { base, ask } = overRest()
    const run = (await (
      await ask('/import-prices', { method: 'POST', body: JSON.stringify({ from: 'sse' }) })
    ).json()) as JsonObject
    const path = `/import-prices-jobs/${run.id}`
    const events = { headers: { accept: 'text/event-stream' } }
    const response = await ask(`${path}?fields=state,percent`, events)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
    setTimeout(() => goOn(), 500)
    const told = (await response.text())
      .split('\n\n')
      .flatMap((event) => (event.startsWith('data: ') ? [JSON.parse(event.slice(6)) as JsonObject] : []))
    expect(told.at(-1)).toEqual({ state: 'done', percent: 100 })
    expect(told).toContainEqual({ state: 'running', percent: 50 })
    const after = await (await ask(path, events)).text()
    expect(after.match(/^data: /gm)).toHaveLength(1)
    expect((await ask('/import-prices-jobs/0190f5c6-7b1e-7c3a-9a55-ffffffffffff', events)).status).toBe(404)
    expect((await ask('/import-prices-jobs', events)).status).toBe(406)
    const both = await ask(path, { headers: { accept: 'application/json, text/event-stream;q=0.5' } })
    expect(await both.json()).toMatchObject({ id: run.id })
    expect((await fetch(`${base}${path}`, events)).status).toBe(401)
  })

  describe.each(['2025', '2026-07-28'])('MCP, by revisions of %s', (revision) => {
    const connect = async (): Promise<Client> => {
      const isModern = revision === '2026-07-28'
      const client = new Client(
        { name: 'test', version: '1.0.0' },
        { versionNegotiation: isModern ? { mode: { pin: revision } } : { mode: 'legacy' } },
      )
      const requestInit = { headers: { authorization: 'Bearer clerk' } }
      await client.connect(new StreamableHTTPClientTransport(new URL(`${served.url}/mcp`), { requestInit }))
      return client
    }
    const importing = (from: string) => ({ name: 'import_prices', arguments: { value: { from } } })

    test('tells who asks for it how a run goes on, and answers when it has ended', async () => {
      const client = await connect()
      const told: { progress: number }[] = []
      const result = await client.callTool(importing(`told-${revision}`), {
        onprogress: (progress) => {
          told.push(progress)
          if (progress.progress === 50) goOn()
        },
      })
      expect(result.structuredContent).toMatchObject({ result: { state: 'done', percent: 100, result: { kept: 1 } } })
      const steps = told.map(({ progress }) => progress)
      expect(steps).toEqual([...new Set(steps)].sort((one, other) => one - other))
      expect(told).toContainEqual({ progress: 50, total: 100, message: 'first' })
      await client.close()
    })

    test('answers at once who does not ask for it, and other tools however they ask', async () => {
      const client = await connect()
      const result = await client.callTool(importing(`untold-${revision}`))
      expect(result.structuredContent).toMatchObject({ result: { state: 'queued' } })
      const told: unknown[] = []
      const listed = await client.callTool(
        { name: 'list_prices', arguments: {} },
        { onprogress: (progress) => void told.push(progress) },
      )
      expect(listed.isError).not.toBe(true)
      expect(told).toEqual([])
      const { id } = (result.structuredContent as { result: { id: string } }).result
      await client.callTool({ name: 'cancel_import_prices', arguments: { key: { id } } })
      const refused = await client.callTool(importing(''), { onprogress: (progress) => void told.push(progress) })
      expect([refused.isError, told]).toEqual([true, []])
      await client.close()
    })
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
