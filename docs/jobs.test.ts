import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectors } from '@charter/connectors'
import {
  generatedTarget,
  generateService,
  installNodeModules,
  loadCharter,
  requireSound,
  runScenarios,
  type Scenario,
  seedRows,
  writeTree,
} from '@charter/project'
import { derive } from '@charter/service'
import { afterAll, beforeAll, expect, test } from 'vitest'

const page = readFileSync(new URL('jobs.md', import.meta.url), 'utf8')
const blocks = (language: string): readonly string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, text = '']) => text)
const [charter = ''] = blocks('yaml')
const [importing = '', tidying = ''] = blocks('ts')

let folder: string
let loaded: Awaited<ReturnType<typeof loadCharter>>
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'charter-jobs-page-'))
  writeFileSync(join(folder, 'charter.yaml'), charter)
  loaded = await loadCharter(folder)
  await writeTree(folder, (await generateService(requireSound(loaded), 'node', loaded)).files)
  put('src/operations/import-prices.ts', importing)
  put('src/operations/tidy-prices.ts', tidying)
})
afterAll(() => rmSync(folder, { recursive: true }))

/** What a person does: keeps the imports of types, and writes below them. */
const put = (path: string, text: string): void => {
  const imports = readFileSync(join(folder, path), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('import type'))
  writeFileSync(join(folder, path), [...imports, '', text].join('\n'))
}

test('the bodies on the page are of the types that the charter gives them', async () => {
  await installNodeModules(folder, { withTools: true })
  const { stdout } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '--noEmit'], {
    cwd: folder,
    encoding: 'utf8',
  })
  expect(stdout).toBe('')
}, 120_000)

test('a run of the page’s job keeps what another service gives, and fails by name where that has nothing', async () => {
  const other = createServer(({ url }, response) => {
    response.statusCode = url === '/list' ? 200 : 404
    response.end(JSON.stringify(Array.from({ length: 250 }, (_, at) => ({ sku: `s${at}`, cents: at }))))
  })
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const at = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
  const derived = derive(requireSound(loaded), connectors)
  const service = await generatedTarget(folder, derived, seedRows(derived.model))
  const scenario = (id: string, list: string, body: object): Scenario => ({
    id,
    title: id,
    cites: ['jobs'],
    rows: 'none',
    writes: true,
    steps: [
      {
        as: 'clerk',
        method: 'POST',
        path: '/api/v1/import-prices',
        body: { list: `${at}${list}` },
        expect: { status: 202 },
        save: { at: 'header:location' },
      },
      {
        as: 'clerk',
        method: 'GET',
        path: '{{at}}',
        withinMs: 20_000,
        expect: { status: 200, body: [{ at: '', holds: body as never }] },
      },
    ],
  })
  try {
    const lines = ['100 of 250', '200 of 250', '250 of 250']
    const report = await runScenarios(
      service,
      [
        scenario('kept', '/list', { state: 'done', result: { kept: 250 }, percent: 100, lines }),
        scenario('nothing', '/nothing', {
          state: 'failed',
          problem: { code: 'no-such-list', detail: `There is nothing at ${at}/nothing.` },
        }),
      ],
      { writes: true },
    )
    expect(report.failed).toEqual([])
    expect(report.passed).toBe(2)
  } finally {
    await service.close()
    other.close()
  }
}, 120_000)
