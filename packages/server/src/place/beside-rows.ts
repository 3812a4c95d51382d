import { postgresql } from '@charter/connectors'
import { fromEnvironment, keyProviderOf, type ServiceConfig } from '@charter/runtime/service'
import { openSource } from '@charter/service'
import { requireItsPeople } from '../care/moved.ts'
import { sayOtherVersion } from '../care/other-version.ts'
import type { PlatformOptions } from '../open-platform.ts'
import type { platformCharter } from '../platform-charter.ts'
import { openPlace, type PlatformPlace } from './platform-place.ts'

type Derived = Awaited<ReturnType<typeof platformCharter>>

/**
 * Opens the place of a platform where its rows are: their PostgreSQL database, of which the tables of rows are made first, or the folder. Rejects with a
 * ConfigError where people were left in files, or the role of the database may make no schema.
 */
export const placeBesideRows = async (
  derived: Derived,
  config: Pick<ServiceConfig, 'databaseUrl' | 'mode'>,
  { folder, env, keys }: Pick<PlatformOptions, 'folder' | 'env' | 'keys'>,
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
