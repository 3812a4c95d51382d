import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPage } from '@charter/project'
import { afterAll, expect, test, vi } from 'vitest'
import { type RunningCommand, type RunOptions, startCharter } from './testing/charter.ts'

const folder = mkdtempSync(join(tmpdir(), 'charter-start-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Ready {
  readonly service: string
  readonly docs: string
  readonly openapi: string
  readonly charter: string
  readonly tokens: Readonly<Record<string, string>>
}

const start = async (
  args: readonly string[],
  options: RunOptions = {},
): Promise<{ running: RunningCommand; ready: Ready }> => {
  const running = startCharter(['start', '--json', ...args], { cwd: folder, ...options })
  const died = running.ended.then(({ status, err }) => {
    throw new Error(`start ended with ${status}: ${err}`)
  })
  died.catch(() => {})
  await Promise.race([died, vi.waitFor(() => expect(running.out()).toContain('\n'), { timeout: 90_000, interval: 50 })])
  return { running, ready: JSON.parse(running.out()) as Ready }
}

const get = (url: string, token?: string): Promise<Response> =>
  fetch(url, { signal: AbortSignal.timeout(10_000), ...(token && { headers: { authorization: `Bearer ${token}` } }) })

test('start prints one line when ready, serves, answers each role by its rule, and stops on SIGTERM', async () => {
  const { running, ready } = await start([])
  expect(Object.keys(ready)).toEqual(['service', 'docs', 'openapi', 'grpc', 'charter', 'tokens'])
  expect(running.out().trimEnd().split('\n')).toHaveLength(1)
  const page = await fetch(`${ready.service}/`, { headers: { ...(await openPage(ready.docs)) } })
  expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringMatching(/html/)])
  // An address opens the page once.
  expect(await openPage(ready.docs)).toBeNull()
  expect((await get(`${ready.service}/_charter/page.json`)).status).toBe(401)
  const openapi = (await (await get(ready.openapi)).json()) as {
    paths: Record<string, unknown>
    servers?: readonly { readonly url: string }[]
  }
  const path = Object.keys(openapi.paths).find((each) => each.endsWith('/patients')) ?? ''
  const base = openapi.servers?.[0]?.url ?? ''
  const statuses = await Promise.all(
    [undefined, ...Object.values(ready.tokens)].map(
      async (token) => (await get(new URL(`${base}${path}`, ready.service).href, token)).status,
    ),
  )
  expect(statuses[0]).toBe(401)
  expect(new Set(statuses.slice(1))).toEqual(new Set([200, 403]))
  running.process.kill('SIGTERM')
  expect(await running.ended).toMatchObject({ status: 0 })
  await expect(get(ready.docs)).rejects.toThrow()
}, 360_000)

test('a taken port is passed over for the next', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => taken.once('listening', resolve))
  const { port } = taken.address() as { port: number }
  const { running, ready } = await start(['--port', String(port)])
  expect(Number(new URL(ready.service).port)).toBeGreaterThan(port)
  expect(await openPage(ready.docs)).not.toBeNull()
  running.process.kill('SIGINT')
  expect((await running.ended).status).toBe(0)
  taken.close()
}, 360_000)

/** A network namespace of its own, with nothing but loopback in it: where that is allowed. */
const withoutNetwork = ['unshare', '-rn', 'sh', '-c', 'ip link set lo up 2>/dev/null; exec "$@"', 'sh']
const canUnshare = spawnSync('unshare', ['-rn', 'sh', '-c', 'ip link set lo up']).status === 0
const poisoned = Object.fromEntries(
  [
    'http_proxy',
    'https_proxy',
    'HTTP_PROXY',
    'HTTPS_PROXY',
    'npm_config_proxy',
    'npm_config_https_proxy',
    'npm_config_registry',
  ].map((name) => [name, 'http://127.0.0.1:9']),
)

test(`after the first start it works with the network off (${canUnshare ? 'a network namespace of its own' : 'a proxy that leads nowhere'})`, async () => {
  const { running } = await start(
    ['a library with members, books and loans'],
    canUnshare ? { under: withoutNetwork } : { env: { ...poisoned, npm_config_offline: 'true' } },
  )
  running.process.kill('SIGTERM')
  expect((await running.ended).status).toBe(0)
}, 360_000)
