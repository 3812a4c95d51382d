import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ExampleRows } from '@charter/charter'
import { type Derived, serverNear } from '@charter/service'
import type { SqlConnector } from '@charter/sql'
import { freePort, type RunningService, runService, StartFailed } from '../../run.ts'
import { installNodeModules } from '../../runtime-cache.ts'
import { temporaryFolder } from '../../temporary-folder.ts'
import { openCredentials } from '../credentials/credentials.ts'
import { openExampleDatabase } from '../example-database.ts'
import type { Target } from '../target.ts'
import { tokenMint } from '../tokens.ts'
import { verifiedEnv } from '../verified-env.ts'
import { recordIn } from './record-in.ts'

const firstPort = 8900

export interface GeneratedOptions {
  readonly onLog?: ((line: string) => void) | undefined
  /** The server on which a throw-away database is made, where one needs a server. */
  readonly near?: string | null
}

/** A generated service, started from its folder on example rows in a throw-away database. Its own data is not touched. */
export const generatedTarget = async (
  folder: string,
  derived: Derived<SqlConnector>,
  examples: ExampleRows,
  { onLog = () => {}, near = serverNear() }: GeneratedOptions = {},
): Promise<Target> => {
  await installNodeModules(folder)
  const dataFolder = await temporaryFolder('verify')
  const database = await openExampleDatabase(derived, examples, dataFolder, near)
  const port = await freePort(firstPort + Math.floor(Math.random() * 800))
  const credentials = await openCredentials({ ...derived, dataFolder, ...examples, state: database.state })
  const mint = await tokenMint(dataFolder, derived.model, examples.attributes)
  const letGo = async (): Promise<void> => {
    await credentials.close()
    await database.close()
    await rm(dataFolder, { recursive: true, force: true })
  }
  const starting = runService({
    folder,
    port,
    databaseUrl: database.url,
    dataFolder,
    env: { ...verifiedEnv, ...credentials.env },
    onLog,
  })
  const service = await starting.catch((error: unknown) => letGo().then(() => Promise.reject(error)))
  return {
    name: folder,
    url: service.url,
    urls: urlsOf(derived, service),
    tokenOf: (as, shows) => (shows ? credentials.show(as, shows) : mint(as)),
    start: async (env) => {
      const own = await temporaryFolder('start')
      await cp(join(dataFolder, 'keys'), join(own, 'keys'), { recursive: true })
      let log = ''
      const started = {
        folder,
        port: 0,
        databaseUrl: database.url,
        dataFolder: own,
        env: { ...credentials.env, ...env },
        // What it says of itself before it listens.
        onLog: (line: string) => {
          log += `${line}\n`
        },
      }
      try {
        const beside = await runService(started)
        beside.process.stdout?.on('data', (chunk: Buffer) => {
          log += chunk.toString()
        })
        return {
          url: beside.url,
          urls: urlsOf(derived, beside),
          page: beside.pageUrl === undefined ? null : beside.pageUrl.slice(beside.url.length),
          stop: async () => {
            await beside.stop()
            const record = await recordIn(own, database.keys)
            await rm(own, { recursive: true, force: true })
            return {
              fault: beside.process.exitCode === 0 ? null : 'It did not end in order when it was told to (SIGTERM).',
              log,
              record: async () => `${record}\n${await recordIn(dataFolder, database.keys)}`,
            }
          },
        }
      } catch (error) {
        await rm(own, { recursive: true, force: true })
        if (error instanceof StartFailed) return error.message
        throw error
      }
    },
    places: credentials.places,
    hold: database.hold,
    another: database.another,
    reset: database.reset,
    close: async () => {
      await service.stop()
      await letGo()
    },
  }
}

/** Where each style of a running service is reached, by its name. */
export const urlsOf = (
  { styles }: Derived,
  { url, ownUrls }: Pick<RunningService, 'url' | 'ownUrls'>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(styles.map(({ style }) => [style.name, ownUrls[style.name] ?? url]))
