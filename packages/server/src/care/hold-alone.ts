import { DatabaseSync } from 'node:sqlite'
import { CareFault } from './care-fault.ts'

/**
 * Holds a SQLite file so that nobody writes into it, and no platform opens it, until what is given is called. Throws a CareFault where somebody
 * has it open: to leave the journal of one's own takes a file that nobody else has (sqlite.org/wal.html, section 2).
 */
export const holdAlone = (file: string): (() => void) => {
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    database.exec('PRAGMA journal_mode = DELETE; BEGIN IMMEDIATE')
  } catch (error) {
    database.close()
    if (!(error instanceof Error) || !/locked|busy/.test(error.message)) throw error
    throw new CareFault(`${file} is in use: end the platform, then say it again.`)
  }
  return () => {
    database.exec('ROLLBACK')
    database.close()
  }
}
