import { createHash } from 'node:crypto'
import { type Database, ProblemError, problem, type Transaction } from '../runtime/index.ts'

/**
 * Makes the schema of a new file, or makes sure that an existing one is the schema expected. Rejects with a ProblemError
 * (`unavailable`) whose private cause says what to do when the file holds another schema.
 */
export const ensureSchema = async (database: Database, schema: readonly string[]): Promise<void> => {
  const wanted = digestOf(schema)
  const found = await schemaDigest(database)
  if (found === wanted) return
  if (found !== null)
    throw refused(
      'This database was made for another structure of the charter. Move the file away to start with a new one (its rows stay in it): changing it in place is not built yet.',
    )
  if (await hasTables(database))
    throw refused('The file holds tables that this service did not make; give another file.')
  await database.transaction((transaction) => createAll(transaction, schema, wanted))
}

/** Tells versions of a schema apart. SHA-256, hex, over its statements. */
export const digestOf = (schema: readonly string[]): string =>
  createHash('sha256').update(schema.join(';\n')).digest('hex')

const createAll = async (transaction: Transaction, schema: readonly string[], digest: string): Promise<void> => {
  for (const statement of schema) await transaction.run(statement, [])
  await transaction.run(
    'CREATE TABLE "_charter_meta" ("name" TEXT NOT NULL PRIMARY KEY, "value" TEXT NOT NULL) STRICT',
    [],
  )
  await transaction.run('INSERT INTO "_charter_meta" ("name", "value") VALUES (?, ?)', ['schema', digest])
}

const schemaDigest = async (database: Database): Promise<string | null> => {
  const known = await database.all(`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = '_charter_meta'`, [])
  if (known.length === 0) return null
  const rows = await database.all('SELECT "value" FROM "_charter_meta" WHERE "name" = ?', ['schema'])
  return String(rows[0]?.[0] ?? '')
}

const hasTables = async (database: Database): Promise<boolean> => {
  const rows = await database.all(
    `SELECT 1 FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' LIMIT 1`,
    [],
  )
  return rows.length > 0
}

const refused = (why: string) => new ProblemError(problem('unavailable', { cause: new Error(why) }))
