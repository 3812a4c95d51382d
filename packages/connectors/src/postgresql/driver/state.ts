import { ProblemError, problem } from '@charter/runtime'
import { openStateWith, type StateKind } from '@charter/sql/server'
import { insertInto, insertUnlessThere, readOf, type StateDialect } from '@charter/sql/store'
import { auditOf } from './audit-state.ts'
import { setUp } from './database.ts'
import { isForbidden } from './errors.ts'
import { outboxOf } from './outbox.ts'
import { stateComment, stateName } from './state-name.ts'
import { findStateTable, makeStateSchema, stateTables, tableNames } from './state-schema.ts'

const describeSchema = readOf(
  `SELECT pg_catalog.obj_description(oid, 'pg_namespace') FROM pg_catalog.pg_namespace WHERE nspname = ?::text`,
)

/** The schema, where there is none. Rejects where one of that name is another's. */
const before: StateKind['before'] = async (on) => {
  const [schema] = await on.all(describeSchema, [stateName.slice(1, -1)])
  if (!schema) return makeStateSchema
  if (schema[0] === stateComment) return []
  const sentence = `The database has a schema ${stateName} that is not a Charter service's. Rename it, or give the state a database of its own.`
  throw new ProblemError(problem('unavailable', { cause: new Error(sentence) }))
}

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

/** State in a companion schema. */
export const openState = openStateWith({
  dialect,
  audit: auditOf,
  outbox: outboxOf,
  findTable: findStateTable,
  boundName: (table) => table,
  tables: stateTables,
  before,
  setUp,
  async openQueue({ kind, ...asked }, { url, database, isTransactional, mayCreate, steps }) {
    if (kind !== 'pg-boss' || !isTransactional) return undefined
    const { openBossQueue } = await import('./pg-boss/open.ts')
    return openBossQueue({ ...asked, url, database, mayCreate, steps })
  },
  async missing(on) {
    const absent: string[] = []
    for (const name of tableNames) if ((await on.all(findStateTable, [name])).length === 0) absent.push(name)
    return `the schema ${stateName} with the tables ${absent.join(', ')}`
  },
  it: 'it',
  who: 'role',
  isForbidden,
})
