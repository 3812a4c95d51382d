import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TemporaryDatabase } from '@charter/charter'
import type { Principal } from '@charter/runtime'
import { type KeyProvider, readConfig, verifyReplicaLog } from '@charter/runtime/service'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openService } from './open-service.ts'
import { attached, testServer } from './testing/attached.ts'
import { call, derivedOf } from './testing/clinic.ts'
import { type DatabaseName, databases } from './testing/databases.ts'
import { type DocumentDesk, documentDesk, openDocumentDesk } from './testing/document-desk.ts'
import { vaultStandIn } from './testing/vault-stand-in.ts'

const atRest = { CHARTER_AT_REST: 'encrypt' }
const canaries = {
  file: 'CANARY of a file 4471',
  half: 'CANARY of half an upload 9902',
  person: 'CANARY-person-3318',
  role: 'CANARY-role-7125',
  request: 'CANARY-request-6050',
  refused: 'CANARY of what is refused 1184',
} as const
/** What the record says of who called, and what files hold: all of it lies there where nothing seals it. */
const kept = ['file', 'half', 'person', 'role', 'request']

let folder: string
let temporary: TemporaryDatabase | null
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'charter-at-rest-'))
  temporary = null
})
afterEach(async () => {
  await temporary?.remove()
  rmSync(folder, { recursive: true })
})

/** One database and one folder, whoever opens them. */
const urlOn = async (database: DatabaseName): Promise<string> => {
  const { connector } = derivedOf(documentDesk(database))
  temporary ??= await connector.makeTemporary(testServer(database))
  return temporary.url
}
const deskOf = async (database: DatabaseName, env: Readonly<Record<string, string>> = {}, text?: string) =>
  openDocumentDesk(database, { folder, url: await urlOn(database), env, ...(text && { text }) })

const filesIn = (within = folder) =>
  readdirSync(within, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
const stored = () => filesIn(join(folder, 'files'))
const storedBytes = () => Buffer.concat(stored().map((file) => readFileSync(file)))
const found = (): readonly string[] => {
  const bytes = Buffer.concat(filesIn().map((file) => readFileSync(file)))
  return Object.entries(canaries).flatMap(([name, text]) =>
    [text, Buffer.from(text).toString('hex'), Buffer.from(text).toString('base64').slice(0, -4)].some((spelled) =>
      bytes.includes(spelled),
    )
      ? [name]
      : [],
  )
}

const someone: Principal = {
  id: canaries.person,
  roles: ['clerk', canaries.role],
  attributes: { ward: 'north' },
  credential: 'jwt',
  tenant: 'one',
}

const put = (desk: DocumentDesk, path: string, body: string | Uint8Array) =>
  desk.ask(path, { method: 'PUT', body: typeof body === 'string' ? body : new Uint8Array(body) })
const read = async (desk: DocumentDesk, path: string) => Buffer.from(await (await desk.ask(path)).arrayBuffer())

/** Sends canaries in every way that is kept beside the database, and in some that are not. */
const act = async (desk: DocumentDesk): Promise<void> => {
  const row = await desk.row()
  const tus = { 'tus-resumable': '1.0.0' }
  expect((await put(desk, `${row}/raw`, `${canaries.file} ${'and more '.repeat(20_000)}`)).status).toBe(200)
  const begun = await desk.ask(`${row}/opinion`, { method: 'POST', headers: { ...tus, 'upload-length': '200000' } })
  const half = await desk.ask(new URL(begun.headers.get('location') ?? '', desk.base).href, {
    method: 'PATCH',
    headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    body: canaries.half.repeat(4000),
  })
  expect(half.status).toBe(204)
  const refused = await put(desk, `${row}/scan`, `MZ\x90\0${canaries.refused}`)
  expect(refused.status).toBe(422)
  const body = JSON.stringify({ title: canaries.refused, unheardOf: canaries.refused })
  const json = { 'content-type': 'application/json' }
  expect((await desk.ask('/documents', { method: 'POST', headers: json, body })).status).toBe(422)
  const { service } = desk.opened
  const one = call('Document.read', someone, { key: { id: row.slice(row.lastIndexOf('/') + 1) } })
  const origin = { style: 'test', requestId: canaries.request }
  expect((await service.execute({ ...one, context: { origin } })).kind).toBe('value')
  const denied = { ...one, operation: 'Document.delete', principal: { ...someone, attributes: { ward: 'south' } } }
  expect((await service.execute({ ...denied, context: { origin } })).kind).toBe('problem')
  await service.audit.flush()
  expect((await read(desk, `${row}/raw`)).toString()).toContain(canaries.file)
}

describe('on PostgreSQL', () => {
  test('where nothing is sealed at rest, what files and the record hold lies in the data folder', async () => {
    const desk = await deskOf('postgresql')
    await act(desk)
    await desk.close()
    expect(found()).toEqual(kept)
  })

  test.each(['local', 'vault'])(
    'canaries of files, refusals and the record are found nowhere in the data folder: keys by %s',
    async (keys) => {
      const vault = await vaultStandIn()
      const desk = await deskOf('postgresql', { ...atRest, ...(keys === 'vault' && vault.env) })
      await act(desk)
      expect(found()).toEqual([])
      const { service, derived } = desk.opened
      const [log = ''] = readdirSync(join(folder, 'audit'))
      const keyring = service.protection?.keyring
      if (!keyring) throw new Error('nothing is sealed')
      expect(await verifyReplicaLog(join(folder, 'audit', log), undefined, keyring)).toMatchObject({ isWhole: true })
      expect((await service.state.readKeys()).map(({ purpose, provider }) => [purpose, provider])).toEqual(
        ['data', 'file', 'index', 'log'].map((purpose) => [purpose, keys]),
      )
      await desk.close()
      expect(found()).toEqual([])
      expect(derived.model.atRest).toBe(undefined)
      vault.close()
    },
  )

  test('a charter asks for it as well as an operator', async () => {
    const desk = await deskOf('postgresql', {}, `${documentDesk('postgresql')}\natRest: encrypt\n`)
    await act(desk)
    await desk.close()
    expect(found()).toEqual([])
  })
})

describe.each(databases)('asked for later, on %s', (database) => {
  const bytes = randomBytes(150_000)
  const others = randomBytes(150_000)
  const digest = (of: Uint8Array) => createHash('sha256').update(of).digest('hex')
  const records = () => stored().filter((file) => file.startsWith(join(folder, 'files', 'files')))
  /** Records of files that are not sealed name their digests. */
  const openly = (of: Uint8Array) => records().filter((file) => readFileSync(file, 'utf8').includes(digest(of))).length

  test('files that lie there are read and removed, new ones sealed, and the same bytes sent again too', async () => {
    const before = await deskOf(database)
    const [one, two, three] = [await before.row('one'), await before.row('two'), await before.row('three')]
    for (const row of [one, two]) await put(before, `${row}/raw`, bytes)
    await put(before, `${three}/raw`, others)
    expect([openly(bytes), openly(others)]).toEqual([1, 1])
    const tus = { 'tus-resumable': '1.0.0' }
    const begun = await before.ask(`${one}/opinion`, { method: 'POST', headers: { ...tus, 'upload-length': '9' } })
    await before.close()

    const desk = await deskOf(database, atRest)
    for (const row of [one, two]) expect((await read(desk, `${row}/raw`)).equals(bytes)).toBe(true)
    expect((await desk.ask(`${one}/raw`, { headers: { range: 'bytes=5-9' } })).status).toBe(206)
    const gone = new URL(begun.headers.get('location') ?? '', desk.base).href
    expect((await desk.ask(gone, { method: 'HEAD', headers: tus })).status).toBe(404)
    expect((await put(desk, `${three}/raw`, others)).status).toBe(200)
    await vi.waitFor(() => expect(openly(others)).toBe(0), { timeout: 30_000, interval: 50 })
    expect((await read(desk, `${three}/raw`)).equals(others)).toBe(true)

    const four = await desk.row('four')
    await put(desk, `${four}/raw`, bytes)
    expect([records().length, openly(bytes)]).toEqual([3, 1])
    // Of the three rows that name it two are of before: what lies there as it was goes first, whoever of them does.
    expect((await desk.ask(four, { method: 'DELETE' })).status).toBe(204)
    await put(desk, `${one}/raw`, bytes)
    await vi.waitFor(() => expect(openly(bytes)).toBe(0), { timeout: 30_000, interval: 50 })
    for (const row of [one, two]) expect((await read(desk, `${row}/raw`)).equals(bytes)).toBe(true)
    expect(storedBytes().includes(bytes.subarray(20, 60))).toBe(false)
    for (const row of [one, two, three]) await desk.ask(`${row}/raw`, { method: 'DELETE' })
    // What was begun before goes when its time is over.
    const left = () => stored().filter((file) => !file.startsWith(join(folder, 'files', 'uploads')))
    await vi.waitFor(() => expect(left()).toEqual([]), { timeout: 30_000, interval: 50 })
    await desk.close()
  })

  test('what was sealed is not left without its keys: it is not taken back', async () => {
    await (await deskOf(database, atRest)).close()
    await expect(deskOf(database)).rejects.toThrow('it is not taken back')
    await (await deskOf(database, atRest)).close()
  })
})

test('while the key service is down the record goes on in the state, and is in the log once it is back', async () => {
  const vault = await vaultStandIn()
  const faults: unknown[] = []
  const env = { ...atRest, ...vault.env }
  const log = () => readdirSync(join(folder, 'audit')).map((name) => readFileSync(join(folder, 'audit', name), 'utf8'))
  vault.isDown = true
  const desk = await openDocumentDesk('sqlite', { folder, env, onBug: (error) => faults.push(error) })
  const { service } = desk.opened
  const { kind } = await service.execute(call('Letter.create', someone, { value: {} }))
  expect(kind).toBe('value')
  await service.audit.flush()
  expect(faults.map((fault) => (fault as Error).message)).not.toEqual([])
  expect((await service.state.recentAudit(10, 0)).map(({ operation }) => operation)).toEqual(['Letter.create'])
  expect(log()[0]).not.toContain('c1.')
  vault.isDown = false
  await vi.waitFor(
    async () => {
      await service.audit.flush()
      expect(log()[0]).toContain('\nc1.l1-')
    },
    { timeout: 20_000, interval: 200 },
  )
  await desk.close()
  vault.close()
})

test('answers are kept for their keys as they would be, whatever lies at rest: operations need no key service', async () => {
  const vault = await vaultStandIn()
  vault.isDown = true
  const env = { CHARTER_MODE: 'development', CHARTER_DATA: folder, ...atRest, ...vault.env }
  const text = `charter: 1
name: desk
access: { accepts: [jwt], roles: [clerk] }
entities:
  Note: { key: id, fields: { id: { type: uuid, default: generated } }, allow: { clerk: { do: [create, read] } } }
operations:
  ring: { input: {}, result: text, effect: write, mode: unary, rights: service }
policies: ['permit(principal in Role::"clerk", action == Action::"ring", resource);']
`
  const derived = derivedOf(text)
  const config = readConfig(env, { name: 'desk', databaseUrl: `file:${join(folder, 'rows.db')}` })
  const service = await openService(derived, { config, env, operations: { ring: async () => 'rung' } })
  const ring = call('ring', { ...someone, roles: ['clerk'] }, { value: {}, idempotencyKey: 'once' })
  for (const _ of [1, 2]) expect(await service.execute(ring)).toMatchObject({ value: 'rung' })
  vault.isDown = false
  await service.close()
  vault.close()
})

test('in development a SQLite file serves all the same, and the log says that it is not sealed', async () => {
  const said: unknown[] = []
  const derived = derivedOf(documentDesk('sqlite'))
  const databaseUrl = `file:${join(folder, 'rows.db')}`
  const env = { CHARTER_MODE: 'development', CHARTER_DATA: folder, ...atRest }
  const log = { request: () => {}, bug: (error: unknown) => said.push(error), refused: () => {}, close: () => {} }
  const open = (more: Readonly<Record<string, string>>) =>
    openService(derived, { config: readConfig({ ...env, ...more }, { name: 'desk', databaseUrl }), log })
  await (await open({})).close()
  expect(said.map(String)).toEqual([expect.stringMatching(/NOT SEALED AT REST: .*rows\.db is a SQLite file/)])
  await (await open({ CHARTER_VOLUME: 'encrypted' })).close()
  expect(said).toHaveLength(1)
})

test('a log that began before goes on beside it, sealed', async () => {
  const principal = [someone, { ...someone, id: 'another' }]
  for (const [at, env] of [{}, atRest].entries()) {
    const desk = await deskOf('sqlite', env)
    await desk.opened.service.execute(call('Document.list', principal[at] ?? null))
    await desk.close()
  }
  const texts = readdirSync(join(folder, 'audit'))
    .sort()
    .map((name) => readFileSync(join(folder, 'audit', name), 'utf8'))
  expect(texts.map((text) => [text.includes(canaries.person), text.includes('another'), /^c1\./m.test(text)])).toEqual([
    [true, false, false],
    [false, false, true],
  ])
})

describe('in production', () => {
  const secret = randomBytes(32).toString('base64url')
  const start = async (text: string, databaseUrl: string, env: Readonly<Record<string, string>>) => {
    const derived = derivedOf(text)
    const production = { CHARTER_SECRET: secret, CHARTER_DATA: folder, ...env }
    return openService(derived, { config: readConfig(production, { name: 'desk', databaseUrl }), env })
  }

  test('rows or state in a SQLite file are refused by name before one is made, unless their volume is encrypted', async () => {
    const file = `file:${join(folder, 'rows.db')}`
    const vault = await vaultStandIn()
    const sealed = { ...atRest, ...vault.env }
    await expect(start(documentDesk('sqlite'), file, sealed)).rejects.toThrow(
      /rows\.db is a SQLite file.*CHARTER_VOLUME=encrypted/,
    )
    await expect(start(`${documentDesk('sqlite')}\natRest: encrypt\n`, file, vault.env)).rejects.toThrow('LUKS')
    const apart = attached('postgresql', 'postgres://127.0.0.1:9/none')
    await expect(start(apart, 'postgres://127.0.0.1:9/none', sealed)).rejects.toThrow(/state\.db is a SQLite file/)
    expect(readdirSync(folder)).toEqual([])
    const service = await start(documentDesk('sqlite'), file, { ...sealed, CHARTER_VOLUME: 'encrypted' })
    await service.close()
    await expect(start(documentDesk('sqlite'), file, vault.env)).rejects.toThrow('it is not taken back')
    vault.close()
  })

  test('its keys are asked for, also where no field is protected', async () => {
    const text = documentDesk('postgresql').replace(', protect: encrypt', '')
    await expect(start(text, await urlOn('postgresql'), atRest)).rejects.toThrow('CHARTER_KEYS must be set')
    await expect(start(text, await urlOn('postgresql'), { ...atRest, CHARTER_KEYS: 'local' })).rejects.toThrow(
      'which production refuses',
    )
    const service = await start(text, await urlOn('postgresql'), {})
    expect(service.protection).toBe(null)
    await service.close()
  })
})

/** Rows that name no file. */
const withoutFiles = `  Note:
    key: id
    fields:
      id: { type: uuid, default: generated }
      tenantId: { type: text, length: 1..40, default: tenant }
      text: { type: text, length: 1..80 }
    allow: { clerk: { do: [create, read] } }
`

test('a key service that does not answer holds no other write up', async () => {
  let [aheadMs, isHanging] = [0, false]
  const answered = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  const keys = {
    name: 'slow',
    describe: () => 'slow',
    wrap: async (bytes: Uint8Array) => Buffer.from(bytes).toString('base64'),
    unwrap: async (wrapped: string) => {
      if (isHanging) {
        asked.resolve()
        await answered.promise
      }
      return Buffer.from(wrapped, 'base64')
    },
  } as unknown as KeyProvider
  const desk = await openDocumentDesk('sqlite', {
    text: `${documentDesk('sqlite').replace(', protect: encrypt', '')}${withoutFiles}`,
    env: atRest,
    keys,
    nowMs: () => Date.now() + aheadMs,
  })
  try {
    const row = await desk.row()
    expect((await desk.ask(`${row}/raw`, { method: 'PUT', body: 'some bytes' })).status).toBe(200)
    // Keys are kept for ten minutes.
    aheadMs = 660_000
    isHanging = true
    const removed = desk.ask(row, { method: 'DELETE' })
    await asked.promise
    const headers = { 'content-type': 'application/json' }
    expect((await desk.ask('/notes', { method: 'POST', headers, body: '{"text":"a word"}' })).status).toBe(201)
    isHanging = false
    answered.resolve()
    expect((await removed).status).toBe(204)
  } finally {
    answered.resolve()
    await desk.close()
  }
})
