import { openStateWith, type PrimaryDatabase, type Server } from '@charter/sql/server'
import { insertInto, type StateDialect } from '@charter/sql/store'
import { auditOf } from './audit-state.ts'
import { setUp } from './database.ts'
import { outboxOf } from './outbox.ts'
import type { Product } from './product.ts'
import { hasTable, keyLength, stateTablesOf } from './state-schema.ts'

/** State in tables with the reserved prefix `_charter_`. */
export const openStateOf = (product: Product): Server['openState'] =>
  openStateWith({
    dialect: dialectOf(product),
    audit: auditOf,
    outbox: outboxOf,
    findTable: hasTable,
    boundName: (table) => `_charter_${table}`,
    tables: stateTablesOf(product),
    setUp,
    missing: async () => 'tables whose names begin with "_charter_"',
    it: 'them',
    who: 'user',
  })

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
