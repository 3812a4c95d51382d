import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { privateFile } from '@charter/runtime/service'
import type { AuthOptions } from './accounts/auth.ts'
import { openFileDatabase } from './store/file-database.ts'
import type { PeopleDatabase } from './store/people-database.ts'
import type { PostgresqlPeopleOptions } from './store/postgresql-database.ts'

/** Where people of a platform lie. */
export interface PeoplePlace {
  /** Accounts and sessions: better-auth's own. */
  readonly accounts: AuthOptions['database']
  /** What of sign-in is the platform's own. */
  readonly store: PeopleDatabase
  /** Work that makes tables, or people that are to be there once. */
  setUp<Result>(work: () => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

export interface PlaceOf {
  /** The platform's. */
  readonly folder: string
  /** The PostgreSQL database that they lie in; null: files of the folder. */
  readonly postgresql: PostgresqlPeopleOptions | null
}

/** Opens it. Rejects with a ConfigError where the role of the database may make none. */
export const placeOf = async ({ folder, postgresql }: PlaceOf): Promise<PeoplePlace> =>
  postgresql ? postgresqlPlace(postgresql) : folderPlace(folder)

/** Two files of the platform's folder: servers of one machine share them. */
const folderPlace = (folder: string): PeoplePlace => {
  const accounts = openAccountsFile(join(folder, 'people.db'))
  const store = openFileDatabase(join(folder, 'people-links.db'))
  return {
    accounts,
    store,
    setUp: (work) => work(),
    close: async () => {
      accounts.close()
      await store.close()
    },
  }
}

/** A schema of a PostgreSQL database, which servers of several machines share. */
const postgresqlPlace = async (options: PostgresqlPeopleOptions): Promise<PeoplePlace> => {
  // Whoever keeps people in files loads no driver.
  const { openPostgresqlPeople } = await import('./store/postgresql-database.ts')
  const { pool, database, setUp } = await openPostgresqlPeople(options)
  return { accounts: pool, store: database, setUp, close: () => database.close() }
}

const openAccountsFile = (file: string): DatabaseSync => {
  privateFile(file)
  const database = new DatabaseSync(file)
  database.exec('PRAGMA journal_mode = WAL; PRAGMA busy_timeout = 5000; PRAGMA foreign_keys = ON;')
  return database
}
