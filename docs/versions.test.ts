import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  freePort,
  generateService,
  installNodeModules,
  keepLock,
  loadCharter,
  mintTokens,
  prepareProject,
  type RunningService,
  requireSound,
  runService,
  writeTree,
} from '@charter/project'
import { migrateProject } from '@charter/project/migrate'
import { afterAll, expect, test } from 'vitest'

const page = readFileSync(new URL('versions.md', import.meta.url), 'utf8')
const [older = '', newer = ''] = [...page.matchAll(/^```yaml\n([\s\S]*?)^```/gm)].map(([, text]) => text)

const within = mkdtempSync(join(tmpdir(), 'charter-versions-page-'))
const project = join(within, 'project')
const databaseUrl = `file:${join(within, 'depot.db')}`
const running: RunningService[] = []
afterAll(async () => {
  for (const service of running) await service.stop()
  rmSync(within, { recursive: true })
})

const release = async (name: string, text: string): Promise<string> => {
  mkdirSync(project, { recursive: true })
  writeFileSync(join(project, 'charter.yaml'), text)
  const loaded = await loadCharter(project)
  const charter = requireSound(loaded)
  const folder = join(within, name)
  await writeTree(folder, (await generateService(charter, 'node', loaded)).files)
  await keepLock(charter, loaded)
  await installNodeModules(folder)
  return folder
}

const start = async (folder: string): Promise<RunningService> => {
  const dataFolder = join(project, '.charter', 'data')
  const service = await runService({ folder, port: await freePort(19_700), databaseUrl, dataFolder })
  running.push(service)
  return service
}

test('the page’s two versions answer at once over one database, and the older says until when', async () => {
  const oldFolder = await release('v1', older)
  const prepared = await prepareProject({ input: project, within, onStep: () => {} })
  const { keeper } = await mintTokens(prepared)
  const one = await start(oldFolder)
  const newFolder = await release('v2', newer)
  const migrate = async (goal: 'expand' | 'contract') =>
    migrateProject({ loaded: await loadCharter(project), databaseUrl, goal, drops: [], isDryRun: false, env: {} })
  expect(await migrate('expand')).toMatchObject({ state: 'expanded', blocked: [] })
  const two = await start(newFolder)
  const ask = (service: RunningService, method: string, path: string, body?: object) =>
    fetch(`${service.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${keeper}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
  const made = await ask(two, 'POST', '/api/v2/items', { title: 'a bed', count: '3' })
  expect([made.status, made.headers.has('deprecation')]).toEqual([201, false])
  const { id } = (await made.json()) as { id: string }
  const seen = await ask(one, 'GET', `/api/v1/items/${id}`)
  expect(await seen.json()).toMatchObject({ name: 'a bed', count: 3 })
  expect(seen.headers.get('deprecation')).toBe(`@${Date.parse('2026-05-01T00:00:00Z') / 1000}`)
  expect(seen.headers.get('sunset')).toBe('Sun, 01 Nov 2026 00:00:00 GMT')
  expect((await ask(one, 'PATCH', `/api/v1/items/${id}`, { name: 'a chair' })).status).toBe(200)
  expect(await (await ask(two, 'GET', `/api/v2/items/${id}`)).json()).toMatchObject({ title: 'a chair', ward: 'north' })
  expect((await ask(two, 'GET', '/api/v1/items')).status).toBe(404)
  await ask(two, 'PATCH', `/api/v2/items/${id}`, { count: String(2 ** 40) })
  expect(await (await ask(one, 'GET', `/api/v1/items/${id}`)).json()).toMatchObject({ count: null })
  await one.stop()
  expect(await migrate('contract')).toMatchObject({ state: 'settled', blocked: [] })
  expect((await ask(two, 'GET', `/api/v2/items/${id}`)).status).toBe(200)
}, 180_000)
