import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { replicaName } from '@charter/runtime/service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { digestOf } from '../blobs/blobs.ts'
import type { Platform } from '../open-platform.ts'
import { codeOf } from '../people/testing/authenticator.ts'
import { type Joined, joinBy } from '../people/testing/platform.ts'
import { visitor } from '../people/testing/visitor.ts'
import type { PlatformCalls } from '../program/platform-calls.ts'
import { backUp } from './back-up.ts'
import { lastBackupOf } from './last-backup.ts'
import { backupId } from './manifest.ts'
import { restore } from './restore.ts'
import { callsOf, memoryTarget, openOn, settle } from './testing/cared-for.ts'

const log = `audit/${replicaName()}.000001.log`
const root = mkdtempSync(join(tmpdir(), 'charter-care-'))
const at = (name: string): string => join(root, name)
const keys = { file: at('keys.sealed'), passphrase: 'four loud herons' }
const now = (): Date => new Date('2026-11-30T12:00:00Z')

let platform: Platform
let calls: PlatformCalls
let ann: Joined
beforeAll(async () => {
  platform = await openOn(at('platform'), memoryTarget())
  ann = await joinBy(await platform.people.makeLink(), 'ann@example.org')
  calls = callsOf(platform.url, ann.browser)
  await settle(calls)
  await backUp({ folder: at('platform'), to: at('backup'), keys, now, url: null })
}, 120_000)
afterAll(async () => {
  await platform.close()
  rmSync(root, { recursive: true, force: true })
})

/** Every row of every table, as text. */
const rowsOf = (file: string): Readonly<Record<string, readonly string[]>> => {
  const database = new DatabaseSync(file, { readOnly: true })
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
  const rows = tables.map(({ name }) => [
    name,
    database
      .prepare(`SELECT * FROM "${name}"`)
      .all()
      .map((row) => JSON.stringify(row))
      .sort(),
  ])
  database.close()
  return Object.fromEntries(rows)
}

const filesIn = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((file) => [file.slice(folder.length), readFileSync(file, 'base64')]),
  )

test('a platform that runs is backed up and restored: every row, blob and key, and the record as far as it was signed', async () => {
  const { manifest, id, blobs, keys: opened } = await restore({ from: at('backup'), folder: at('whole'), keys })
  expect(lastBackupOf(at('platform'))).toEqual({ at: '2026-11-30T12:00:00.000Z', backup: id })
  expect(lastBackupOf(at('whole'))).toEqual(lastBackupOf(at('platform')))
  expect(manifest.rows.platform).toMatchObject({ organisation: 1, deployment: 1, release: 1, secret: 1 })
  expect(manifest.rows.people).toMatchObject({ user: 1, twoFactor: 1 })
  expect(manifest.record).toEqual([
    { path: log, entries: expect.any(Number), head: expect.stringMatching(/^[0-9a-f]{64}$/) },
  ])
  expect(manifest.ledger).toEqual({ origin: expect.any(String), entries: expect.any(Number), root: expect.any(String) })
  expect(manifest.ledger.entries).toBeGreaterThan(0)
  // Those of the platform, and the ledger's.
  expect([blobs, opened]).toEqual([4, readdirSync(at('platform/keys')).length + 1])
  for (const name of ['people.db', 'people-links.db'])
    expect(rowsOf(at(`whole/${name}`))).toEqual(rowsOf(at(`platform/${name}`)))
  for (const folder of ['blobs', 'keys'])
    expect(filesIn(at(`whole/${folder}`))).toEqual(filesIn(at(`platform/${folder}`)))
  const text = readFileSync(at(`whole/${log}`), 'utf8')
  expect(readFileSync(at(`platform/${log}`), 'utf8').startsWith(text)).toBe(true)
  expect(statSync(at('whole')).mode & 0o077).toBe(0)
})

test('restored, it signs its people in, shows what was there, and stops on record what runs elsewhere', async () => {
  await restore({ from: at('backup'), folder: at('again'), keys })
  const restored = await openOn(at('again'), memoryTarget())
  try {
    const browser = visitor(restored.url)
    await browser.post('/sign-in', { email: ann.email, password: ann.password })
    expect(await browser.post('/second-factor', { code: codeOf(ann.secret, 1) })).toMatchObject({ location: '/' })
    const there = callsOf(restored.url, browser)
    for (const listed of ['projects', 'versions', 'releases', 'environments', 'secrets', 'members', 'roles'])
      expect(await there(`GET ${listed}`)).toEqual(await calls(`GET ${listed}`))
    const stopped = (await calls<{ items: { id: string }[] }>('GET deployments')).items[0]?.id
    await expect
      .poll(() => there(`GET deployments/${stopped}`), { timeout: 20_000 })
      .toMatchObject({ state: 'stopped' })
    expect(await there(`GET deployments/${stopped}/audit`)).toMatchObject({
      items: expect.arrayContaining([expect.objectContaining({ operation: 'stopDeployment', principal: 'platform' })]),
    })
    expect(await calls(`GET deployments/${stopped}`)).toMatchObject({ state: 'healthy' })
  } finally {
    await restored.close()
  }
}, 60_000)

test('no key and no secret is in a backup, and keys open by their passphrase alone, for their own backup', async () => {
  const all = Object.entries(filesIn(at('backup'))).map(
    ([name, bytes]) => [name, Buffer.from(bytes, 'base64')] as const,
  )
  const secrets = Object.entries(filesIn(at('platform/keys'))).filter(([name]) => !name.endsWith('.pub.pem'))
  for (const [name, bytes] of [...all, ['keys', readFileSync(keys.file)] as const]) {
    for (const [, key] of secrets) expect(bytes.includes(Buffer.from(key, 'base64')), name).toBe(false)
    expect(bytes.includes('a-canary'), name).toBe(false)
  }
  const wrong = { ...keys, passphrase: 'three quiet herons' }
  await expect(restore({ from: at('backup'), folder: at('wrong'), keys: wrong })).rejects.toThrow(/does not open/)
  await backUp({ folder: at('platform'), to: at('another'), keys: null, now, url: null })
  await expect(restore({ from: at('another'), folder: at('wrong'), keys })).rejects.toThrow(/another backup/)
  expect(existsSync(at('wrong'))).toBe(false)
})

test('a backup while rows are written is of one moment', async () => {
  const made = Array.from({ length: 20 }, (_, many) => calls('POST projects', { name: `project-${many}`, title: 'P' }))
  await backUp({ folder: at('platform'), to: at('meanwhile'), keys: null, now, url: null })
  await Promise.all(made)
  const { manifest } = await restore({ from: at('meanwhile'), folder: at('meanwhile-restored'), keys: null })
  const [entry] = manifest.record
  expect(entry?.entries).toBeGreaterThan(0)
})

const changes = (folder: string): readonly string[] =>
  ['platform.db', 'people.db', 'people-links.db', 'manifest.json', log].concat(
    Object.keys(filesIn(folder))
      .filter((name) => /^\/(?:blobs|ledger\/segments)\//.test(name))
      .slice(0, 3)
      .map((name) => name.slice(1)),
  )

test('a byte that was changed is told by its file, and nothing is restored', async () => {
  cpSync(at('backup'), at('changed'), { recursive: true })
  for (const name of changes(at('changed'))) {
    const file = at(`changed/${name}`)
    const before = readFileSync(file)
    const bytes = Buffer.from(before)
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
    writeFileSync(file, bytes)
    await expect(restore({ from: at('changed'), folder: at('none'), keys: null })).rejects.toThrow(file)
    writeFileSync(file, before)
  }
  renameSync(at('changed/people.db'), at('changed/other.db'))
  await expect(restore({ from: at('changed'), folder: at('none'), keys: null })).rejects.toThrow('other.db')
  renameSync(at('changed/other.db'), at('elsewhere.db'))
  symlinkSync(at('elsewhere.db'), at('changed/people.db'))
  await expect(restore({ from: at('changed'), folder: at('none'), keys: null })).rejects.toThrow(
    /people.db is no plain/,
  )
  expect(readdirSync(root).filter((name) => name.startsWith('none'))).toEqual([])
})

test('whoever writes a manifest anew brings in nothing that no backup holds: no key, and nothing that would run', async () => {
  const { manifest } = JSON.parse(readFileSync(at('backup/manifest.json'), 'utf8'))
  for (const path of [
    'keys/releases.pem',
    'ledger/keys/ledger.pem',
    'machine/supervisor.db',
    'address.json',
    'blobs.db',
  ]) {
    cpSync(at('backup'), at('forged'), { recursive: true })
    mkdirSync(dirname(at(`forged/${path}`)), { recursive: true })
    writeFileSync(at(`forged/${path}`), 'mine')
    const forged = { ...manifest, files: [...manifest.files, { path, size: 4, digest: digestOf(Buffer.from('mine')) }] }
    writeFileSync(at('forged/manifest.json'), JSON.stringify({ manifest: forged, digest: backupId(forged) }))
    await expect(restore({ from: at('forged'), folder: at('none'), keys: null })).rejects.toThrow('manifest.json')
    rmSync(at('forged'), { recursive: true })
  }
})

test('nothing is written over, and nothing is kept where it would be lost with what it is of', async () => {
  const folder = at('platform')
  const refused = async (given: Partial<Parameters<typeof backUp>[0]>): Promise<string> =>
    backUp({ folder, to: at('new'), keys: null, now, url: null, ...given }).then(
      () => 'made',
      (error: Error) => error.message,
    )
  expect(await refused({ to: at('backup') })).toContain('is there already')
  expect(await refused({ to: join(folder, 'backup') })).toContain('own folder')
  expect(await refused({ folder: at('nowhere') })).toContain('no folder of a platform')
  expect(await refused({ url: 'file:elsewhere.db' })).toContain('DATABASE_URL names no PostgreSQL')
  expect(await refused({ keys })).toContain('keys.sealed is there already')
  expect(await refused({ keys: { ...keys, file: at('new/keys') } })).toContain('apart')
  expect(existsSync(at('new'))).toBe(false)
  await expect(restore({ from: at('backup'), folder, keys: null })).rejects.toThrow('is not empty')
})

/** A process that dies of kill -9 as it comes to a step. */
const killedAt = async (step: string, call: string): Promise<void> => {
  const program = `
    import { backUp } from ${JSON.stringify(new URL('back-up.ts', import.meta.url).href)}
    import { restore } from ${JSON.stringify(new URL('restore.ts', import.meta.url).href)}
    const onStep = (step) => step === ${JSON.stringify(step)} && process.kill(process.pid, 'SIGKILL')
    await ${call}
  `
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'ignore' })
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
}

test('what dies in the middle leaves nothing that is taken for whole, and no other is kept from it', async () => {
  const before = lastBackupOf(at('platform'))
  const told = { folder: at('platform'), to: at('dead'), keys: { ...keys, file: at('dead.keys') }, url: null }
  const backup = `backUp({ ...${JSON.stringify(told)}, now: () => new Date(), onStep })`
  const restoring = `restore({ ...${JSON.stringify({ from: at('backup'), folder: at('risen'), keys: null })}, onStep })`
  await Promise.all([
    killedAt('Copying the record', backup),
    killedAt('Sealing keys', backup),
    killedAt('Proving', restoring),
  ])
  expect([existsSync(at('dead')), existsSync(at('risen'))]).toEqual([false, false])
  expect(lastBackupOf(at('platform'))).toEqual(before)
  const halves = readdirSync(root).filter((name) => name.startsWith('dead.partial'))
  expect(halves).toHaveLength(2)
  for (const half of halves)
    await expect(restore({ from: at(half), folder: at('none'), keys: null })).rejects.toThrow('is no backup')
  await restore({ from: at('backup'), folder: at('risen'), keys: null })
}, 60_000)
