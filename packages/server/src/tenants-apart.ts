import { ConfigError } from '@charter/runtime'
import type { ServiceConfig } from '@charter/runtime/service'
import { type Database, readOf } from '@charter/sql/store'

/** Rejects with a ConfigError where a platform in production is signed in to PostgreSQL as a role that is above row-level security. */
export const requireTenantsApart = async (
  database: Pick<Database, 'all'>,
  { connector, mode }: { readonly connector: string; readonly mode: ServiceConfig['mode'] },
): Promise<void> => {
  if (connector !== 'postgresql' || mode !== 'production') return
  const [[role = null] = []] = await database.all(aboveIt, [])
  if (role === null) return
  throw new ConfigError(
    `DATABASE_URL signs in as ${JSON.stringify(role)}, which is above row-level security: use a role without SUPERUSER and BYPASSRLS that owns the database.`,
  )
}

const aboveIt = readOf(
  'SELECT rolname::text FROM pg_catalog.pg_roles WHERE rolname = current_user AND (rolsuper OR rolbypassrls)',
)
