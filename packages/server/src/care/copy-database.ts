import { open, rm } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { CareFault } from './care-fault.ts'

const waitMs = 10_000

/**
 * Copies a SQLite database as it is at one moment, whoever writes into it meanwhile; on disk when it resolves. What was deleted from it is not
 * in the copy (`VACUUM INTO`, sqlite.org/lang_vacuum.html).
 */
export const copyDatabase = async (from: string, to: string): Promise<void> => {
  const database = new DatabaseSync(from, { readOnly: true, timeout: waitMs })
  try {
    database.prepare('VACUUM INTO ?').run(to)
  } finally {
    database.close()
  }
  // SQLite leaves it to its caller.
  const handle = await open(to, 'r+')
  await handle.chmod(0o600)
  await handle.sync().finally(() => handle.close())
}

/** The same of a database that was made for its copy alone, and is gone afterwards with what lies beside it. */
export const copyCarried = async (from: string, to: string): Promise<void> => {
  await copyDatabase(from, to)
  for (const ending of ['', '-wal', '-shm']) await rm(`${from}${ending}`, { force: true })
}

/** How many rows each table has. Throws a CareFault where the database is damaged. */
export const rowsIn = (file: string): Readonly<Record<string, number>> => {
  const database = new DatabaseSync(file, { readOnly: true, timeout: waitMs })
  try {
    const [found] = database.prepare('PRAGMA integrity_check(1)').all()
    if (found?.integrity_check !== 'ok') throw new CareFault(`${file} is damaged: ${found?.integrity_check}`)
    const tables = database
      .prepare(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY name",
      )
      .all()
    return Object.fromEntries(tables.map(({ name }) => [String(name), countOf(database, String(name))]))
  } finally {
    database.close()
  }
}

const countOf = (database: DatabaseSync, table: string): number =>
  Number(database.prepare(`SELECT count(*) AS many FROM "${table.replaceAll('"', '""')}"`).get()?.many)

/** Digests of the blobs that rows of a platform's database name. */
export const blobsNamedIn = (file: string): ReadonlySet<string> => {
  const database = new DatabaseSync(file, { readOnly: true, timeout: waitMs })
  try {
    const rows = database.prepare(
      `SELECT DISTINCT part.value ->> 'digest' AS digest FROM release, json_each(release.parts) AS part`,
    )
    return new Set(rows.all().map(({ digest }) => String(digest)))
  } finally {
    database.close()
  }
}
