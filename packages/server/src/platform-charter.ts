import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Charter } from '@charter/charter'
import { connectors, postgresql, sqlite } from '@charter/connectors'
import { requireSound } from '@charter/project/check'
import { loadCharter } from '@charter/project/load'
import { ConfigError } from '@charter/runtime'
import { fromEnvironment } from '@charter/runtime/service'
import { type Derived, derive } from '@charter/service'
import type { SqlConnector } from '@charter/sql'

const require = createRequire(import.meta.url)
const folder = join(dirname(require.resolve('@charter/server/package.json')), 'charter')

/** The platform's charter as it lies on disk, with every id that it ever gave. */
export const loadPlatform = () => loadCharter(folder)

/**
 * The platform's charter, over the database that the environment names: a file of its own where `DATABASE_URL` (or the file that
 * `DATABASE_URL_FILE` names) says nothing, else SQLite or PostgreSQL. Rejects with a ConfigError where that is another one.
 */
export const platformCharter = async (
  env: Readonly<Record<string, string | undefined>>,
): Promise<Derived<SqlConnector>> => {
  const loaded = await loadPlatform()
  const charter = requireSound(loaded)
  const database = databaseOf(fromEnvironment(env, 'DATABASE_URL') ?? '')
  const sources = charter.sources.map((source) => ({ ...source, database }))
  const of = database === postgresql.name ? withRowSecurity(charter) : charter
  return derive({ ...of, sources }, connectors, loaded.document.lock)
}

/** Behind its tenancy stands that of a database that has one. */
const withRowSecurity = (charter: Charter): Charter => {
  const { tenancy } = charter.access
  return tenancy ? { ...charter, access: { ...charter.access, tenancy: { ...tenancy, rowSecurity: true } } } : charter
}

const databaseOf = (url: string): string => {
  if (url === '') return sqlite.name
  const connector = [sqlite, postgresql].find((each) => each.accepts(url))
  if (connector) return connector.name
  throw new ConfigError(
    'DATABASE_URL of a platform names a PostgreSQL database (postgres://…), or a SQLite file (file:…).',
  )
}
