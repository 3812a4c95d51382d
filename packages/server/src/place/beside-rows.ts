import { postgresql } from '@charter/connectors'
import { fromEnvironment, type KeyProvider, keyProviderOf, type ServiceConfig } from '@charter/runtime/service'
import { openSource } from '@charter/service'
import { requireItsPeople } from '../care/moved.ts'
import { sayOtherVersion } from '../care/other-version.ts'
import type { platformCharter } from '../platform-charter.ts'
import { openPlace, type PlatformPlace } from './platform-place.ts'

type Derived = Awaited<ReturnType<typeof platformCharter>>

interface Beside {
  /** The platform's. */
  readonly folder: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Instead of the key provider that the environment names. */
  readonly keys?: KeyProvider
}

/**
 * Opens the place of a platform where its rows are: their PostgreSQL database, of which the tables of rows are made first, or the folder. Rejects with a
 * ConfigError where people were left in files, or the role of the database may make no schema.
 */
export const placeBesideRows = async (
  derived: Derived,
  config: Pick<ServiceConfig, 'databaseUrl' | 'mode'>,
  { folder, env, keys }: Beside,
): Promise<PlatformPlace> => {
  if (derived.connector.name !== postgresql.name) return openPlace({ folder, postgresql: null })
  requireItsPeople(folder)
  return openPlace({
    folder,
    postgresql: {
      url: config.databaseUrl,
      beforeMade: () =>
        openSource(derived, { url: config.databaseUrl, dataFolder: folder })
          .then((rows) => rows.close())
          .catch(sayOtherVersion({ folder, url: fromEnvironment(env, 'DATABASE_URL') ?? null })),
      provider: async () => keys ?? keyProviderOf({ env, mode: config.mode, dataFolder: folder, nowMs: Date.now }),
    },
  })
}
