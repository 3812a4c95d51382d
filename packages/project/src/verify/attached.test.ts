import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDev } from '../dev.ts'
import { verify } from './verify.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'charter-attached-'))
  const database = new DatabaseSync(join(folder, 'shop.db'))
  database.exec('CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL)')
  database.exec("INSERT INTO item VALUES (1, 'lamp'), (2, 'chair')")
  database.close()
  await writeFile(
    join(folder, 'charter.yaml'),
    `charter: 1
name: shop
serves: [rest]
sources: { main: { url: 'file:shop.db', database: sqlite } }
access: { accepts: [jwt, gateway, api-key], roles: [clerk] }
entities:
  Item:
    table: item
    key: id
    fields: { id: { type: int64, default: sequence }, name: text }
    allow: { clerk: { do: [create, read, list] } }
`,
  )
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('a service on somebody else’s database is shown each wrong credential; only those that need its tables are left out', async () => {
  const report = await verify({ subject: folder, writes: false })
  expect(report.failed).toEqual([])
  const signIns = report.skipped.filter(({ id }) => id.startsWith('sign-in.'))
  expect(signIns.map(({ reason }) => reason)).toEqual(
    signIns.map(() => 'there is no api-key of ours that the service trusts'),
  )
  expect(report.passed).toBeGreaterThan(90)
})

test('what writes is left out of a service on somebody else’s database, and why is said as it is', async () => {
  const report = await verify({ subject: folder, writes: true })
  const reasons = report.skipped.filter(({ reason }) => reason.startsWith('they write')).map(({ reason }) => reason)
  expect(reasons).not.toEqual([])
  expect(new Set(reasons)).toEqual(new Set([expect.stringContaining('somebody’s, so it is only read')]))
})

test('a value that its type cannot say fails by its name, and the others are compared', async () => {
  const place = await mkdtemp(join(tmpdir(), 'charter-attached-'))
  const database = new DatabaseSync(join(place, 'shop.db'))
  database.exec('CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL, day DATE, seen DATETIME)')
  database.exec("INSERT INTO item VALUES (1, 'lamp', '2026-02-30', 'soon'), (2, 'chair', '2026-02-28', NULL)")
  database.close()
  const written = await readFile(join(folder, 'charter.yaml'), 'utf8')
  await writeFile(
    join(place, 'charter.yaml'),
    written.replace(
      'name: text',
      'name: text, day: { type: date, optional: true }, seen: { type: dateTime, optional: true }',
    ),
  )
  const { failed } = await verify({ subject: place, writes: false }).finally(() => rm(place, { recursive: true }))
  const values = failed.find(({ id }) => id === 'Item.values.day')
  expect(values?.mismatches[0]?.actual).toMatch(/^day of the Item with id 1 is no date/)
  const ids = failed.map(({ id }) => id)
  expect([ids.includes('Item.values.seen'), ids.includes('Item.rows')]).toEqual([true, false])
})

test('what waits in a database of somebody else’s is not taken up by a service that is verified, or tried on it', async () => {
  const place = await mkdtemp(join(tmpdir(), 'charter-attached-'))
  const path = join(place, 'shop.db')
  const database = new DatabaseSync(path)
  database.exec('CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL)')
  const written = await readFile(join(folder, 'charter.yaml'), 'utf8')
  const more = `operations: { count: { mode: job } }\npolicies: 'permit(principal in Role::"clerk", action == Action::"count", resource);'\n`
  await writeFile(join(place, 'charter.yaml'), `${written.replace('access:', 'state: source\naccess:')}${more}`)
  expect((await verify({ subject: place, writes: false, mayCreate: true })).failed).toEqual([])
  const waiting = () => database.prepare('SELECT id, due_ms, taken FROM _charter_work').all()
  database.exec("INSERT INTO _charter_work VALUES ('w1', 'count', 'sealed', 5, NULL, 0)")
  expect((await verify({ subject: place, writes: false })).failed).toEqual([])
  const dev = await startDev({ file: place, port: 0, isLive: true, onReload: () => {} })
  await dev.close()
  expect(waiting()).toEqual([{ id: 'w1', due_ms: 5, taken: 0 }])
  database.close()
  await rm(place, { recursive: true, force: true })
}, 180_000)
