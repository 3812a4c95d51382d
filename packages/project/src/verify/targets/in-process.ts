import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type ExampleRows, listenerPlaces } from '@charter/charter'
import { ProblemError } from '@charter/runtime'
import {
  type AnyOperationBody,
  type AnyRouteBody,
  ConfigError,
  PortError,
  readConfig,
  type ServiceHooks,
} from '@charter/runtime/service'
import { type Derived, openService } from '@charter/service'
import type { SqlConnector } from '@charter/sql'
import { exampleHooks } from '../../example-code.ts'
import { temporaryFolder } from '../../temporary-folder.ts'
import { openCredentials } from '../credentials/credentials.ts'
import { openExampleDatabase } from '../example-database.ts'
import type { Target } from '../target.ts'
import { tokenMint } from '../tokens.ts'
import { verifiedEnv } from '../verified-env.ts'
import { recordIn } from './record-in.ts'
import { serve } from './serve.ts'

export interface InProcessOptions {
  readonly operations?: Readonly<Record<string, AnyOperationBody>>
  readonly routes?: Readonly<Record<string, AnyRouteBody>>
  /** Left out: they do nothing, but give what they alone can. */
  readonly hooks?: ServiceHooks
  readonly onBug?: (error: unknown) => void
}

/** The in-process service of an owned charter, served on free ports, on a throw-away database. */
export const inProcessTarget = async (
  derived: Derived<SqlConnector>,
  examples: ExampleRows,
  { operations = {}, routes = {}, hooks = exampleHooks(derived.model), onBug = () => {} }: InProcessOptions = {},
): Promise<Target> => {
  const folder = await temporaryFolder('verify')
  const database = await openExampleDatabase(derived, examples, folder)
  const credentials = await openCredentials({ ...derived, dataFolder: folder, ...examples, state: database.state })
  const mint = await tokenMint(folder, derived.model, examples.attributes)
  const config = readConfig(
    {
      ...verifiedEnv,
      ...credentials.env,
      CHARTER_MODE: 'development',
      CHARTER_DATA: folder,
      DATABASE_URL: database.url,
      PORT: '0',
    },
    defaultsOf(derived),
  )
  const letGo = async (): Promise<void> => {
    await credentials.close()
    await database.close()
    await rm(folder, { recursive: true, force: true })
  }
  const service = await openService(derived, { config, operations, routes, hooks, onBug }).catch((error: unknown) =>
    letGo().then(() => Promise.reject(error)),
  )
  const served = await serve(derived, service)
  return {
    name: 'in process',
    url: served.url,
    urls: served.urls,
    tokenOf: (as, shows) => (shows ? credentials.show(as, shows) : mint(as)),
    start: async (env) => {
      const own = await temporaryFolder('start')
      await cp(join(folder, 'keys'), join(own, 'keys'), { recursive: true })
      const usual = { CHARTER_MODE: 'development', CHARTER_DATA: own, DATABASE_URL: database.url, PORT: '0' }
      const read = configIn({ ...credentials.env, ...usual, ...env }, derived)
      const gone = () => rm(own, { recursive: true, force: true })
      const refused = (why: string) => gone().then(() => why)
      if (typeof read === 'string') return refused(read)
      const told = { ...process.env, ...env }
      const beside = await openService(derived, { config: read, env: told, operations, hooks, onBug }).catch(mistakeIn)
      if (typeof beside === 'string') return refused(beside)
      const listening = await serve(derived, beside, told, read.editDesk).catch(mistakeIn)
      if (typeof listening === 'string') {
        await beside.close()
        return refused(listening)
      }
      return {
        url: listening.url,
        urls: listening.urls,
        page: beside.development?.page.address('') ?? null,
        stop: async () => {
          await listening.close()
          await beside.close()
          const record = await recordIn(own, database.keys)
          await gone()
          return { fault: null, log: null, record: async () => `${record}\n${await recordIn(folder, database.keys)}` }
        },
      }
    },
    places: credentials.places,
    hold: database.hold,
    another: database.another,
    reset: database.reset,
    close: async () => {
      await served.close()
      await service.close()
      await letGo()
    },
  }
}

/** What a mistake of the environment says, a place where nobody can listen, or a database that cannot be used; anything else goes on. */
const mistakeIn = (error: unknown): string => {
  if (error instanceof ConfigError || error instanceof PortError || isOfListening(error)) return error.message
  if (error instanceof ProblemError && error.problem.code === 'unavailable') return String(error.problem.cause)
  throw error
}

const isOfListening = (error: unknown): error is Error =>
  error instanceof Error && 'syscall' in error && error.syscall === 'listen'

const defaultsOf = ({ model, styles }: Derived) => ({
  name: model.name,
  databaseUrl: '',
  listeners: listenerPlaces(styles.map(({ style }) => style)),
})

/** The configuration of an environment, or what is wrong with it. */
const configIn = (env: Readonly<Record<string, string | undefined>>, derived: Derived) => {
  try {
    return readConfig(env, defaultsOf(derived))
  } catch (error) {
    return mistakeIn(error)
  }
}
