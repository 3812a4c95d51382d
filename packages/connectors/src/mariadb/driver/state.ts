import { ProblemError, problem, type State } from '@charter/runtime'
import type { PrimaryDatabase, StateOptions } from '@charter/sql/server'
import { insertInto, newestTable, type StateDialect, sharedState } from '@charter/sql/store'
import { auditOf } from './audit-state.ts'
import { setUp } from './database.ts'
import { outboxOf } from './outbox.ts'
import type { Product } from './product.ts'
import { hasTable, keyLength, stateTablesOf } from './state-schema.ts'

/** State in tables with the reserved prefix `_charter_`. Rejects with a ProblemError (`unavailable`) where they are not there and may not be made. */
export const openState = async (
  product: Product,
  { database, isTransactional, mayCreate }: StateOptions,
): Promise<State> => {
  await makeTables(product, { database, mayCreate })
  return {
    isTransactional,
    ...sharedState(database, dialectOf(product)),
    ...auditOf(database),
    ...outboxOf(database),
    close: async () => {},
  }
}

const makeTables = async (
  product: Product,
  { database, mayCreate }: Pick<StateOptions, 'database' | 'mayCreate'>,
): Promise<void> => {
  if ((await database.all(hasTable, [`_charter_${newestTable}`])).length > 0) return
  if (!mayCreate)
    throw new ProblemError(
      problem('unavailable', {
        cause: new Error(
          'The service\'s state is to be kept in this database itself, which needs tables whose names begin with "_charter_", and nothing else in it. They may not be made without being allowed. To allow it, start with --allow-ddl (a generated service: CHARTER_ALLOW_DDL=true) and a user who may create; or have the database\'s owner make them, with the statements that `charter introspect --state-ddl` prints; or leave `state: source` out of the charter, and the state is kept in a file of its own.',
        ),
      }),
    )
  await setUp(database, async (on) => {
    for (const statement of stateTablesOf(product)) await on.run(statement, [])
  })
}

const dialectOf = ({ collation, onDuplicate }: Product): StateDialect => ({
  table: (name) => `"_charter_${name}"`,
  isAmong: (column, of) =>
    `${column} IN (SELECT v FROM JSON_TABLE(?, '$[*]' COLUMNS (v ${of === 'numbers' ? 'bigint' : `varchar(${keyLength + 1}) CHARACTER SET utf8mb4 COLLATE ${collation}`} PATH '$')) AS j)`,
  insertNew: (table, columns) => insertInto(table, columns, { words: 'INSERT IGNORE INTO' }),
  upsert: (table, key, columns) =>
    insertInto(table, columns, { after: onDuplicate(columns.filter((name) => name !== key)) }),
  change: async (database, statement, values, given = null) =>
    given
      ? (await given.run(statement, values)).changes
      : (database as PrimaryDatabase).within('brief', async (on) => (await on.run(statement, values)).changes),
})
