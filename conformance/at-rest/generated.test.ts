import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
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
  scenariosFor,
  seedRows,
  whereItListens,
  writeTree,
} from '@charter/project'
import { openServiceLog } from '@charter/project/keys'
import { derive } from '@charter/service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Signer, signer } from '../../packages/service/src/testing/sign-in.ts'
import { keptCompiled } from '../kept-compiled.ts'

/** A generated service seals at rest what the in-process one seals (`packages/service/src/at-rest.test.ts`). */
const canaries = {
  file: 'CANARY of a file 5526',
  person: 'CANARY-person-8417',
  request: 'CANARY-request-2093',
} as const

const desk = (database: string): string => `charter: 1
name: desk
serves: [rest]
sources: { main: { own: ${database} } }
access: { accepts: [jwt], roles: [clerk] }
entities:
  Document:
    key: id
    fields:
      id: { type: uuid, default: generated }
      title: { type: text, length: 1..80 }
      raw: { type: file, max: 4 MiB }
    allow:
      clerk: { do: [create, read, list, update] }
`

let within: string
let keys: Signer
const children: ChildProcess[] = []
beforeAll(async () => {
  keys = await signer()
  within = await mkdtemp(join(tmpdir(), 'charter-at-rest-'))
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await keys.close()
  await rm(within, { recursive: true, force: true })
})

const generate = async (name: string, text: string) => {
  const source = join(within, `${name}-charter`)
  await mkdir(source)
  await writeFile(join(source, 'charter.yaml'), text)
  const loaded = await loadCharter(source)
  const charter = requireSound(loaded)
  const folder = join(within, name)
  await writeTree(folder, (await generateService(charter, 'node', loaded)).files)
  await installNodeModules(folder)
  return { folder, derived: derive(charter, connectors) }
}

/** The address it listens on, or what it says before it ends. */
const start = async (folder: string, env: Readonly<Record<string, string>>) => {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'src/main.ts'], {
    cwd: folder,
    env: {
      PATH: process.env.PATH ?? '',
      ...keptCompiled(),
      PORT: '0',
      GRPC_PORT: '0',
      JWT_ISSUER: 'https://id.example',
      JWKS_URL: keys.url,
      ...env,
    },
  })
  children.push(child)
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  const ended = once(child, 'close').then(([status]) => ({ url: '', status: status as number | null }))
  const { url, status } = await Promise.race([
    whereItListens(child.stdout).then(({ url }) => ({ url, status: null })),
    ended,
  ])
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal)
    await ended
  }
  return { url, status, said: () => said, end }
}

const claims = () => {
  const iat = Math.floor(Date.now() / 1000)
  const of = { iss: 'https://id.example', aud: 'desk', iat, exp: iat + 600 }
  return { ...of, sub: canaries.person, roles: ['clerk'] }
}

const found = async (folder: string): Promise<readonly string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const bytes = Buffer.concat(await Promise.all(files.map((file) => readFile(file))))
  return Object.entries(canaries).flatMap(([name, text]) => (bytes.includes(text) ? [name] : []))
}

test('canaries of files and of the record are found in no file of its data folder, and what was acknowledged is there after kill -9', async () => {
  const { folder, derived } = await generate('desk', desk('postgresql'))
  const database = await derived.connector.makeTemporary(process.env.CHARTER_TEST_POSTGRESQL ?? null)
  const live = async (data: string, more: Readonly<Record<string, string>>) => {
    const env = { CHARTER_MODE: 'development', CHARTER_DATA: join(within, data), DATABASE_URL: database.url, ...more }
    const service = await start(folder, env)
    expect(service.status, service.said()).toBe(null)
    const token = keys.token(claims())
    const ask = (path: string, init: RequestInit = {}) =>
      fetch(`${service.url}/api/v1${path}`, {
        ...init,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'x-request-id': canaries.request,
        },
      })
    const row = async (): Promise<string> => {
      const made = await ask('/documents', {
        method: 'POST',
        body: JSON.stringify({ title: 'a letter' }),
      })
      if (made.status !== 201) throw new Error(await made.text())
      return ((await made.json()) as { id: string }).id
    }
    return { ...service, env, ask, row }
  }
  const scan = `${canaries.file} ${'and so on '.repeat(30_000)}`

  const before = await live('plain', {})
  const plain = await before.row()
  expect((await before.ask(`/documents/${plain}/raw`, { method: 'PUT', body: scan })).status).toBe(200)
  await before.end('SIGTERM')
  expect(await found(before.env.CHARTER_DATA)).toEqual(expect.arrayContaining(['file', 'person']))

  const acknowledged: string[] = []
  for (const at of [1, 2]) {
    const service = await live('sealed', { CHARTER_AT_REST: 'encrypt' })
    const one = await service.row()
    expect((await service.ask(`/documents/${one}/raw`, { method: 'PUT', body: scan })).status).toBe(200)
    const writing = Promise.allSettled(
      Array.from({ length: 6 }, async () => {
        for (;;) {
          acknowledged.push(await service.row())
          if (acknowledged.length === at * 40) await service.end('SIGKILL')
        }
      }),
    )
    await writing
  }
  const service = await live('sealed', { CHARTER_AT_REST: 'encrypt' })
  for (const id of acknowledged) expect((await service.ask(`/documents/${id}`)).status).toBe(200)
  const again = await service.row()
  await service.ask(`/documents/${again}/raw`, { method: 'PUT', body: scan })
  expect(await (await service.ask(`/documents/${again}/raw`)).text()).toBe(scan)
  await service.end('SIGTERM')
  expect(await found(service.env.CHARTER_DATA)).toEqual([])

  const logs = join(service.env.CHARTER_DATA, 'audit')
  const lines: string[] = []
  for (const name of (await readdir(logs)).filter((each) => each.endsWith('.log')))
    lines.push(...(await openServiceLog({ derived, folder, env: service.env, file: join(logs, name) })))
  const recorded = lines.join('\n')
  expect(recorded).toContain(canaries.person)
  // What a kill kept from being written is another's to write after a minute: it is in the state till then.
  expect(acknowledged.filter((id) => recorded.includes(id)).length).toBeGreaterThan(acknowledged.length / 2)
  expect((await start(folder, { ...service.env, CHARTER_AT_REST: '' })).status).toBe(2)
  await database.remove()
}, 240_000)

test('a charter that asks for it is not served in production from a SQLite file, unless its volume is said to be encrypted, and holds to what `charter verify` starts', async () => {
  const { folder, derived } = await generate('file', `${desk('sqlite')}\natRest: encrypt\n`)
  const env = { CHARTER_DATA: join(within, 'file-data'), CHARTER_SECRET: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8' }
  const composition = await readFile(join(folder, 'compose.yaml'), 'utf8')
  for (const name of ['CHARTER_KEYS', 'CHARTER_VOLUME']) expect(composition).toContain(`${name}: \${${name}:?`)
  const refused = await start(folder, env)
  expect([refused.status, refused.said()]).toEqual([2, expect.stringContaining('CHARTER_VOLUME=encrypted')])
  const nowhere = { CHARTER_KEYS: 'vault:transit/key@http://127.0.0.1:9', VAULT_TOKEN: 't' }
  const service = await start(folder, { ...env, ...nowhere, CHARTER_VOLUME: 'encrypted' })
  expect([service.status, service.said()]).toEqual([null, expect.anything()])
  await service.end('SIGTERM')

  const examples = seedRows(derived.model)
  const target = await generatedTarget(folder, derived, examples)
  // What its keys and its volume decide, and what reads its record.
  const isOfIt = /^start\.(?:at-rest|keys|production)/
  const starts = scenariosFor(derived, examples).filter(({ id, start }) => start?.records || isOfIt.test(id))
  const report = await runScenarios(target, starts, { writes: true }).finally(() => target.close())
  expect([report.failed, report.skipped]).toEqual([[], []])
  expect(report.passed).toBe(starts.length)
  expect(starts.filter(({ start }) => start?.records).length).toBeGreaterThan(2)
}, 600_000)
