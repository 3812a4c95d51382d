import { createHash } from 'node:crypto'
import { type Database, ProblemError, problem, type SqlRow, type Transaction } from '../runtime/index.ts'

/** What a comment of a schema starts with that holds a table as data: kept, so that a migration can tell what changed. */
const structureMark = '-- structure '

/**
 * Makes the schema of a new file, or makes sure that an existing one is the schema expected: the newest, or the one before
 * while both are served. Rejects with a ProblemError (`unavailable`) whose private cause says what to do when the file
 * holds another schema.
 */
export const ensureSchema = async (database: Database, schema: readonly string[]): Promise<void> => {
  const wanted = digestOf(schema)
  const found = await readMeta(database)
  if (found === null) {
    if (await hasTables(database))
      throw refused('The file holds tables that this service did not make; give another file.')
    return database.transaction((transaction) => createAll(transaction, schema, wanted))
  }
  if (found.get('schema') === wanted || found.get('schema before') === wanted) return
  if (!found.has('structure') && found.get('schema') === digestOf(statementsOf(schema)))
    return database.transaction((transaction) => keep(transaction, schema, wanted))
  throw refused(
    'This database has another structure than the charter. Bring it there with `charter migrate <charter>` (`--dry-run` shows the SQL), then start again.',
  )
}

/** Tells versions of a schema apart. SHA-256, hex, over its statements. */
export const digestOf = (schema: readonly string[]): string =>
  createHash('sha256').update(schema.join(';\n')).digest('hex')

const statementsOf = (schema: readonly string[]): readonly string[] =>
  schema.filter((line) => !line.startsWith(structureMark))

const createAll = async (transaction: Transaction, schema: readonly string[], digest: string): Promise<void> => {
  for (const statement of statementsOf(schema)) await transaction.run(statement, [])
  await transaction.run(
    'CREATE TABLE "_charter_meta" ("name" TEXT NOT NULL PRIMARY KEY, "value" TEXT NOT NULL) STRICT',
    [],
  )
  await keep(transaction, schema, digest)
}

const keep = async (transaction: Transaction, schema: readonly string[], digest: string): Promise<void> => {
  const tables = schema.flatMap((line) => (line.startsWith(structureMark) ? [line.slice(structureMark.length)] : []))
  const kept = [
    ['schema', digest],
    ['structure', `[${tables.join(',')}]`],
  ]
  for (const row of kept)
    await transaction.run('INSERT OR REPLACE INTO "_charter_meta" ("name", "value") VALUES (?, ?)', row)
}

const readMeta = async (database: Database): Promise<ReadonlyMap<string, string> | null> => {
  const known = await database.all(`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = '_charter_meta'`, [])
  if (known.length === 0) return null
  const rows = await database.all('SELECT "name", "value" FROM "_charter_meta"', [])
  return new Map(rows.map(([name, value]: SqlRow) => [String(name), String(value)]))
}

const hasTables = async (database: Database): Promise<boolean> => {
  const rows = await database.all(
    `SELECT 1 FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' LIMIT 1`,
    [],
  )
  return rows.length > 0
}

const refused = (why: string) => new ProblemError(problem('unavailable', { cause: new Error(why) }))
