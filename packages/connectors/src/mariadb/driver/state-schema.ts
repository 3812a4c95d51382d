import { newestTables, readOf, type StateTypes, sharedTables } from '@charter/sql/store'
import { collation } from './settings.ts'

/** What an index holds of a text, in characters. */
export const keyLength = 700

const types: StateTypes = {
  key: `varchar(${keyLength})`,
  text: 'longtext',
  number: 'bigint',
  flag: 'tinyint',
  counted: 'bigint NOT NULL AUTO_INCREMENT PRIMARY KEY',
  create: (name, lines) =>
    `CREATE TABLE IF NOT EXISTS "_charter_${name}" (\n  ${lines.join(',\n  ')}\n) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE ${collation}`,
  index: (name, table, column) => `CREATE INDEX IF NOT EXISTS "${name}" ON "_charter_${table}" ("${column}")`,
}

/** Tables of the state; the reserved prefix keeps them apart from others of the database. */
export const stateTables: readonly string[] = [
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
export const stateDdl = { statements: stateTables, grants: ['GRANT SELECT, INSERT, UPDATE, DELETE ON ….* TO …'] }

/** Gives a row where there is a table of the parameter's name. */
export const hasTable = readOf(
  'SELECT 1 FROM information_schema.tables WHERE table_schema = database() AND table_name = ?',
)
