import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { access, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { kebabOf } from '@charter/charter'
import { connectors } from '@charter/connectors'
import {
  type ExampleDatabase,
  generateService,
  installNodeModules,
  loadCharter,
  openExampleDatabase,
  openVouchers,
  requireSound,
  signedToken,
  type Vouchers,
  whereItListens,
  writeTree,
} from '@charter/project'
import type { JsonObject } from '@charter/runtime'
import { developmentIssuer, signingKeyFile } from '@charter/runtime/service'
import { type Derived, derive } from '@charter/service'
import { type DatabaseName, onDatabase, onTestServer } from '../charters.ts'
import { keptCompiled } from '../kept-compiled.ts'
import { ask } from './ask.ts'
import type { Attack, Victim } from './attack.ts'

/** A service that was started to be attacked, and what has to go when it is over. */
export interface Started {
  readonly victim: Victim
  close(): Promise<void>
}

export type Played = Pick<Attack, 'charter' | 'env' | 'files' | 'operations' | 'rows'>

const startTimeoutMs = 60_000
/** Reads go on record within a second (docs/semantics.md). */
const flushedMs = 1200
const entriesMax = 10_000

/** Starts the service of a charter as a process, in one way on one database. Rejects with its own words where it does not start. */
export const startVictim = async (played: Played, way: Victim['way'], database: DatabaseName): Promise<Started> => {
  const folder = await mkdtemp(join(tmpdir(), 'charter-attack-'))
  const project = join(folder, 'charter')
  const dataFolder = join(folder, 'data')
  await mkdir(project)
  await mkdir(dataFolder, { mode: 0o700 })
  for (const [name, text] of Object.entries(played.files ?? {})) await writeFile(join(dataFolder, name), text)
  await writeFile(join(project, 'charter.yaml'), onDatabase(played.charter, database))
  const loaded = await loadCharter(join(project, 'charter.yaml'))
  const charter = requireSound(loaded)
  const derived = derive(charter, connectors, loaded.document.lock)
  onTestServer(database)
  const rows = await openExampleDatabase(derived, { rows: played.rows ?? {}, attributes: [] }, dataFolder)
  await rows.reset('example')
  const vouchers = played.env?.CHARTER_MODE === 'production' ? await openVouchers() : null
  const [cwd, args] =
    way === 'generated'
      ? [await generated(join(folder, 'service'), loaded, played), ['src/main.ts']]
      : [import.meta.dirname, ['serve.ts', join(project, 'charter.yaml'), ...(await bodiesIn(folder, played))]]
  const process = await spawned(cwd, args, {
    CHARTER_MODE: 'development',
    CHARTER_DATA: dataFolder,
    DATABASE_URL: rows.url,
    PORT: '0',
    GRPC_PORT: '0',
    ...(vouchers && {
      JWT_ISSUER: vouchers.env.JWT_ISSUER,
      JWKS_URL: vouchers.env.JWKS_URL,
      CHARTER_SECRET: randomBytes(32).toString('base64url'),
    }),
    ...Object.fromEntries(
      Object.entries(played.env ?? {}).map(([name, value]) => [name, value.replace('{data}', () => dataFolder)]),
    ),
  })
  return {
    victim: await victimOf({ way, database, derived, dataFolder, rows, vouchers, ...process }),
    close: async () => {
      process.child.kill('SIGKILL')
      await process.ended
      await vouchers?.close()
      await rows.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const generated = async (
  folder: string,
  loaded: Awaited<ReturnType<typeof loadCharter>>,
  { operations = {} }: Played,
): Promise<string> => {
  await writeTree(folder, (await generateService(requireSound(loaded), 'node', loaded)).files)
  await installNodeModules(folder)
  for (const [name, text] of Object.entries(operations)) {
    const file = join(folder, 'src', 'operations', `${kebabOf(name)}.ts`)
    // What is written where nobody looks is no body, and then the attack judges nothing.
    await access(file)
    await writeFile(file, text)
  }
  return folder
}

const bodiesIn = (folder: string, { operations = {} }: Played): Promise<readonly string[]> =>
  Promise.all(
    Object.entries(operations).map(async ([name, text]) => {
      const path = join(folder, `${name}.ts`)
      await writeFile(path, text)
      return path
    }),
  )

interface Process {
  readonly child: ChildProcess
  readonly ended: Promise<unknown>
  readonly urls: { readonly url: string; readonly ownUrls: Readonly<Record<string, string>> }
  said(): string
}

const spawned = async (cwd: string, args: readonly string[], env: Record<string, string>): Promise<Process> => {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    cwd,
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...keptCompiled(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close')
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
  const late = wait(startTimeoutMs, null, { ref: false })
  const urls = await Promise.race([whereItListens(child.stdout), ended.then(() => null), late])
  if (!urls) {
    child.kill('SIGKILL')
    throw new Error(`The service did not start: ${said.slice(-2000)}`)
  }
  return { child, ended, urls, said: () => said }
}

interface Parts extends Process {
  readonly way: Victim['way']
  readonly database: DatabaseName
  readonly derived: Derived
  readonly dataFolder: string
  readonly rows: ExampleDatabase
  readonly vouchers: Vouchers | null
}

const tokenOf = ({ issuer, keyId, privateKey }: Vouchers['provider'], audience: string, claims: JsonObject): string => {
  const now = Math.floor(Date.now() / 1000)
  const usual = { iss: issuer, aud: audience, sub: 'ada', iat: now, exp: now + 3600, jti: randomUUID(), auth_time: now }
  return signedToken(
    { alg: 'EdDSA', kid: keyId, typ: 'at+jwt' },
    { ...usual, amr: ['pwd', 'mfa'], ...claims },
    privateKey,
    {},
  )
}

const victimOf = async (parts: Parts): Promise<Victim> => {
  const { way, database, derived, dataFolder, rows, vouchers, child, urls, said } = parts
  const { model } = derived
  const pair = await signingKeyFile(join(dataFolder, 'keys', 'development.pem'), model.crypto)
  const { personClaim } = model.access
  const issuer = await developmentIssuer({ ...pair, audience: model.name, personClaim, nowMs: Date.now })
  return {
    way,
    database,
    url: urls.url,
    urls: Object.fromEntries(derived.styles.map(({ style }) => [style.name, urls.ownUrls[style.name] ?? urls.url])),
    token: async (roles, claims) =>
      vouchers
        ? tokenOf(vouchers.provider, model.name, { roles: [...roles], ...claims })
        : issuer.token(roles, claims as JsonObject),
    ask: (method, path, asked) => ask(method, `${urls.url}${path}`, asked),
    record: async () => {
      await wait(flushedMs)
      return [...(await rows.state.recentAudit(entriesMax, 0))].reverse() as unknown as readonly JsonObject[]
    },
    log: said,
    folder: dataFolder,
    sql: async (text, values = []) => {
      if (/^\s*select/i.test(text)) return rows.database.all(text, values)
      await rows.database.transaction((transaction) => transaction.run(text, values))
      return []
    },
    memoryMb: async () => {
      const text = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
      const found = /VmRSS:\s+(\d+) kB/.exec(text)
      return found ? Math.round(Number(found[1]) / 1024) : null
    },
    processId: child.pid ?? 0,
  }
}
