import { createHash } from 'node:crypto'
import { ProblemError, problem, type SqlRow, type Transaction } from '../runtime/index.ts'
import type { PrimaryDatabase } from './database.ts'
import { findStateTable, makeStateSchema, stateName } from './state-schema.ts'

/** What a comment of a schema starts with that holds a table as data: kept, so that a migration can tell what changed. */
const structureMark = '-- structure '

/**
 * Makes the schema of a new database, or makes sure that an existing one is the schema expected: the newest, or the one
 * before while both are served. In one transaction, by one of several replicas that start at once. Rejects with a
 * ProblemError (`unavailable`) whose private cause says what to do when the database holds another schema.
 */
export const ensureSchema = async (database: PrimaryDatabase, schema: readonly string[]): Promise<void> => {
  const wanted = digestOf(schema)
  if (isServed(await readMeta(database), wanted)) return
  await database.setUp(async (transaction) => {
    const found = await readMeta(transaction)
    if (isServed(found, wanted)) return
    if (found === null) {
      if (await hasTables(transaction))
        throw refused('The database holds tables that this service did not make; give an empty one.')
      return createAll(transaction, schema, wanted)
    }
    if (!found.has('structure') && found.get('schema') === digestOf(statementsOf(schema)))
      return keep(transaction, schema, wanted)
    throw refused(
      'This database has another structure than the charter. Bring it there with `charter migrate <charter>` (`--dry-run` shows the SQL), then start again.',
    )
  })
}

/** Tells versions of a schema apart. SHA-256, hex, over its statements. */
export const digestOf = (schema: readonly string[]): string =>
  createHash('sha256').update(schema.join(';\n')).digest('hex')

type Meta = ReadonlyMap<string, string> | null

const isServed = (found: Meta, wanted: string): boolean =>
  found !== null && (found.get('schema') === wanted || found.get('schema before') === wanted)

const statementsOf = (schema: readonly string[]): readonly string[] =>
  schema.filter((line) => !line.startsWith(structureMark))

const createAll = async (transaction: Transaction, schema: readonly string[], digest: string): Promise<void> => {
  for (const statement of statementsOf(schema)) await transaction.run(statement, [])
  for (const statement of makeStateSchema) await transaction.run(statement, [])
  await transaction.run(
    `CREATE TABLE ${stateName}."meta" ("name" text NOT NULL PRIMARY KEY, "value" text NOT NULL)`,
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
    await transaction.run(
      `INSERT INTO ${stateName}."meta" ("name", "value") VALUES (?, ?) ON CONFLICT ("name") DO UPDATE SET "value" = excluded."value"`,
      row,
    )
}

type Reading = Pick<Transaction, 'all'>

const readMeta = async (on: Reading): Promise<Meta> => {
  const known = await on.all(findStateTable, ['meta'])
  if (known.length === 0) return null
  const rows = await on.all(`SELECT "name", "value" FROM ${stateName}."meta"`, [])
  return new Map(rows.map(([name, value]: SqlRow) => [String(name), String(value)]))
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
