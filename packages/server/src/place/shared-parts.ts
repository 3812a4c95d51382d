import { join } from 'node:path'
import type { Blobs } from '../blobs/blobs.ts'
import { postgresqlBlobs } from '../blobs/postgresql-blobs.ts'
import type { PlatformSecrets } from '../secrets/platform-secrets.ts'
import { type SealedSecretsOptions, sealedSecrets } from '../secrets/sealed-secrets.ts'
import type { PostgresqlPlace } from './postgresql.ts'

export interface SharedParts {
  readonly secrets: PlatformSecrets
  /** Parts of releases. */
  readonly blobs: Blobs
}

/** Secrets and parts of releases, as they lie in PostgreSQL. `folder`: the platform's own on this machine. */
export const sharedParts = (
  { query, setUp }: Pick<PostgresqlPlace, 'query' | 'setUp'>,
  { folder, provider }: Pick<SealedSecretsOptions, 'provider' | 'folder'>,
): SharedParts => ({
  secrets: sealedSecrets({ query, setUp, provider, folder: join(folder, 'keys') }),
  blobs: postgresqlBlobs(query),
})
