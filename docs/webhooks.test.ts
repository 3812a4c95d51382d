import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  freePort,
  generateService,
  installNodeModules,
  loadCharter,
  mintTokens,
  prepareProject,
  type RunningService,
  requireSound,
  runService,
  writeTree,
} from '@charter/project'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

const page = readFileSync(new URL('webhooks.md', import.meta.url), 'utf8')
const block = (language: string): string =>
  new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\``, 'm').exec(page)?.[1] ?? ''

let folder: string
let service: RunningService
let tokens: Readonly<Record<string, string>>
let receiver: ChildProcess | undefined
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'charter-webhooks-page-'))
  writeFileSync(join(folder, 'charter.yaml'), block('yaml'))
  writeFileSync(join(folder, 'receiver.mjs'), block('js'))
  const prepared = await prepareProject({ input: folder, within: folder, onStep: () => {} })
  tokens = await mintTokens(prepared)
  const loaded = await loadCharter(folder)
  await writeTree(folder, (await generateService(requireSound(loaded), 'node', loaded)).files)
  await installNodeModules(folder)
  service = await runService({ folder, port: await freePort(21_400), env: { WEBHOOKS_TO: '127.0.0.1' } })
}, 180_000)
afterAll(async () => {
  receiver?.kill()
  await service.stop()
  rmSync(folder, { recursive: true })
})

const ask = async (role: string, path: string, body?: object): Promise<Record<string, unknown>> => {
  const response = await fetch(`${service.url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${tokens[role]}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as Record<string, unknown>
}

test('the page’s receiver takes what the page’s service tells, and nothing that somebody else made up', async () => {
  const port = await freePort(21_500)
  const url = `http://127.0.0.1:${port}/`
  const { id, subscriber } = await ask('partner', '/api/v1/webhooks', { url, entities: ['Order'] })
  const { secret } = await ask('partner', `/api/v1/webhooks/${id}/show-webhook-secret`, {})
  receiver = spawn(process.execPath, ['receiver.mjs'], {
    cwd: folder,
    env: { SECRET: String(secret), PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  receiver.stdout?.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  const forged = await vi.waitFor(
    () =>
      fetch(url, {
        method: 'POST',
        headers: {
          'webhook-id': '1',
          'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
          'webhook-signature': 'v1,AAAA',
        },
        body: '{}',
      }),
    10_000,
  )
  expect(forged.status).toBe(401)
  await ask('clerk', '/api/v1/orders', { customer: 'somebody else', cents: 5 })
  await ask('clerk', '/api/v1/orders', { customer: subscriber, cents: 1200 })
  const done = await vi.waitFor(async () => {
    const { items } = await ask('partner', '/api/v1/webhook-delivery-jobs?filter[state]=done')
    const [first, ...more] = items as readonly Record<string, unknown>[]
    expect([first?.state, more]).toEqual(['done', []])
    return first
  }, 20_000)
  expect(said).toBe(`Order.created ${done?.id}\n`)
}, 60_000)
