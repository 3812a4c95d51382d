import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ExampleRows } from '@charter/charter'
import {
  ConfigError,
  type OperationBody,
  readConfig,
  registerHealth,
  registerTokenEndpoint,
} from '@charter/runtime/service'
import { type Derived, openService } from '@charter/service'
import { serveStyles } from '@charter/styles'
import { openCredentials } from '../credentials/credentials.ts'
import { openExampleDatabase } from '../example-database.ts'
import type { Target } from '../target.ts'
import { tokenMint } from '../tokens.ts'

export interface InProcessOptions {
  readonly operations?: Readonly<Record<string, OperationBody>>
  readonly onBug?: (error: unknown) => void
}

/** The in-process service of an owned charter, served on free ports, on a throw-away database. */
export const inProcessTarget = async (
  derived: Derived,
  examples: ExampleRows,
  { operations = {}, onBug = () => {} }: InProcessOptions = {},
): Promise<Target> => {
  const folder = await mkdtemp(join(tmpdir(), 'charter-verify-'))
  const database = await openExampleDatabase(derived, examples, folder)
  const credentials = await openCredentials({ ...derived, dataFolder: folder, ...examples, state: database.state })
  const mint = await tokenMint(folder, derived.model, examples.attributes)
  const config = readConfig(
    { ...credentials.env, CHARTER_MODE: 'development', CHARTER_DATA: folder, DATABASE_URL: database.url, PORT: '0' },
    { name: derived.model.name, databaseUrl: '' },
  )
  const service = await openService(derived, { config, operations, onBug })
  const served = await serveStyles(derived.styles, service, {
    host: '127.0.0.1',
    port: 0,
    extend: (app) => {
      registerHealth(app, service)
      registerTokenEndpoint(app, service)
      app.get('/_charter/statements', async () => ({ statements: service.database.statementCount }))
    },
  })
  return {
    name: 'in process',
    url: served.url,
    urls: served.urls,
    tokenOf: (as, shows) => (shows ? credentials.show(as, shows) : mint(as)),
    start: async (env) => {
      const usual = { CHARTER_MODE: 'development', CHARTER_DATA: folder, DATABASE_URL: database.url }
      try {
        readConfig({ ...usual, ...env }, { name: derived.model.name, databaseUrl: '' })
        return null
      } catch (error) {
        if (error instanceof ConfigError) return error.message
        throw error
      }
    },
    reset: database.reset,
    close: async () => {
      await served.close()
      await service.close()
      await credentials.close()
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
