import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectors } from '@charter/connectors'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { requireSound } from './check.ts'
import { generateService } from './generate.ts'
import { writeTree } from './generation/write-tree.ts'
import { keepLock } from './keep-lock.ts'
import { loadCharter } from './load.ts'
import { migrateProject } from './migrate.ts'
import { openPage } from './page/open-page.ts'
import { freePort, type RunningService, runService, StartFailed } from './run.ts'
import { installNodeModules } from './runtime-cache.ts'

let within: string
let running: RunningService[]
beforeEach(async () => {
  within = await mkdtemp(join(tmpdir(), 'charter-versions-'))
  running = []
})
afterEach(async () => {
  for (const service of running) await service.stop()
  await rm(within, { recursive: true, force: true })
})

const charterText = (database: string, fields: string): string => `charter: 1
name: depot
serves: [rest]
sources: { main: { own: ${database} } }
access: { roles: [keeper] }
entities:
  Item:
    key: id
    fields:
      id: { type: uuid, default: generated }
${fields}    allow: { keeper: { do: [create, read, update, list] } }
`
const first = `      name: { type: text, length: 1..80 }
      count: { type: int32 }
`
const second = `      title: { type: text, length: 1..80, was: name }
      count: { type: int64 }
      ward: { type: text, default: north }
`

const project = join('project', 'charter.yaml')

/** The source of a service for the charter as it is now, in a folder of its own, as a release would be. */
const release = async (name: string, text: string): Promise<string> => {
  await mkdir(join(within, 'project'), { recursive: true })
  await writeFile(join(within, project), text)
  const loaded = await loadCharter(join(within, project))
  const charter = requireSound(loaded)
  const folder = join(within, name)
  await writeTree(folder, (await generateService(charter, 'node', loaded)).files)
  await keepLock(charter, loaded)
  await installNodeModules(folder)
  return folder
}

interface Client {
  create(value: object): Promise<string>
  update(id: string, value: object): Promise<void>
  read(id: string): Promise<object>
}

const run = async (folder: string, databaseUrl: string): Promise<RunningService> => {
  const service = await runService({
    folder,
    port: await freePort(19_500),
    databaseUrl,
    dataFolder: join(within, 'data'),
  })
  running.push(service)
  return service
}

/** Every answer but a good one fails the test: no call may notice the migration. */
const clientOf = async ({ url, pageUrl = url }: RunningService): Promise<Client> => {
  const page = (await (
    await fetch(`${url}/_charter/page.json`, { headers: { ...(await openPage(pageUrl)) } })
  ).json()) as { roles: { token: string }[] }
  const ask = async (method: string, path: string, body?: object): Promise<{ readonly id: string }> => {
    const answer = await fetch(`${url}/api/v1/items${path}`, {
      method,
      headers: { authorization: `Bearer ${page.roles[0]?.token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const said = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${said}`)
    return JSON.parse(said)
  }
  return {
    create: async (value) => (await ask('POST', '', value)).id,
    update: async (id, value) => void (await ask('PATCH', `/${id}`, value)),
    read: (id) => ask('GET', `/${id}`),
  }
}

test.each(['sqlite', 'postgresql'])(
  'two generated versions of a service serve one %s database while it is migrated; no call fails and no write is lost',
  async (database) => {
    const connector = connectors.find(({ name }) => name === database)
    const temporary = await connector?.makeTemporary(process.env.CHARTER_TEST_POSTGRESQL ?? null)
    if (!temporary) throw new Error(`there is no ${database}`)
    try {
      const old = await release('old', charterText(database, first))
      const oldService = await run(old, temporary.url)
      const before = await clientOf(oldService)
      const written = new Map<string, object>()
      let isMigrating = true
      const write = async (): Promise<void> => {
        for (let count = 0; isMigrating; count++) {
          const id = await before.create({ name: `made ${count}`, count })
          await before.update(id, { name: `changed ${count}` })
          expect(await before.read(id)).toMatchObject({ name: `changed ${count}`, count })
          written.set(id, { title: `changed ${count}`, count, ward: 'north' })
        }
      }
      const writing = write()
      const now = await release('now', charterText(database, second))
      await expect(run(now, temporary.url)).rejects.toThrow(StartFailed)
      const migrate = async (goal: 'expand' | 'contract') =>
        migrateProject({
          loaded: await loadCharter(join(within, project)),
          databaseUrl: temporary.url,
          goal,
          drops: [],
          isDryRun: false,
          env: {},
        })
      expect(await migrate('expand')).toMatchObject({ state: 'expanded', blocked: [] })

      // Both run, on one database, and each sees what the other writes.
      const after = await clientOf(await run(now, temporary.url))
      const large = 2 ** 40
      for (let count = 0; count < 20; count++) {
        const id = await after.create({ title: `new ${count}`, count: String(count), ward: 'south' })
        expect(await before.read(id)).toMatchObject({ name: `new ${count}`, count })
        await before.update(id, { name: `renamed ${count}` })
        await after.update(id, { count: String(large) })
        written.set(id, { title: `renamed ${count}`, count: String(large), ward: 'south' })
      }
      isMigrating = false
      await writing
      await oldService.stop()
      expect(await migrate('contract')).toMatchObject({ state: 'settled', blocked: [] })
      expect(written.size).toBeGreaterThan(20)
      for (const [id, row] of written)
        expect(await after.read(id)).toMatchObject({ ...row, count: String((row as { count: unknown }).count) })
      await expect(run(old, temporary.url)).rejects.toThrow(/charter migrate/)
    } finally {
      for (const service of running.splice(0)) await service.stop()
      await temporary.remove()
    }
  },
  360_000,
)
