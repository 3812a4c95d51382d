import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { connectors } from '@charter/connectors'
import { derive } from '@charter/service'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { requireSound } from './check.ts'
import { type Dev, type Reloaded, startDev } from './dev.ts'
import { loadCharter } from './load.ts'
import { openPage } from './page/open-page.ts'
import { Refused } from './refused.ts'
import { freePort } from './run.ts'
import { mintTokens } from './start.ts'

let folder: string
let file: string
let dev: Dev
let opened: Awaited<ReturnType<typeof openPage>>
let seen: (Reloaded | Refused)[]

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'charter-dev-test-'))
  file = join(folder, 'charter.yaml')
  cpSync(join(import.meta.dirname, '..', '..', 'charter', 'examples', 'clinic.yaml'), file)
  seen = []
  opened = null
  dev = await startDev({ file, port: await freePort(18_080), onReload: (reloaded) => seen.push(reloaded) })
})
afterEach(async () => {
  await dev.close()
  rmSync(folder, { recursive: true })
})

const save = async (from: string, to: string): Promise<Reloaded | Refused> => {
  const count = seen.length
  writeFileSync(file, readFileSync(file, 'utf8').replace(from, to))
  await vi.waitFor(() => expect(seen.length).toBe(count + 1), { timeout: 10_000, interval: 10 })
  return seen.at(-1) as Reloaded | Refused
}
const clinician = async () => {
  opened ??= await openPage(dev.pageUrl)
  const page = (await (await fetch(`${dev.url}/_charter/page.json`, { headers: { ...opened } })).json()) as {
    roles: { name: string; token: string; claims: { ward: string } }[]
  }
  const role = page.roles.find(({ name }) => name === 'clinician')
  if (!role) throw new Error('there is no clinician')
  return role
}
const asked = async (method: string, path: string, body?: unknown): Promise<Response> => {
  const { token } = await clinician()
  return fetch(`${dev.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(5000),
  })
}
const status = async (path: string): Promise<number> =>
  (await fetch(`${dev.url}${path}`, { signal: AbortSignal.timeout(5000) })).status

test('a save is served at the same address; the database keeps its rows through changes of its structure', async () => {
  expect(await status('/api/patients')).toBe(401)
  const body = { name: 'Ada Okafor', birthDate: '1980-02-03', ward: (await clinician()).claims.ward }
  const made = await asked('POST', '/api/patients', body)
  expect(made.status).toBe(201)
  const { id } = (await made.json()) as { id: string }
  expect(await save('base: /api', 'base: /v2')).toMatchObject({ database: 'kept' })
  expect([await status('/v2/patients'), await status('/api/patients')]).toEqual([401, 404])
  expect(
    await save(
      '      ward: { type: text, length: 1..40 }\n',
      '      ward: { type: text, length: 1..40 }\n      room: { type: text, optional: true }\n',
    ),
  ).toMatchObject({ database: 'migrated' })
  expect(await (await asked('GET', `/v2/patients/${id}`)).json()).toMatchObject({ ...body, room: null })
  const another = await save('room: { type: text', 'room: { type: bytes')
  expect(another).toMatchObject({ database: 'new', why: expect.stringContaining('Patient.room') })
  expect(await status('/v2/patients')).toBe(401)
}, 180_000)

test('a file that the charter includes is watched, from when it is included', async () => {
  mkdirSync(join(folder, 'shared'))
  const shared = join(folder, 'shared', 'limits.yaml')
  writeFileSync(shared, 'limits: { pageSizeMax: 150 }\n')
  await save('title: Clinic', 'title: Clinic\ninclude: shared/limits.yaml')
  expect(seen.at(-1)).toMatchObject({ database: 'kept' })
  const count = seen.length
  writeFileSync(shared, 'types: { Extra: { type: txt } }\n')
  await vi.waitFor(() => expect(seen.length).toBe(count + 1), { timeout: 10_000, interval: 10 })
  expect(seen.at(-1)).toBeInstanceOf(Refused)
}, 180_000)

test('the address that was printed opens the page after saves, once', async () => {
  const printed = dev.pageUrl
  await save('title: Clinic', 'title: Another Clinic')
  await save('title: Another Clinic', 'title: A third Clinic')
  expect(dev.pageUrl).toBe(printed)
  opened = await openPage(printed)
  expect(opened).not.toBeNull()
  await save('title: A third Clinic', 'title: Clinic')
  expect((await clinician()).token).not.toBe('')
  expect(await openPage(printed)).toBeNull()
  expect(await openPage(dev.pageUrl)).not.toBeNull()
}, 30_000)

test('a charter with mistakes is reported, and the last good one goes on', async () => {
  expect(await save('key: id', 'key: idd')).toBeInstanceOf(Refused)
  expect(await status('/api/patients')).toBe(401)
  expect(await save('key: idd', 'key: id')).toMatchObject({ database: 'kept' })
}, 180_000)

test('a token of the project is taken, so that it can be asked from a terminal', async () => {
  const loaded = await loadCharter(file)
  const derived = derive(requireSound(loaded), connectors)
  const { clinician: token } = await mintTokens({ derived, folder })
  const answer = await fetch(`${dev.url}/api/patients`, { headers: { authorization: `Bearer ${token}` } })
  expect(answer.status).toBe(200)
})

test('an existing database is neither read nor written, unless it is asked for', async () => {
  const place = mkdtempSync(join(tmpdir(), 'charter-dev-live-'))
  const database = new DatabaseSync(join(place, 'shop.db'))
  database.exec('CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL)')
  database.exec("INSERT INTO item VALUES (7, 'a lamp of theirs')")
  const names = () =>
    database
      .prepare('SELECT name FROM item')
      .all()
      .map((row) => row.name)
  writeFileSync(join(place, 'charter.yaml'), shop(join(place, 'shop.db')))
  const create = async (isLive: boolean) => {
    let reloads = 0
    const served = await startDev({ file: place, port: 0, isLive, onReload: () => reloads++ })
    // What a save brings is served where it was served before.
    writeFileSync(join(place, 'charter.yaml'), `${shop(join(place, 'shop.db'))}# saved\n`)
    await vi.waitFor(() => expect(reloads).toBeGreaterThan(0), { timeout: 10_000, interval: 10 })
    const loaded = await loadCharter(place)
    const { clerk } = await mintTokens({ derived: derive(requireSound(loaded), connectors), folder: place })
    const headers = { authorization: `Bearer ${clerk}`, 'content-type': 'application/json' }
    const { status } = await fetch(`${served.url}/api/v1/items`, { method: 'POST', headers, body: '{"name":"chair"}' })
    const listed = await (await fetch(`${served.url}/api/v1/items`, { headers })).text()
    await served.close()
    return { rows: served.rows, status, isTheirs: listed.includes('a lamp of theirs') }
  }
  expect(await create(false)).toEqual({ rows: 'made-up-instead', status: 201, isTheirs: false })
  expect(names()).toEqual(['a lamp of theirs'])
  expect(await create(true)).toEqual({ rows: 'live', status: 201, isTheirs: true })
  expect(names()).toEqual(['a lamp of theirs', 'chair'])
  database.close()
  rmSync(place, { recursive: true })
}, 180_000)

const shop = (path: string): string => `charter: 1
name: shop
serves: [rest]
sources: { main: { url: 'file:${path}', database: sqlite } }
access: { accepts: [jwt], roles: [clerk] }
entities:
  Item:
    table: item
    key: id
    fields: { id: { type: int64, default: sequence }, name: text }
    allow: { clerk: { do: [create, read, list] } }
`
