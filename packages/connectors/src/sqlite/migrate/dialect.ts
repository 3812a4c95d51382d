import { type MigrationDialect, migrateWith, quoted } from '@charter/sql'
import { keepMeta } from '../driver/schema.ts'
import { createSchema } from '../render/schema.ts'
import { structureOf } from '../render/structure.ts'
import { alter } from './alter.ts'
import { bridge, unbridge } from './bridge.ts'
import { changeOf, convert } from './convert.ts'
import { fill } from './fill.ts'
import { openMigration } from './session.ts'

/** How a SQLite file of ours is brought to another structure. */
export const dialect: MigrationDialect = {
  structureOf,
  createSchema,
  changeOf,
  convert,
  fill,
  hasAliases: false,
  tableAt: ({ name }) => quoted(name),
  alter,
  bridge,
  unbridge,
  differs: (one, other) => `${one} IS NOT (${other})`,
  // In the same transaction, so nobody else sees it.
  quiet: {
    before: `INSERT INTO "_charter_meta" ("name", "value") VALUES ('sync', 'on')`,
    after: `DELETE FROM "_charter_meta" WHERE "name" = 'sync'`,
  },
  locks: {
    trigger: 'all writes to the file, for a moment',
    batch: 'all writes to the file, while the rows of a batch are written',
  },
  meta: '"_charter_meta"',
  keepMeta,
  open: openMigration,
}

export const migrate = migrateWith(dialect)
