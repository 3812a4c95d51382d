import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { connectors } from '@charter/connectors'
import { expect, test, vi } from 'vitest'
import { requireSound } from './check.ts'
import { generateService } from './generate.ts'
import { writeTree } from './generation/write-tree.ts'
import { loadCharter } from './load.ts'
import { openPage } from './page/open-page.ts'
import { freePort, runService } from './run.ts'
import { installNodeModules } from './runtime-cache.ts'

const charterText = (database: string, url: string): string => `charter: 1
name: shop
serves: [rest]
sources: { main: { url: ${JSON.stringify(url)}, database: ${database} } }
state: source
access: { roles: [clerk] }
entities:
  Price:
    key: sku
    fields: { sku: { type: text, length: 1..40 }, cents: { type: int32, min: 0 } }
    allow: { clerk: { do: [create, read, list] } }
operations:
  importPrices: { mode: job, input: { upTo: { type: int32, min: 1 } }, result: int32 }
policies: |
  permit(principal in Role::"clerk", action == Action::"importPrices", resource);
`

const body = `import type { ImportPricesBody } from './bodies.ts'

export const importPrices: ImportPricesBody = async ({ value }, { step }) => {
  for (let at = 1; at <= value.upTo; at++)
    await step(\`row \${at}\`, ({ rows }) => rows.create('Price', { sku: \`s\${at}\`, cents: at }))
  return value.upTo
}
`

/** What whoever owns the database made in it before there was a service. */
const makeTable = async (database: string, url: string): Promise<void> => {
  const [connector, apart] = [database, 'sqlite'].map((name) => connectors.find((each) => each.name === name))
  const state = await apart?.openState(':memory:')
  const opened = await connector?.open(url, {
    isReadOnly: false,
    schema: null,
    statementTimeoutMs: 10_000,
    ...(state && { state }),
  })
  await opened?.database.transaction((on) =>
    on.run('CREATE TABLE price (sku varchar(40) NOT NULL PRIMARY KEY, cents integer NOT NULL)', []),
  )
  await opened?.close()
}

test.each(['sqlite', 'postgresql', 'mariadb'])(
  'a generated service has jobs over a %s database of somebody else’s, once it may make their tables',
  async (database) => {
    const within = await mkdtemp(join(tmpdir(), 'charter-attached-jobs-'))
    const connector = connectors.find(({ name }) => name === database)
    const made = await connector?.makeTemporary(process.env[`CHARTER_TEST_${database.toUpperCase()}`] ?? null)
    if (!made) throw new Error(`there is no ${database}`)
    await makeTable(database, made.url)
    await writeFile(join(within, 'charter.yaml'), charterText(database, made.url))
    const loaded = await loadCharter(within)
    const folder = join(within, 'service')
    await writeTree(folder, (await generateService(requireSound(loaded), 'node', loaded)).files)
    await writeFile(join(folder, 'src', 'operations', 'import-prices.ts'), body)
    await installNodeModules(folder, { withTools: true })
    for (const [tool, ...given] of [['tsc'], ['biome', 'check', '.']] as const)
      await promisify(execFile)(join(folder, 'node_modules', '.bin', tool), given, { cwd: folder })
    const started = async (mayCreate: boolean) =>
      runService({ folder, port: await freePort(19_700), dataFolder: join(within, 'data'), mayCreate })
    await expect(started(false)).rejects.toThrow(/--allow-ddl/)
    await (await started(true)).stop()
    const service = await started(false)
    try {
      const { url, pageUrl = url } = service
      const page = await fetch(`${url}/_charter/page.json`, { headers: { ...(await openPage(pageUrl)) } })
      const { roles } = (await page.json()) as { roles: { token: string }[] }
      const headers = { authorization: `Bearer ${roles[0]?.token}`, 'content-type': 'application/json' }
      const ask = async (path: string, more: RequestInit = {}) => fetch(`${url}${path}`, { headers, ...more })
      const answer = await ask('/api/v1/import-prices', { method: 'POST', body: '{"upTo":3}' })
      expect(answer.status).toBe(202)
      const run = answer.headers.get('location') ?? ''
      await vi.waitFor(
        async () => expect(await (await ask(run)).json()).toMatchObject({ state: 'done', result: 3, step: 'row 3' }),
        { timeout: 20_000, interval: 50 },
      )
      const listed = (await (await ask('/api/v1/prices')).json()) as { items: { sku: string }[] }
      expect(listed.items.map(({ sku }) => sku)).toEqual(['s1', 's2', 's3'])
    } finally {
      await service.stop()
      await made.remove()
      await rm(within, { recursive: true, force: true })
    }
  },
  240_000,
)
