import { newestTables, readOf, type StateTypes, sharedTables } from '@charter/sql/store'
import type { Product } from './product.ts'

/** What an index holds of a text, in characters. */
export const keyLength = 700

/** Tables of the state; the reserved prefix keeps them apart from others of the database. */
export const stateTablesOf = (product: Product): readonly string[] =>
  tablesIn(typesOf(product, keysOf(product))).filter((statement) => statement !== '')

type Keys = ReadonlyMap<string, readonly string[]>

const typesOf = ({ collation, indexOnce }: Product, keys: Keys): StateTypes => ({
  key: `varchar(${keyLength})`,
  short: 'varchar(200)',
  text: 'longtext',
  number: 'bigint',
  flag: 'tinyint',
  counted: 'bigint NOT NULL AUTO_INCREMENT PRIMARY KEY',
  create: (name, lines) =>
    `CREATE TABLE IF NOT EXISTS "_charter_${name}" (\n  ${[...lines, ...(keys.get(name) ?? [])].join(',\n  ')}\n) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE ${collation}`,
  index: (name, table, column) => indexOnce(name, `_charter_${table}`, column) ?? '',
})

/** Lines of CREATE TABLE for the indexes that cannot be made by a statement that may be said again, by their tables. */
const keysOf = (product: Product): Keys => {
  const keys = new Map<string, readonly string[]>()
  tablesIn({
    ...typesOf(product, keys),
    index: (name, table, column) => {
      if (product.indexOnce(name, table, column) === null)
        keys.set(table, [...(keys.get(table) ?? []), `KEY "${name}" ("${column}")`])
      return ''
    },
  })
  return keys
}

const tablesIn = (types: StateTypes): readonly string[] => [
  ...sharedTables(types),
  types.create('audit_pending', [
    '"position" bigint NOT NULL PRIMARY KEY',
    '"lines" int NOT NULL',
    '"drained" int NOT NULL DEFAULT 0',
    '"holder" varchar(64)',
    '"held_until" datetime(6)',
  ]),
  types.create('outbox', [
    '"position" bigint NOT NULL PRIMARY KEY',
    '"at_ms" bigint NOT NULL',
    '"changes" longtext NOT NULL',
  ]),
  types.create('outbox_last', ['"only" tinyint NOT NULL PRIMARY KEY', '"position" bigint NOT NULL']),
  `INSERT IGNORE INTO "_charter_outbox_last" ("only", "position") VALUES (1, 0)`,
  ...newestTables(types),
]

/** The same for whoever owns the database to make. */
export const stateDdlOf = (product: Product) => ({
  statements: stateTablesOf(product),
  grants: ['GRANT SELECT, INSERT, UPDATE, DELETE ON ….* TO …'],
})

/** Gives a row where there is a table of the parameter's name. */
export const hasTable = readOf(
  'SELECT 1 FROM information_schema.tables WHERE table_schema = database() AND table_name = ?',
)
