import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ExampleRows } from '@charter/charter'
import { type OperationBody, readConfig, registerHealth, registerTokenEndpoint } from '@charter/runtime/service'
import { type Derived, openService } from '@charter/service'
import { serveStyles } from '@charter/styles'
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
  const config = readConfig(
    { CHARTER_MODE: 'development', CHARTER_DATA: folder, DATABASE_URL: database.url, PORT: '0' },
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
    tokenOf: await tokenMint(folder, derived.model, examples.attributes),
    reset: database.reset,
    close: async () => {
      await served.close()
      await service.close()
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
