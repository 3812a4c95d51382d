import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, test, vi } from 'vitest'
import { explain } from './explain.ts'
import { loadCharter, NoCharter } from './load.ts'
import { fillDatabase, prepareProject } from './prepare.ts'
import { Refused } from './refused.ts'

const within = mkdtempSync(join(tmpdir(), 'charter-prepare-'))
afterAll(() => rmSync(within, { recursive: true }))

test('words become a project; a second start keeps what is there, and what a person changed', async () => {
  const words = 'a library with members, books and loans'
  const first = await prepareProject({ input: words, within })
  expect(first.origin).toBe('drafted')
  expect(first.samples).toBeGreaterThan(10)
  expect(first.report).toMatchObject({ kept: [], merged: [], conflicts: [] })
  const routes = join(first.folder, 'src', 'routes.ts')
  appendFileSync(routes, '// mine\n')
  const second = await prepareProject({ input: words, within })
  expect(second).toMatchObject({
    origin: 'kept',
    samples: 0,
    report: { written: [], kept: [], merged: [], removed: [] },
  })
  expect(readFileSync(routes, 'utf8')).toMatch(/\/\/ mine\n$/)
}, 360_000)

test('what is to be served anywhere gets no row that nobody gave it, wherever its rows are to be', async () => {
  const folder = join(within, 'served')
  const document = `charter: 1
name: served
serves: [rest]
sources: { main: { own: sqlite } }
access: { accepts: [jwt], roles: [clerk] }
entities:
  Note:
    key: id
    fields: { id: { type: uuid, default: generated }, text: { type: text, length: 1..40 } }
    allow: { clerk: { do: [read, list] } }
`
  mkdirSync(folder)
  writeFileSync(join(folder, 'charter.yaml'), document)
  const served = await prepareProject({ input: folder, within, purpose: 'serve' })
  expect(served.samples).toBe(0)
  vi.stubEnv('DATABASE_URL', `file:${join(within, 'mine.db')}`)
  vi.stubEnv('CHARTER_DATA', join(within, 'data'))
  expect(await prepareProject({ input: folder, within, purpose: 'serve' })).toMatchObject({
    samples: 0,
    databaseUrl: `file:${join(within, 'mine.db')}`,
    dataFolder: join(within, 'data'),
  })
  vi.unstubAllEnvs()
  expect(existsSync(join(within, 'mine.db'))).toBe(false)
  expect(await fillDatabase(served.derived, `file:${join(within, 'mine.db')}`, served.dataFolder)).toBe(0)
  expect((await prepareProject({ input: folder, within })).samples).toBe(12)
}, 360_000)

test('a SQLite file becomes a project whose rows stay where they are', async () => {
  const file = join(within, 'Shop Orders.db')
  const database = new DatabaseSync(file)
  database.exec(
    "CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT NOT NULL); INSERT INTO customer VALUES (1, 'Ada')",
  )
  database.close()
  const before = readFileSync(file)
  const prepared = await prepareProject({ input: file, within })
  expect(prepared.origin).toBe('introspected')
  expect(prepared.derived.model.entities.map(({ name }) => name)).toEqual(['Customer'])
  expect(prepared.folder).toBe(join(within, 'shop-orders'))
  expect([prepared.samples, readFileSync(file).equals(before)]).toEqual([0, true])
}, 360_000)

test('a path that is not there is not taken for words; a charter with mistakes is refused with all of them', async () => {
  await expect(prepareProject({ input: 'clinic.yaml', within })).rejects.toBeInstanceOf(NoCharter)
  await expect(prepareProject({ input: join(within, 'nothing.db'), within })).rejects.toBeInstanceOf(NoCharter)
  const broken = join(within, 'broken.yaml')
  appendFileSync(
    broken,
    'charter: 1\nname: broken\nentities:\n  A:\n    fields: { id: { type: uid }, b: { type: txt } }\n',
  )
  const refusal = await prepareProject({ input: broken, within }).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(Refused)
  expect((refusal as Refused).diagnostics.length).toBeGreaterThan(1)
})

test('explain says what decides, the SQL with its WHERE, what is masked and what goes on record', async () => {
  const loaded = await loadCharter(join(import.meta.dirname, '..', '..', 'charter', 'examples', 'clinic.yaml'))
  if (!loaded.charter) throw new Error('the example is not sound')
  const clinician = await explain(loaded.charter, 'GET /api/patients', ['clinician'])
  expect(clinician).toMatchObject({
    operation: 'Patient.list',
    isAllowed: true,
    audit: { operation: 'Patient.list', outcome: 'ok' },
  })
  expect(clinician.sql.join('\n')).toMatch(/WHERE .*"ward"/)
  expect(clinician.rules[0]).toMatchObject({ effect: 'permit', line: expect.any(Number) })
  const pharmacist = await explain(loaded.charter, 'GET /api/patients/1', ['pharmacist'])
  expect(pharmacist.masked.map(({ field }) => field)).toEqual(['ssn'])
  const auditor = await explain(loaded.charter, 'GET /api/patients', ['auditor'])
  expect([auditor.isAllowed, auditor.rules[0]?.effect, auditor.sql]).toEqual([false, 'nearest', []])
  await expect(explain(loaded.charter, 'GET /api/nothing', ['auditor'])).rejects.toThrow('There is no GET /api/nothing')
})

test('a folder of a generated service whose charter lies elsewhere is told from one where there is none yet', async () => {
  const folder = join(within, 'generated')
  mkdirSync(join(folder, '.charter'), { recursive: true })
  await expect(loadCharter(folder)).rejects.toThrow(
    /^The folder ".*" holds no charter\.yaml\. Make one with: cd .* && charter init/,
  )
  writeFileSync(join(folder, '.charter', 'manifest.json'), '{}')
  await expect(loadCharter(folder)).rejects.toThrow(
    /holds a generated service .* lies elsewhere\. Name that one, with --charter/,
  )
})
