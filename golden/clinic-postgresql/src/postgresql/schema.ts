import { createHash } from 'node:crypto'
import { ProblemError, problem, type Transaction } from '../runtime/index.ts'
import type { PrimaryDatabase } from './database.ts'
import { findStateTable, makeStateSchema, stateName } from './state-schema.ts'

/**
 * Makes the schema of a new database, or makes sure that an existing one is the schema expected: in one transaction, by one
 * of several replicas that start at once. Rejects with a ProblemError (`unavailable`) whose private cause says what to do
 * when the database holds another schema.
 */
export const ensureSchema = async (database: PrimaryDatabase, schema: readonly string[]): Promise<void> => {
  const wanted = digestOf(schema)
  if ((await schemaDigest(database)) === wanted) return
  await database.setUp(async (transaction) => {
    const found = await schemaDigest(transaction)
    if (found === wanted) return
    if (found !== null)
      throw refused(
        'This database was made for another structure of the charter. Create a new one and name that (the rows of this one stay): changing it in place is not built yet.',
      )
    if (await hasTables(transaction))
      throw refused('The database holds tables that this service did not make; give an empty one.')
    await createAll(transaction, schema, wanted)
  })
}

/** Tells versions of a schema apart. SHA-256, hex, over its statements. */
export const digestOf = (schema: readonly string[]): string =>
  createHash('sha256').update(schema.join(';\n')).digest('hex')

const createAll = async (transaction: Transaction, schema: readonly string[], digest: string): Promise<void> => {
  for (const statement of schema) await transaction.run(statement, [])
  for (const statement of makeStateSchema) await transaction.run(statement, [])
  await transaction.run(
    `CREATE TABLE ${stateName}."meta" ("name" text NOT NULL PRIMARY KEY, "value" text NOT NULL)`,
    [],
  )
  await transaction.run(`INSERT INTO ${stateName}."meta" ("name", "value") VALUES (?, ?)`, ['schema', digest])
}

type Reading = Pick<Transaction, 'all'>

const schemaDigest = async (on: Reading): Promise<string | null> => {
  const known = await on.all(findStateTable, ['meta'])
  if (known.length === 0) return null
  const rows = await on.all(`SELECT "value" FROM ${stateName}."meta" WHERE "name" = ?`, ['schema'])
  return String(rows[0]?.[0] ?? '')
}

/** Relations that no extension brought and that are no system's. */
const hasTables = async (on: Reading): Promise<boolean> => {
  const rows = await on.all(
    `SELECT 1 FROM pg_catalog.pg_class AS c JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
     WHERE n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema' AND c.relkind IN ('r', 'p', 'v', 'm', 'f', 'S')
       AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_depend AS d WHERE d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass AND d.objid = c.oid AND d.deptype = 'e')
     LIMIT 1`,
    [],
  )
  return rows.length > 0
}

const refused = (why: string) => new ProblemError(problem('unavailable', { cause: new Error(why) }))
