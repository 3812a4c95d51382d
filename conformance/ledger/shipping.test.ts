import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signingKeyFile } from '@charter/runtime/service'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { cuttingProxy } from '../../packages/ledger/src/testing/cutting-proxy.ts'
import { heldOf, origin, serveTest, testLedger } from '../../packages/ledger/src/testing/served-ledger.ts'
import { type Signer, signer } from '../../packages/service/src/testing/sign-in.ts'
import { generatedIn, inProcess, type Start } from './services.ts'

/** Services, in process and generated, send their record to a real ledger. */
let keys: Signer
let within: string
let generated: Start

beforeAll(async () => {
  keys = await signer()
  within = await mkdtemp(join(tmpdir(), 'charter-shipping-'))
  generated = await generatedIn(within)
})
afterAll(async () => {
  await keys.close()
  await rm(within, { recursive: true, force: true })
})

const replica = 'clinic-1'

/** A ledger that knows the replica, and the folder and environment that a service of it starts with. */
const arranged = async (more: Readonly<Record<string, string>> = {}) => {
  const data = await mkdtemp(join(within, 'data-'))
  await mkdir(join(data, 'keys'))
  const { privateKey } = await signingKeyFile(join(data, 'keys', 'audit.pem'))
  const tested = await testLedger()
  const replicas = new Map([[replica, privateKey]])
  const serve = (port = 0) => serveTest(tested, replicas, { port })
  const served = await serve()
  const env = (url: string) => ({
    HOSTNAME: replica,
    JWT_ISSUER: 'https://id.example',
    JWKS_URL: keys.url,
    LEDGER_URL: url,
    LEDGER_ORIGIN: origin,
    METRICS_TOKEN: metricsToken,
    ...more,
  })
  return { data, tested, serve, served, url: served.server.url, port: Number(new URL(served.server.url).port), env }
}

const metricsToken = 'a token of twenty characters'

const calling = (url: string) => {
  const iat = Math.floor(Date.now() / 1000)
  const claims = {
    iss: 'https://id.example',
    aud: 'clinic',
    sub: 'c1',
    iat,
    exp: iat + 600,
    roles: ['clinician'],
    ward: 'north',
  }
  const authorization = `Bearer ${keys.token(claims, { typ: 'at+jwt' })}`
  const body = JSON.stringify({ name: 'Ada', birthDate: '1990-01-01', ward: 'north' })
  return {
    create: () =>
      fetch(`${url}/api/patients`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body,
      }),
    list: () => fetch(`${url}/api/patients`, { headers: { authorization } }),
    /** A read that shows nothing protected, and so need not be on record before it is answered. */
    read: () => fetch(`${url}/api/prescriptions`, { headers: { authorization } }),
    ready: async () => (await fetch(`${url}/readyz`)).status,
    unshipped: async () => {
      const metrics = await (
        await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })
      ).text()
      return Number(/^ledger_unshipped_bytes (\d+)$/m.exec(metrics)?.[1])
    },
  }
}

const times = async (count: number, ask: () => Promise<Response>): Promise<readonly number[]> => {
  const statuses: number[] = []
  for (let at = 0; at < count; at++) {
    const answer = await ask()
    await answer.text()
    statuses.push(answer.status)
  }
  return statuses
}

const within30s = { timeout: 30_000, interval: 20 }

const starts: readonly (readonly [string, () => Start])[] = [
  ['in process', () => inProcess],
  ['generated', () => generated],
]

test.each(starts)(
  'calls of a service %s are in the ledger once each, though answers are lost on their way',
  async (_, start) => {
    const { data, tested, served, url, env } = await arranged()
    let posts = 0
    const proxy = await cuttingProxy(url, (method) => method === 'POST' && posts++ === 0)
    const service = await start()(data, env(proxy.url))
    const clinic = calling(service.url)
    expect(await times(20, clinic.create)).toEqual(Array(20).fill(201))
    expect(await times(3, clinic.list)).toEqual(Array(3).fill(200))
    await vi.waitFor(async () => {
      expect(served.ledger.sources.lastEpochOf(replica)).toBe(1)
      expect(await clinic.unshipped()).toBe(0)
    }, within30s)
    expect(proxy.cuts).toBe(1)
    expect(await times(1, clinic.create)).toEqual([201])
    await service.close()
    await served.close()
    const held = await heldOf(tested, served.ledger, replica)
    expect(held.map(({ entry }) => entry.operation).sort()).toEqual([
      ...Array<string>(21).fill('Patient.create'),
      ...Array<string>(3).fill('Patient.list'),
    ])
    expect(new Set(held.map(({ entry }) => entry.id)).size).toBe(24)
    expect(tested.alarms).toEqual([])
    expect(await readFile(join(data, 'keys', 'audit.pub.pem'), 'utf8')).toMatch(/^-----BEGIN PUBLIC KEY-----/)
  },
)

test.each(starts)(
  'while the ledger is away a service %s goes on, also over a restart, and all of it arrives',
  async (_, start) => {
    const { data, tested, serve, served, url, port, env } = await arranged()
    await served.close()
    const first = await start()(data, env(url))
    expect(await times(10, calling(first.url).create)).toEqual(Array(10).fill(201))
    expect(await calling(first.url).ready()).toBe(200)
    await first.close()
    const again = await start()(data, env(url))
    const clinic = calling(again.url)
    expect(await times(10, clinic.create)).toEqual(Array(10).fill(201))
    expect(await clinic.unshipped()).toBeGreaterThan(10 * 300)
    const back = await serve(port)
    await vi.waitFor(async () => expect(await clinic.unshipped()).toBe(0), within30s)
    await again.close()
    await back.close()
    const held = await heldOf(tested, back.ledger, replica)
    expect(held.map(({ epoch }) => epoch)).toEqual([...Array<number>(10).fill(1), ...Array<number>(10).fill(2)])
    expect(tested.alarms).toEqual([])
  },
)

test.each(starts)(
  'a service %s refuses writes while too much waits for the ledger, and not a moment longer',
  async (_, start) => {
    const { data, tested, serve, served, url, port, env } = await arranged({ LEDGER_SPOOL_BYTES_MAX: '65536' })
    await served.close()
    const service = await start()(data, env(url))
    const clinic = calling(service.url)
    let created = 0
    let refused: Response | null = null
    await vi.waitFor(async () => {
      for (let at = 0; at < 40 && !refused; at++) {
        const answer = await clinic.create()
        if (answer.status === 503) refused = answer
        else created++
        await answer.arrayBuffer()
      }
      expect(refused?.headers.get('retry-after')).toBe('30')
    }, within30s)
    expect(await times(1, clinic.read)).toEqual([200])
    expect(await clinic.ready()).toBe(503)
    expect(await clinic.unshipped()).toBeGreaterThan(65_536)
    const back = await serve(port)
    await vi.waitFor(async () => expect(await clinic.ready()).toBe(200), within30s)
    expect(await times(1, clinic.create)).toEqual([201])
    await service.close()
    await back.close()
    const held = await heldOf(tested, back.ledger, replica)
    const done = held.filter(({ entry }) => entry.operation === 'Patient.create' && entry.outcome === 'ok')
    expect(done.length).toBe(created + 1)
    expect(tested.alarms).toEqual([])
  },
)
