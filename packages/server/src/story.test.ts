import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { postgresql } from '@charter/connectors'
import { plainDatabase } from '@charter/connectors/testing'
import { isolationMissing, machineTarget } from '@charter/deploy'
import { leafHash, type NoteKey, openReader, verifyInclusion, verifyLedger } from '@charter/ledger'
import { ledgerKey, readSettings } from '@charter/ledger/settings'
import { bringNodeModules, freePort } from '@charter/project'
import pg from 'pg'
import { afterAll, test as anyTest, beforeAll, expect } from 'vitest'
import { backUp } from './care/back-up.ts'
import { copyLedger } from './care/copy-ledger.ts'
import { move } from './care/move.ts'
import { restore } from './care/restore.ts'
import { memoryTarget, openOn } from './care/testing/cared-for.ts'
import { ledgerFolder } from './ledger/open-ledger.ts'
import type { Platform } from './open-platform.ts'
import { type Joined, joinBy, tokenOf } from './people/testing/platform.ts'
import { type IdentityProvider, openIdentityProvider } from './testing/identity-provider.ts'
import { generate } from './versions/generate.ts'

// What two people of a company do with a platform, in production and each service in a sandbox: `npm run story`. Each step begins where the one
// before ended.

const missing = await isolationMissing()
if (missing !== null) console.warn(`Skipped, as services cannot be kept apart here: ${missing}`)
const test = anyTest.skipIf(missing !== null)

const folder = mkdtempSync(join(tmpdir(), 'charter-story-'))
const at = (name: string): string => join(folder, name)
const target = machineTarget({ folder: at('machine'), install: bringNodeModules })

let provider: IdentityProvider
/** That of the company, and that which the platform moves to. */
let shop: Awaited<ReturnType<typeof postgresql.makeTemporary>>
let rows: Awaited<ReturnType<typeof postgresql.makeTemporary>>
let port: number
let platform: Platform

const open = async (env: Readonly<Record<string, string>> = {}): Promise<void> => {
  const own = { SOURCES_TO: '127.0.0.0/8', PORT: String(port), ...env }
  platform = await openOn(at('platform'), target, own, generate)
}

beforeAll(async () => {
  if (missing !== null) return
  const server = process.env.CHARTER_TEST_POSTGRESQL ?? ''
  shop = await postgresql.makeTemporary(server)
  rows = await plainDatabase(server)
  provider = await openIdentityProvider()
  port = await freePort(9500)
  const client = new pg.Client({ connectionString: shop.url })
  await client.connect()
  await client.query('CREATE TABLE customer (id integer PRIMARY KEY, name text NOT NULL)')
  await client.query("INSERT INTO customer VALUES (1, 'Ada')")
  await client.end()
  await open()
}, 120_000)
afterAll(async () => {
  if (missing === null) {
    await target.end()
    await platform.close()
    await Promise.all([shop.remove(), rows.remove()])
    provider.close()
  }
  rmSync(folder, { recursive: true, force: true })
}, 60_000)

// biome-ignore lint/suspicious/noExplicitAny: what is asked of it says each step.
type Body = any

/** `POST api/v1/projects`, as somebody. */
const as = async ({ browser }: Joined, asked: string, body?: object) => {
  const [method = '', path = ''] = asked.split(' ')
  const response = await fetch(`http://127.0.0.1:${port}/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${await tokenOf(browser)}`,
      ...(body && { 'content-type': 'application/json' }),
      connection: 'close',
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as Body }
}

const done = async (who: Joined, asked: string, body?: object): Promise<Body> => {
  const answer = await as(who, asked, body)
  expect([asked, answer.status, answer.body]).toEqual([asked, expect.toBeOneOf([200, 201, 202]), expect.anything()])
  return answer.body
}

const ended = async (who: Joined, path: string): Promise<Body> => {
  await expect
    .poll(async () => (await done(who, `GET api/v1/${path}`)).state, { timeout: 90_000, interval: 500 })
    .toMatch(/^(?:done|failed|healthy|failing|void)$/)
  return done(who, `GET api/v1/${path}`)
}

/** A release of a version that somebody else accepted. */
const released = async (version: string): Promise<{ readonly release: string; readonly digest: string }> => {
  await done(ann, `POST api/v1/versions/${version}/submit`)
  expect((await as(ann, `POST api/v1/versions/${version}/accept`)).status).toBe(409)
  await done(bob, `POST api/v1/versions/${version}/accept`)
  const making = await done(ann, `POST api/v1/versions/${version}/make-release`)
  return (await ended(ann, `make-release-jobs/${making.id}`)).result
}

/** What Ann asked for, and Bob let. */
const deployed = async (release: string, reason: string): Promise<Body> => {
  const asked = { releaseId: release, environmentId: environment.id, reason }
  const { id: deploymentId, releaseDigest } = await done(ann, 'POST api/v1/deployments', asked)
  const approval = { deploymentId, releaseDigest, isYes: true }
  expect((await as(ann, 'POST api/v1/approvals', approval)).status).toBe(403)
  await done(bob, 'POST api/v1/approvals', approval)
  return ended(ann, `deployments/${deploymentId}`)
}

const customers = async (role: string): Promise<readonly [status: number, body: Body]> => {
  const response = await fetch(`${first.address}/api/v1/customers`, {
    headers: { authorization: `Bearer ${await provider.token(role)}`, connection: 'close' },
  })
  return [response.status, await response.json()]
}

let ann: Joined
let bob: Joined
let project: Body
let version: string
let environment: Body
let first: Body

test('Ann founds the organisation of her company, and Bob, whom she invites, may accept and let', async () => {
  ann = await joinBy(await platform.people.makeLink(), 'ann@example.org')
  await done(ann, 'POST api/v1/organisations', { id: 'acme', name: 'Acme' })
  const invited = await done(ann, 'POST invitations', { email: 'bob@example.org' })
  const role = await done(ann, 'POST api/v1/roles', { name: 'Seconds', grants: ['viewer', 'designer', 'approver'] })
  await done(ann, 'POST api/v1/members', { personId: invited.personId, roleId: role.id })
  bob = await joinBy(invited.link, 'bob@example.org')
}, 60_000)

test('their PostgreSQL is read into a charter', async () => {
  project = await done(ann, 'POST api/v1/projects', { name: 'shop', title: 'Shop' })
  const source = await done(ann, 'POST api/v1/sources', { projectId: project.id, name: 'shop', url: shop.url })
  const looking = await done(ann, `POST api/v1/sources/${source.id}/introspect`)
  ;({ version } = (await ended(ann, `introspect-source-jobs/${looking.id}`)).result)
}, 60_000)

test('neither accepts nor lets what is their own; let by the other it runs, in production', async () => {
  const { release } = await released(version)
  environment = await done(ann, 'POST api/v1/environments', {
    projectId: project.id,
    name: 'production',
    variables: provider.variables,
    reaches: [provider.host],
  })
  first = await deployed(release, 'The shop goes live.')
  expect([first.state, first.address]).toEqual(['healthy', expect.stringContaining('http://')])
}, 120_000)

test('it answers by its rules, from the database, to whom the company vouches for', async () => {
  expect(await customers('owner')).toEqual([200, { items: [{ id: 1, name: 'Ada' }], next: null }])
  expect((await customers('nobody'))[0]).toBe(403)
}, 60_000)

test('what was done is on record, by whom, and the secret of the source nowhere', async () => {
  const trail = JSON.stringify(await done(ann, `GET api/v1/deployments/${first.id}/audit?limit=100`))
  expect(trail).toContain('approveDeployment')
  expect(trail).not.toContain(new URL(shop.url).password || 'a password')
}, 60_000)

/** Where a ledger has an answered call of an operation; null where it has none yet. */
const indexOf = async (ledger: string, key: NoteKey, operation: string): Promise<number | null> => {
  const reader = await openReader(ledger, key)
  for await (const { index, line } of reader.lines())
    if (line.includes(`"${operation}"`) && line.includes('"ok"')) return index
  return null
}

test('the call stands in the ledger with a proof, and a byte of it that somebody changes is named', async () => {
  const ledger = ledgerFolder(at('platform'))
  const key = ledgerKey(await readSettings(ledger))
  await expect.poll(() => indexOf(ledger, key, 'Customer.list'), { timeout: 60_000, interval: 500 }).not.toBeNull()
  const reader = await openReader(ledger, key)
  const { index, line, entry, proof } = await reader.prove((await indexOf(ledger, key, 'Customer.list')) ?? -1)
  expect(entry).toMatchObject({ replica: environment.id })
  const { root, size } = reader.checkpoint
  expect(verifyInclusion({ index, size, root, leaf: leafHash(line), proof })).toBe(true)
  await copyLedger(at('platform'), at('copied'))
  const copy = ledgerFolder(at('copied'))
  expect(await verifyLedger(copy, { key })).toMatchObject({ isWhole: true, key: 'given' })
  const [segment = ''] = readdirSync(join(copy, 'segments'))
  const text = readFileSync(join(copy, 'segments', segment), 'utf8')
  const changed = text.replace(line, line.replace('Customer.list', 'Customer.read'))
  writeFileSync(join(copy, 'segments', segment), changed)
  const { isWhole, faults } = await verifyLedger(copy, { key })
  expect([isWhole, faults[0]?.part]).toEqual([false, 'entry'])
  // Itself, or those that were signed together with it.
  const [from = -1, to = from] = (faults[0]?.sentence.match(/\d+/g) ?? []).map(Number)
  expect(from <= index && index <= to, faults[0]?.sentence).toBe(true)
}, 90_000)

test('the next version takes its place, and one call brings the first one back, which was let before', async () => {
  const { text } = await done(ann, `GET api/v1/versions/${version}`)
  const titled = text.replace(/^title: .*$/m, 'title: The shop')
  const next = await done(ann, 'POST api/v1/versions', { projectId: project.id, text: titled })
  const { release } = await released(next.id)
  const second = await deployed(release, 'It has a title.')
  expect(second).toMatchObject({ state: 'healthy', address: first.address })
  const back = await done(ann, `POST api/v1/environments/${environment.id}/roll-back`, { reason: 'Not that title.' })
  expect(await ended(ann, `deployments/${back.id}`)).toMatchObject({
    state: 'healthy',
    releaseDigest: first.releaseDigest,
    approvals: 0,
  })
  expect((await customers('owner'))[0]).toBe(200)
}, 180_000)

const listed = ['projects', 'versions', 'releases', 'environments', 'deployments', 'approvals', 'members'] as const
const all = async (): Promise<readonly Body[]> => Promise.all(listed.map((each) => done(ann, `GET api/v1/${each}`)))

test('the platform moves to PostgreSQL, row by row as it was, while what it deployed goes on answering', async () => {
  const before = await all()
  await platform.close()
  await move({ folder: at('platform'), url: rows.url })
  expect((await customers('owner'))[0]).toBe(200)
  await open({ DATABASE_URL: rows.url })
  expect(await all()).toEqual(before)
}, 120_000)

test('it is backed up, and restored elsewhere with every row and the root of its ledger', async () => {
  const keys = { file: at('keys'), passphrase: 'three quiet herons' }
  const { manifest } = await backUp({
    folder: at('platform'),
    url: rows.url,
    to: at('backup'),
    keys,
    now: () => new Date(),
  })
  const before = await all()
  await platform.close()
  const restored = await restore({ from: at('backup'), folder: at('restored'), keys })
  expect(restored.manifest.ledger).toEqual(manifest.ledger)
  platform = await openOn(at('restored'), memoryTarget(), { PORT: String(port) })
  const [there, were] = [await all(), before]
  // What ran here does not run there, and its rows say so.
  for (const [index, kind] of listed.entries())
    if (kind !== 'deployments') expect([kind, there[index]]).toEqual([kind, were[index]])
}, 120_000)

test('who may let ends nothing; who operates does', async () => {
  await platform.close()
  await open({ DATABASE_URL: rows.url })
  const [{ id }] = (await done(ann, 'GET api/v1/deployments?filter[state]=healthy')).items
  expect((await as(bob, `POST api/v1/deployments/${id}/stop`)).status).toBe(403)
  await done(ann, `POST api/v1/deployments/${id}/stop`)
  await expect.poll(() => customers('owner').catch(({ cause }) => cause.code), { timeout: 30_000 }).toBe('ECONNREFUSED')
}, 60_000)
