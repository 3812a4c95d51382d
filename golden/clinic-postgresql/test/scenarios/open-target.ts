import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openLog, readConfig, type Service } from '../../src/runtime/service/index.ts'
import { buildServer } from '../../src/server.ts'
import { openService } from '../../src/service.ts'
import { openCredentials } from './credentials/credentials.ts'
import { replaceRows } from './replace-rows.ts'
import { type RunningService, runService, StartFailed } from './run.ts'
import { deriving, listenBeside, makeTemporary, sql } from './service.ts'
import { listeners } from './style-environment.ts'
import type { Target } from './target.ts'
import { recordIn } from './targets/record-in.ts'
import { tokenMint } from './tokens.ts'

/** The service itself, too, for what is asked of it beneath its protocols. */
export interface OwnTarget extends Target {
  readonly service: Service
}

/** The service on ports of this machine, on a database of its own, with who vouches for its callers beside it. */
export const openTarget = async (): Promise<OwnTarget> => {
  const { model, examples } = deriving
  const folder = await mkdtemp(join(tmpdir(), 'service-'))
  const database = await makeTemporary(process.env.DATABASE_URL ?? null)
  let service: Service
  const credentials = await openCredentials({
    model,
    dataFolder: folder,
    attributes: examples.attributes,
    state: { saveApiKey: (key) => service.state.saveApiKey(key) },
  })
  const usual = { CHARTER_MODE: 'development', DATABASE_URL: database.url, ...credentials.env }
  const config = readConfig(
    { ...usual, CHARTER_DATA: folder, PORT: '0' },
    { name: model.name, databaseUrl: '', listeners },
  )
  service = await openService(config, openLog({ level: 'silent', name: model.name }))
  const app = await buildServer(service, config)
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const beside = await listenBeside(service, config)
  const mint = await tokenMint(folder, model, examples.attributes)
  return {
    service,
    name: model.name,
    url,
    urls: urlsOf({ url, ownUrls: beside.urls }),
    tokenOf: (as, shows) => (shows ? credentials.show(as, shows) : mint(as)),
    start: (env) => startBeside(service, folder, { ...usual, ...env }),
    places: credentials.places,
    reset: (rows) => replaceRows({ ...service, model, plans: sql }, rows === 'example' ? examples.rows : {}),
    close: async () => {
      await Promise.all([app.close(), beside.close()])
      await service.close()
      await credentials.close()
      await database.remove()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** By style; some have a port of their own. */
const urlsOf = ({ url, ownUrls }: Pick<RunningService, 'url' | 'ownUrls'>): Readonly<Record<string, string>> =>
  Object.fromEntries(deriving.styles.map(({ style: { name } }) => [name, ownUrls[name] ?? url]))

/** The same service as a process of its own, over the same rows. */
const startBeside = async (
  { protection }: Service,
  dataFolder: string,
  env: Readonly<Record<string, string | undefined>>,
): ReturnType<NonNullable<Target['start']>> => {
  const keys = protection?.keyring ?? null
  const own = await mkdtemp(join(tmpdir(), 'service-'))
  await cp(join(dataFolder, 'keys'), join(own, 'keys'), { recursive: true })
  try {
    const folder = fileURLToPath(new URL('../..', import.meta.url))
    const beside = await runService({ folder, port: 0, dataFolder: own, env })
    let log = ''
    beside.process.stdout?.on('data', (chunk: Buffer) => {
      log += chunk.toString()
    })
    return {
      url: beside.url,
      urls: urlsOf(beside),
      page: beside.pageUrl === undefined ? null : beside.pageUrl.slice(beside.url.length),
      stop: async () => {
        await beside.stop()
        const record = await recordIn(own, keys)
        await rm(own, { recursive: true, force: true })
        return {
          fault: beside.process.exitCode === 0 ? null : 'It did not end in order when it was told to (SIGTERM).',
          log,
          record: async () => `${record}\n${await recordIn(dataFolder, keys)}`,
        }
      },
    }
  } catch (error) {
    await rm(own, { recursive: true, force: true })
    if (error instanceof StartFailed) return error.message
    throw error
  }
}
