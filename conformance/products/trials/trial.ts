import { randomBytes } from 'node:crypto'
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectors } from '@charter/connectors'
import { installNodeModules, type RunningService, runService } from '@charter/project'
import type { Json } from '@charter/runtime'
import { developmentIssuer, signingKeyFile } from '@charter/runtime/service'
import type { DatabaseName } from '../../charters.ts'
import { type ProductName, writeProduct } from '../product.ts'

/** A product's generated service, of which several processes may run over one database and one folder of files. */
export interface Trial {
  /** What the files lie in. */
  readonly files: string
  /** Everything that the processes keep beside the database. */
  readonly folder: string
  readonly databaseUrl: string
  start(env?: Readonly<Record<string, string>>): Promise<RunningService>
  token(role: string, claims?: Readonly<Record<string, Json>>): Promise<string>
  end(): Promise<void>
}

/** `url`: of a database that is empty; null: one is made. */
export const openTrial = async (product: ProductName, database: DatabaseName, url: string | null): Promise<Trial> => {
  const folder = await mkdtemp(join(tmpdir(), 'charter-trial-'))
  const service = join(folder, 'service')
  await mkdir(service)
  const { derived } = await writeProduct(product, database, service)
  await installNodeModules(service)
  const connector = connectors.find(({ name }) => name === database)
  const made =
    url === null && database !== 'sqlite' ? await connector?.makeTemporary(process.env.DATABASE_URL ?? '') : undefined
  const databaseUrl = url ?? made?.url ?? `file:${join(folder, 'rows.db')}`
  const keys = join(folder, 'keys')
  await mkdir(keys, { recursive: true })
  const { model } = derived
  const pair = await signingKeyFile(join(keys, 'development.pem'), model.crypto)
  const issuer = await developmentIssuer({ ...pair, audience: model.name, personClaim: undefined, nowMs: Date.now })
  const files = join(folder, 'files')
  const secret = randomBytes(32).toString('base64url')
  const running = new Set<RunningService>()
  let started = 0
  return {
    files,
    folder,
    databaseUrl,
    start: async (env = {}) => {
      const dataFolder = join(folder, `process-${++started}`)
      await cp(keys, join(dataFolder, 'keys'), { recursive: true })
      const shared = { CHARTER_SECRET: secret, FILES: files, RATE_FAILED_SIGN_INS: '1000' }
      const process = await runService({
        folder: service,
        port: 0,
        databaseUrl,
        dataFolder,
        env: { ...shared, ...env },
      })
      // What a first one made, others open.
      if (started === 1) await cp(join(dataFolder, 'keys'), keys, { recursive: true })
      running.add(process)
      return process
    },
    token: (role, claims = {}) => issuer.token([role], { sub: role, ...claims }),
    end: async () => {
      for (const each of running) each.process.kill('SIGKILL')
      await made?.remove()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Asks for JSON of a service, and gives what it answers; rejects with what was refused. */
export const asking =
  (token: string) =>
  async (url: string, options: RequestInit = {}): Promise<Record<string, Json>> => {
    const response = await fetch(url, {
      ...options,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...options.headers },
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${options.method ?? 'GET'} ${url}: ${response.status} ${text}`)
    return text === '' ? {} : (JSON.parse(text) as Record<string, Json>)
  }

/** Asks until it holds; rejects with what did not after so long. */
export const until = async <Result>(withinMs: number, look: () => Promise<Result | undefined>): Promise<Result> => {
  const untilMs = Date.now() + withinMs
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    if (Date.now() > untilMs) throw new Error(`not within ${withinMs} ms: ${look}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
