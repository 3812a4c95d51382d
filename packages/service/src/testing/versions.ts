import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  emptyLock,
  formatLock,
  type Lock,
  type MigrateOptions,
  type MigrationReport,
  parseCharter,
  updateLock,
} from '@charter/charter'
import { connectors } from '@charter/connectors'
import type { Call, JsonObject, Outcome, Principal } from '@charter/runtime'
import { readConfig, type Service } from '@charter/runtime/service'
import type { SqlConnector, SqlStep } from '@charter/sql'
import { databaseOf } from '@charter/sql/store'
import { styles } from '@charter/styles'
import { type Derived, derive } from '../derive.ts'
import { openService } from '../open-service.ts'
import { testServer } from './attached.ts'
import { catalogueOf } from './catalogue.ts'
import { bodyOf, call } from './clinic.ts'
import type { DatabaseName } from './databases.ts'

export const owner: Principal = { id: 'o1', roles: ['owner'], attributes: {}, credential: 'jwt' }

/** A charter of entities alone: `body` stands under `entities`, each allowed the owner. */
export const shopText = (database: string, body: string, access = '{ roles: [owner] }'): string => `charter: 1
name: shop
serves: [rest]
sources: { main: { own: ${database} } }
access: ${access}
entities:
${body}`

/** One database, and versions of a charter that are served from it. Ids go on from version to version, as charter.lock keeps them. */
export const versions = async (database: DatabaseName) => {
  const connector = connectors.find(({ name }) => name === database)
  if (!connector) throw new Error(`there is no connector for ${database}`)
  const folder = mkdtempSync(join(tmpdir(), 'charter-migrate-'))
  const temporary = database === 'sqlite' ? null : await connector.makeTemporary(testServer(database))
  const url = temporary?.url ?? `file:${join(folder, 'rows.db')}`
  let lock: Lock = emptyLock
  const opened = new Set<Service>()

  const derivedOf = (body: string, access?: string): Derived<SqlConnector> => {
    const files = { 'charter.yaml': shopText(database, body, access), 'charter.lock': formatLock(lock) }
    const { charter, diagnostics } = parseCharter(files, { styles })
    if (!charter) throw new Error(JSON.stringify(diagnostics))
    const derived = derive(charter, connectors, lock)
    lock = updateLock(charter, lock)
    return derived
  }
  const serve = async (derived: Derived): Promise<Service> => {
    const env = { CHARTER_MODE: 'development', CHARTER_DATA: folder, DATABASE_URL: url }
    const service = await openService(derived, { config: readConfig(env, { name: 'shop', databaseUrl: url }) })
    opened.add(service)
    return service
  }
  const stop = async (service: Service): Promise<void> => {
    opened.delete(service)
    await service.close()
  }
  const migrate = (
    derived: Derived,
    options: Partial<MigrateOptions<SqlStep>> = {},
  ): Promise<MigrationReport<SqlStep>> =>
    connector.migrate(url, {
      charter: derived.charter,
      goal: 'expand',
      drops: [],
      expressions: {},
      isDryRun: false,
      ...options,
    })
  return {
    url,
    /** Where keys and files lie. */
    folder,
    connector,
    derivedOf,
    serve,
    stop,
    migrate,
    /** What the catalogue says, and what it would say had the database been made for this charter. */
    catalogues: async (service: Service, derived: Derived<SqlConnector>) => {
      const temporary = await connector.makeTemporary(testServer(database))
      const options = { isReadOnly: false, schema: derived.schema, statementTimeoutMs: 10_000 }
      const fresh = await connector.open(temporary.url, options)
      const [is, wanted] = [
        await catalogueOf(databaseOf(service.store), database),
        await catalogueOf(fresh.database, database),
      ]
      await fresh.close()
      await temporary.remove()
      return { is, wanted }
    },
    /** Id of a field that was dropped, by the name that it had. */
    idOf: (name: string): string => {
      const [entity, field] = name.split('.')
      const of = Object.values(lock.entities).find((each) => each.name === entity)
      return Object.entries(of?.fields ?? {}).find(([, each]) => each.name === field)?.[0] ?? name
    },
    close: async () => {
      for (const service of opened) await service.close()
      await temporary?.remove()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type Versions = Awaited<ReturnType<typeof versions>>

/** What a call of the owner gives; a problem fails the test. */
export const told = async (
  service: Service,
  operation: string,
  more: Parameters<typeof call>[2] = {},
  select?: Call['select'],
) => bodyOf(await service.execute({ ...call(operation, owner, more), ...(select && { select }) })) as JsonObject

export const outcomeOf = (
  service: Service,
  operation: string,
  more: Parameters<typeof call>[2] = {},
): Promise<Outcome> => service.execute(call(operation, owner, more))
