import { newestTables, type StateTypes, sharedTables } from '../sql-store/index.ts'

const types: StateTypes = {
  key: 'TEXT',
  short: 'TEXT',
  text: 'TEXT',
  number: 'INTEGER',
  flag: 'INTEGER',
  counted: 'INTEGER PRIMARY KEY',
  create: (name, lines) =>
    `CREATE TABLE IF NOT EXISTS "_charter_${name}" (\n  ${lines.join(',\n  ')}\n) STRICT${name === 'audit_row' ? ', WITHOUT ROWID' : ''}`,
  index: (name, table, column) => `CREATE INDEX IF NOT EXISTS "_charter_${name}" ON "_charter_${table}" ("${column}")`,
}

/** Tables of the state; the reserved prefix keeps them apart from a charter's own. */
export const stateSchema: readonly string[] = [
  ...sharedTables(types),
  types.create('drained', ['"only" INTEGER NOT NULL PRIMARY KEY CHECK ("only" = 1)', '"position" INTEGER NOT NULL']),
  // Positions are never given again, also once the newest rows were swept away.
  types.create('outbox', [
    '"position" INTEGER PRIMARY KEY AUTOINCREMENT',
    '"at_ms" INTEGER NOT NULL',
    '"changes" TEXT NOT NULL',
  ]),
  ...newestTables(types),
]
