import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { keyProviderOf } from '@charter/runtime/service'
import { openPostgresqlPlace } from '../place/postgresql.ts'
import { type SharedParts, sharedParts } from '../place/shared-parts.ts'
import { secretTexts } from '../secrets/sealed-secrets.ts'

export interface SharedPlaceOptions {
  /** The platform's. */
  readonly folder: string
  readonly url: string
  /** Names the key provider, as it does for the platform. */
  readonly env: Readonly<Record<string, string | undefined>>
}

/** What servers of a platform share in PostgreSQL beside rows and people. */
export interface SharedPlace extends SharedParts {
  /** Each as the text that its file would hold. Rejects with a ConfigError where they do not open. */
  secretTexts(): Promise<Readonly<Record<string, string>>>
  close(): Promise<void>
}

/** Opens it, where rows lie already. */
export const openSharedPlace = async ({ folder, url, env }: SharedPlaceOptions): Promise<SharedPlace> => {
  const place = await openPostgresqlPlace({ url, beforeMade: async () => {} })
  // A platform whose provider is a file of its folder has that file.
  const mode = existsSync(join(folder, 'keys', 'protection')) ? 'development' : 'production'
  const provider = () => keyProviderOf({ env, mode, dataFolder: folder, nowMs: Date.now })
  return {
    ...sharedParts(place, { folder, provider }),
    secretTexts: () => secretTexts({ query: place.query, provider }),
    close: () => place.pool.end(),
  }
}
