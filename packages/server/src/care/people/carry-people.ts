import { DatabaseSync } from 'node:sqlite'
import { privateFile } from '@charter/runtime/service'
import { makeAccountTables } from '../../people/accounts/account-tables.ts'
import { openFileDatabase } from '../../people/store/file-database.ts'
import { openPostgresqlPlace } from '../../place/postgresql.ts'
import { CareFault } from '../care-fault.ts'
import { fillFiles, type PeopleFiles, readFiles } from './file-people.ts'
import { type PeopleProof, peopleDifference, provePeople } from './people-rows.ts'
import { fillThere, type PeopleSession, readThere, tablesThere } from './postgresql-rows.ts'

export interface CarriedPeople {
  readonly people: Readonly<Record<string, PeopleProof>>
  /** All of it was there before. */
  readonly isThere: boolean
}

/**
 * Carries people from files that nobody writes into to PostgreSQL: one transaction there, read again and compared by counts and digests before it is
 * committed. Rejects with a CareFault where there are other people.
 */
export const peopleToPostgresql = (files: PeopleFiles, url: string): Promise<CarriedPeople> =>
  inSession(url, 'BEGIN', async (session) => {
    const tables = await tablesThere(session)
    const wanted = readFiles(files, tables)
    const before = await readThere(session, tables)
    const isThere = [...before.values()].some((rows) => rows.length > 0)
    if (!isThere) await fillThere(session, tables, wanted)
    const found = isThere ? before : await readThere(session, tables)
    const other = peopleDifference(wanted, found)
    if (other === null) return { people: provePeople(found), isThere }
    throw new CareFault(
      isThere
        ? `The database has people already, and other ones: of ${other}. Give one that is empty.`
        : `What was carried of ${other} is not what was there.`,
    )
  })

/** Carries people as they are in PostgreSQL at one moment into files that are not there, and compares them. Rejects with a CareFault. */
export const peopleToFiles = (url: string, files: PeopleFiles): Promise<CarriedPeople> =>
  inSession(url, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', async (session) => {
    const tables = await tablesThere(session)
    const wanted = await readThere(session, tables)
    await makeFiles(files)
    fillFiles(files, tables, wanted)
    const other = peopleDifference(wanted, readFiles(files, tables))
    if (other !== null) throw new CareFault(`What was carried of ${other} is not what was there.`)
    return { people: provePeople(wanted), isThere: false }
  })

/** Files with the tables of this version; those that are there get what they lack. */
export const makeFiles = async ({ people, links }: PeopleFiles): Promise<void> => {
  privateFile(people)
  const accounts = new DatabaseSync(people)
  await makeAccountTables(accounts).finally(() => accounts.close())
  await openFileDatabase(links).close()
}

const inSession = async <Result>(
  url: string,
  begin: string,
  work: (session: PeopleSession) => Promise<Result>,
): Promise<Result> => {
  const { pool, setUp } = await openPostgresqlPlace({ url, beforeMade: async () => {} })
  try {
    await setUp(() => makeAccountTables(pool))
    const client = await pool.connect()
    const session: PeopleSession = { query: (sql, values = []) => client.query(sql, [...values]) }
    try {
      await client.query(begin)
      const done = await work(session)
      await client.query('COMMIT')
      return done
    } finally {
      // What was not committed is undone with its session.
      client.release(true)
    }
  } finally {
    await pool.end()
  }
}
