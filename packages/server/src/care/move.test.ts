import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { plainDatabase } from '@charter/connectors/testing'
import type { ProblemError } from '@charter/runtime'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Platform } from '../open-platform.ts'
import { type Joined, joinBy } from '../people/testing/platform.ts'
import { visitor } from '../people/testing/visitor.ts'
import type { PlatformCalls } from '../program/platform-calls.ts'
import { backUp } from './back-up.ts'
import { move } from './move.ts'
import { restore } from './restore.ts'
import { callsOf, memoryTarget, openOn, settle } from './testing/cared-for.ts'

const folder = mkdtempSync(join(tmpdir(), 'charter-move-'))
const target = memoryTarget()
let url: string
let remove: () => Promise<void>
let ann: Joined
let before: Readonly<Record<string, unknown>>
let platform: Platform
const listed = [
  'organisations',
  'projects',
  'versions',
  'releases',
  'environments',
  'deployments',
  'secrets',
  'members',
]

/** All that is listed, and what is on record of the project. */
const all = async (calls: PlatformCalls): Promise<Readonly<Record<string, unknown>>> => {
  const rows: Record<string, unknown> = {}
  for (const each of listed) rows[each] = await calls(`GET ${each}`)
  const [project] = (rows.projects as { items: { id: string }[] }).items
  rows.audit = await calls<{ items: { operation: string; at: string }[] }>(`GET projects/${project?.id}/audit`).then(
    ({ items }) => items.filter(({ operation }) => operation === 'Project.create').map(({ at }) => at),
  )
  return rows
}

const signedIn = (): PlatformCalls => {
  const browser = visitor(platform.url)
  browser.wear(ann.browser.cookie())
  return callsOf(platform.url, browser)
}

const say = async (sql: string): Promise<readonly Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
    .query(sql)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}

beforeAll(async () => {
  ;({ url, remove } = await plainDatabase(process.env.CHARTER_TEST_POSTGRESQL ?? ''))
  platform = await openOn(folder, target)
  ann = await joinBy(await platform.people.makeLink(), 'ann@example.org')
  const calls = callsOf(platform.url, ann.browser)
  target.there.add(await settle(calls))
  before = await all(calls)
}, 120_000)
afterAll(async () => {
  await remove()
  rmSync(folder, { recursive: true, force: true })
})

test('while it runs, a platform is not moved', async () => {
  await expect(move({ folder, url })).rejects.toThrow(/is in use: end the platform/)
  await platform.close()
})

test.each([
  [
    'a row is refused',
    'ALTER TABLE deployment ADD CONSTRAINT none CHECK (false)',
    'ALTER TABLE deployment DROP CONSTRAINT none',
    /none|constraint/i,
  ],
  [
    'a value becomes another one',
    "CREATE FUNCTION other() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.name := ''Other''; RETURN NEW; END'; CREATE TRIGGER other BEFORE INSERT ON organisation FOR EACH ROW EXECUTE FUNCTION other()",
    'DROP TRIGGER other ON organisation',
    /What was carried of Organisation \(1 rows here, 1 there\) is not what was there/,
  ],
])(
  'where %s, nothing is there, and the platform is where it was',
  async (_what, spoil, mend, why) => {
    // Opened there, a platform makes its tables.
    const there = mkdtempSync(join(tmpdir(), 'charter-move-'))
    await (await openOn(there, memoryTarget(), { DATABASE_URL: url })).close()
    rmSync(there, { recursive: true })
    await say('DELETE FROM charter_state.key; DELETE FROM charter_state.work; DELETE FROM charter_people.secret')
    await say(spoil)
    const failed = await move({ folder, url }).catch((error: ProblemError) => error.problem.cause)
    expect(String(failed)).toMatch(why)
    expect(await say('SELECT count(*)::int AS many FROM organisation')).toEqual([{ many: 0 }])
    expect(existsSync(join(folder, 'platform.db'))).toBe(true)
    await say(mend)
  },
  60_000,
)

/** Of every entry in the logs of the record. */
const entryIds = (): readonly string[] =>
  readdirSync(join(folder, 'audit')).flatMap((name) =>
    readFileSync(join(folder, 'audit', name), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('{"entry"'))
      .map((line) => JSON.parse(line).entry.id),
  )

test('moved, every row, secret and entry is there, by counts and digests, and nothing is served without it', async () => {
  const { before: file, ...first } = await move({ folder, url })
  expect(first.secrets).toBe(3)
  expect(first.people).toMatchObject({ user: { rows: 1 }, session: { rows: 1 }, twoFactor: { rows: 1 } })
  // As where it died before the last step, and within the one before.
  renameSync(file, join(folder, 'platform.db'))
  renameSync(join(folder, 'people-links-moved.db'), join(folder, 'people-links.db'))
  const { before: _, ...moved } = await move({ folder, url })
  expect(moved).toEqual({ ...first, isThere: true })
  expect(first).toMatchObject({
    isThere: false,
    entities: { Organisation: { rows: 1 }, Deployment: { rows: 1 }, Secret: { rows: 1 } },
    state: { key: { rows: expect.any(Number) }, audit: { rows: expect.any(Number) } },
  })
  expect([moved.state.key?.rows, moved.state.audit?.rows, moved.blobs].every((many) => Number(many) > 1)).toBe(true)
  await expect(openOn(folder, target)).rejects.toThrow(/were moved to PostgreSQL: set DATABASE_URL/)
  // Nothing but the record and the key of the key provider is needed of the folder from now on.
  for (const name of ['blobs', 'keys/people', 'keys/people.pem', 'keys/releases.pem', 'people-moved.db'])
    rmSync(join(folder, name), { recursive: true })
  platform = await openOn(folder, target, { DATABASE_URL: url })
  try {
    const calls = signedIn()
    expect(await all(calls)).toEqual(before)
    await calls('POST projects', { name: 'another', title: 'Another' })
  } finally {
    await platform.close()
  }
  // Each entry is on record once: none that its log has is written into it again.
  expect(entryIds().length).toBeGreaterThan(10)
  expect(new Set(entryIds()).size).toBe(entryIds().length)
}, 60_000)

test('what is on PostgreSQL is backed up while it is written to, and restored into a file with every row, secret and entry', async () => {
  platform = await openOn(folder, target, { DATABASE_URL: url })
  const calls = signedIn()
  const made = Array.from({ length: 10 }, (_, many) => calls('POST projects', { name: `late-${many}`, title: 'Late' }))
  const to = join(folder, '..', `${basename(folder)}-backup`)
  const keys = { file: `${to}.keys`, passphrase: 'four loud herons' }
  await expect(backUp({ folder, url: null, to, keys, now: () => new Date() })).rejects.toThrow(/set DATABASE_URL/)
  await backUp({ folder, url, to, keys, now: () => new Date() })
  await Promise.all(made)
  const there = await all(calls)
  await platform.close()
  const restored = `${to}-restored`
  await restore({ from: to, folder: restored, keys })
  platform = await openOn(restored, target)
  try {
    const { projects, members, ...rest } = await all(signedIn())
    expect({ ...there, ...rest }).toEqual(there)
    expect((projects as { items: unknown[] }).items.length).toBeGreaterThan(1)
    expect(members).toEqual(there.members)
  } finally {
    await platform.close()
    for (const each of [to, restored, keys.file]) rmSync(each, { recursive: true })
  }
}, 60_000)

test('a platform whose rows were moved before people were is opened by nobody until they are', async () => {
  const late = mkdtempSync(join(tmpdir(), 'charter-move-'))
  const there = await plainDatabase(process.env.CHARTER_TEST_POSTGRESQL ?? '')
  try {
    platform = await openOn(late, memoryTarget())
    const bob = await joinBy(await platform.people.makeLink(), 'bob@example.org')
    await callsOf(platform.url, bob.browser)('POST organisations', { id: 'late', name: 'Late' })
    await platform.close()
    await move({ folder: late, url: there.url })
    // As it was left by a version that moved rows alone.
    for (const name of ['people', 'people-links']) renameSync(join(late, `${name}-moved.db`), join(late, `${name}.db`))
    const client = new pg.Client({ connectionString: there.url })
    await client.connect()
    await client.query('DROP SCHEMA charter_people CASCADE').finally(() => client.end())
    const opening = openOn(late, memoryTarget(), { DATABASE_URL: there.url })
    await expect(opening).rejects.toThrow(/charter platform move/)
    expect(await move({ folder: late, url: there.url })).toMatchObject({ entities: {}, people: { user: { rows: 1 } } })
    platform = await openOn(late, memoryTarget(), { DATABASE_URL: there.url })
    const browser = visitor(platform.url)
    browser.wear(bob.browser.cookie())
    expect(await callsOf(platform.url, browser)('GET organisations')).toMatchObject({ items: [{ id: 'late' }] })
  } finally {
    await platform.close()
    await there.remove()
    rmSync(late, { recursive: true })
  }
}, 60_000)

test('a database with other rows takes none', async () => {
  const other = mkdtempSync(join(tmpdir(), 'charter-move-'))
  await (await openOn(other, memoryTarget())).close()
  await expect(move({ folder: other, url })).rejects.toMatchObject({
    problem: { cause: { message: expect.stringContaining('has rows already') } },
  })
  expect(existsSync(join(other, 'platform.db'))).toBe(true)
  rmSync(other, { recursive: true })
}, 60_000)
