import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type KeyProvider, privateFile, privateFolder } from '@charter/runtime/service'
import { folderBlobs } from '../blobs/blobs.ts'
import type { AuthOptions } from '../people/accounts/auth.ts'
import { openFileDatabase } from '../people/store/file-database.ts'
import type { PeopleDatabase } from '../people/store/people-database.ts'
import { folderSecrets } from '../secrets/platform-secrets.ts'
import type { PostgresqlPlaceOptions } from './postgresql.ts'
import type { SharedParts } from './shared-parts.ts'

/** Where all that lies which servers of a platform share beside its rows. */
export interface PlatformPlace extends SharedParts {
  /** Accounts and sessions: better-auth's own. */
  readonly accounts: AuthOptions['database']
  /** What of sign-in is the platform's own. */
  readonly store: PeopleDatabase
  /** Work that makes tables, or what is to be there once. */
  setUp<Result>(work: () => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

export interface SharedPlaceOptions extends PostgresqlPlaceOptions {
  /** What seals secrets there; asked once one is read. */
  readonly provider: () => Promise<KeyProvider>
}

export interface PlaceOptions {
  /** The platform's. */
  readonly folder: string
  /** The PostgreSQL database that it lies in; null: files of the folder. */
  readonly postgresql: SharedPlaceOptions | null
}

/** Opens it. Rejects with a ConfigError where the role of the database may make none. */
export const openPlace = async ({ folder, postgresql }: PlaceOptions): Promise<PlatformPlace> => {
  privateFolder(folder)
  return postgresql ? postgresqlPlace(folder, postgresql) : folderPlace(folder)
}

/** Files of the platform's folder: servers of one machine share them. */
const folderPlace = (folder: string): PlatformPlace => {
  const accounts = openAccountsFile(join(folder, 'people.db'))
  const store = openFileDatabase(join(folder, 'people-links.db'))
  return {
    accounts,
    store,
    secrets: folderSecrets(join(folder, 'keys')),
    blobs: folderBlobs(join(folder, 'blobs')),
    setUp: (work) => work(),
    close: async () => {
      accounts.close()
      await store.close()
    },
  }
}

/** A schema of a PostgreSQL database, which servers of several machines share. */
const postgresqlPlace = async (folder: string, options: SharedPlaceOptions): Promise<PlatformPlace> => {
  // Whoever keeps all of it in files loads no driver.
  const { openPostgresqlPlace } = await import('./postgresql.ts')
  const { sharedParts } = await import('./shared-parts.ts')
  const opened = await openPostgresqlPlace(options)
  const { pool, database, setUp } = opened
  return {
    accounts: pool,
    store: database,
    ...sharedParts(opened, { folder, provider: options.provider }),
    setUp,
    close: () => database.close(),
  }
}

const openAccountsFile = (file: string): DatabaseSync => {
  privateFile(file)
  const database = new DatabaseSync(file)
  database.exec('PRAGMA journal_mode = WAL; PRAGMA busy_timeout = 5000; PRAGMA foreign_keys = ON;')
  return database
}
