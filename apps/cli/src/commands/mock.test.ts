import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'

const require = createRequire(import.meta.url)
const clinic = join(dirname(require.resolve('@charter/charter')), '..', 'examples', 'clinic.yaml')
const cli = new URL('../main.ts', import.meta.url).pathname

let running: ReturnType<typeof spawn> | null = null
afterEach(async () => {
  if (!running) return
  running.kill('SIGTERM')
  await once(running, 'exit')
})

const start = async (...options: string[]) => {
  running = spawn(process.execPath, [cli, 'mock', clinic, '--port', '8700', '--json', ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  for await (const chunk of running.stdout ?? []) {
    said += String(chunk)
    try {
      return JSON.parse(said) as { url: string; tokens: Record<string, string> }
    } catch {
      // Not the whole of it yet.
    }
  }
  throw new Error(said)
}

test('a mock answers with made-up rows under the rules of the charter, and custom operations with an example', async () => {
  const { url, tokens } = await start('--rows', '30')
  const ask = async (path: string, role: string | null, init: RequestInit = {}) => {
    const headers = {
      ...(role !== null && { authorization: `Bearer ${tokens[role]}` }),
      'content-type': 'application/json',
    }
    const answer = await fetch(`${url}${path}`, { ...init, headers })
    return { status: answer.status, body: (await answer.json()) as { items?: { id: string }[]; id?: string } }
  }
  const listed = await ask('/api/patients?limit=100', 'clinician')
  expect([listed.status, (listed.body.items?.length ?? 0) > 1]).toEqual([200, true])
  expect((await ask('/api/patients', 'pharmacist')).status).toBe(403)
  expect((await ask('/api/patients', null)).status).toBe(401)
  const id = listed.body.items?.[0]?.id ?? ''
  const at = JSON.stringify({ at: '2026-01-01T00:00:00Z' })
  const discharged = await ask(`/api/patients/${id}/discharge`, 'clinician', { method: 'POST', body: at })
  expect([discharged.status, discharged.body.id]).toEqual([200, id])
}, 30_000)

test('with --as, who shows no token is of that role', async () => {
  const { url } = await start('--as', 'clinician')
  expect((await fetch(`${url}/api/patients`)).status).toBe(200)
}, 30_000)
