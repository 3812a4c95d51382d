import { ProblemError, problem, type QueueOptions, type State } from '../runtime/index.ts'
import type { PrimaryDatabase, StateOptions } from '../sql-server/index.ts'
import type { SqlTransaction } from '../sql-store/index.ts'
import {
  insertInto,
  insertUnlessThere,
  newestTable,
  readOf,
  type StateDialect,
  sharedState,
  stepsOf,
} from '../sql-store/index.ts'
import { auditOf } from './audit-state.ts'
import { setUp } from './database.ts'
import { stateOf } from './errors.ts'
import { outboxOf } from './outbox.ts'
import { stateComment, stateName } from './state-name.ts'
import { findStateTable, makeStateSchema, stateTables, tableNames } from './state-schema.ts'

/**
 * State in a companion schema; makes it where it is not there yet. Rejects with a ProblemError (`unavailable`) when a schema
 * of that name is another's.
 */
export const openState = async ({ url, database, isTransactional, mayCreate }: StateOptions): Promise<State> => {
  await makeTables(database, mayCreate)
  const steps = stepsOf(database, dialect)
  const shared = sharedState(database, dialect, steps)
  return {
    isTransactional,
    ...shared,
    async openQueue(options: QueueOptions) {
      if (options.kind !== 'pg-boss' || !isTransactional) return shared.openQueue(options)
      const { openBossQueue } = await import('./pg-boss/open.ts')
      return openBossQueue({ ...options, url, database, steps })
    },
    ...auditOf(database),
    ...outboxOf(database),
    close: async () => {},
  }
}

/** Only where one is missing: a role that may not create anything is fine when they are there. */
const makeTables = async (database: PrimaryDatabase, mayCreate: boolean): Promise<void> => {
  const found = await database.all(findStateTable, [newestTable])
  if (found.length > 0) return
  await requireOurs(database)
  if (!mayCreate) throw refused(await missing(database), 'It may not be made without being allowed')
  try {
    await setUp(database, async (transaction) => {
      if (!(await requireOurs(transaction)))
        for (const statement of makeStateSchema) await transaction.run(statement, [])
      for (const statement of stateTables) await transaction.run(statement, [])
    })
  } catch (error) {
    if (error instanceof ProblemError && stateOf(error) === '42501')
      throw refused(await missing(database), 'The role of the URL has no permission to make it', error)
    throw error
  }
}

const describeSchema = readOf(
  `SELECT pg_catalog.obj_description(oid, 'pg_namespace') FROM pg_catalog.pg_namespace WHERE nspname = ?::text`,
)

/** Whether there is a schema of that name. Rejects where it is another's. */
const requireOurs = async (on: Pick<SqlTransaction, 'all'>): Promise<boolean> => {
  const [schema] = await on.all(describeSchema, [stateName.slice(1, -1)])
  if (schema && schema[0] !== stateComment)
    throw unavailable(
      `The database has a schema ${stateName} that is not a Charter service's. Rename it, or give the state a database of its own.`,
    )
  return schema !== undefined
}

/** `the schema "charter_state" with the tables audit, …`, as far as they are not there. */
const missing = async (on: Pick<SqlTransaction, 'all'>): Promise<string> => {
  const absent: string[] = []
  for (const name of tableNames) if ((await on.all(findStateTable, [name])).length === 0) absent.push(name)
  return `the schema ${stateName} with the tables ${absent.join(', ')}`
}

const refused = (what: string, why: string, cause?: unknown): ProblemError =>
  unavailable(
    `The service's state is to be kept in this database itself, which needs ${what}, and nothing else in it. ${why}. To allow it, start with --allow-ddl (a generated service: CHARTER_ALLOW_DDL=true) and a role that may create; or have the database's owner make it, with the statements that \`charter introspect --state-ddl\` prints; or leave \`state: source\` out of the charter, and the state is kept in a file of its own.`,
    cause,
  )

const unavailable = (sentence: string, cause?: unknown): ProblemError =>
  new ProblemError(problem('unavailable', { cause: new Error(sentence, { cause }) }))

export const dialect: StateDialect = {
  table: (name) => `${stateName}."${name}"`,
  // An array first, so that the index is asked for each of its members.
  isAmong: (column, of) =>
    `${column} = ANY (ARRAY(SELECT ${of === 'numbers' ? '(jsonb_array_elements_text(?::jsonb))::bigint' : 'jsonb_array_elements_text(?::jsonb)'}))`,
  insertNew: insertUnlessThere,
  upsert: (table, key, columns) =>
    insertInto(table, columns, {
      after: ` ON CONFLICT ("${key}") DO UPDATE SET ${columns
        .filter((name) => name !== key)
        .map((name) => `"${name}" = excluded."${name}"`)
        .join(', ')}`,
    }),
  // A statement alone is atomic by itself, and none of the reads that SERIALIZABLE has to watch.
  change: async (database, statement, values, given = null) =>
    given
      ? (await given.run(statement, values)).changes
      : (await database.all({ ...statement, text: `${statement.text} RETURNING 1` }, values)).length,
}
