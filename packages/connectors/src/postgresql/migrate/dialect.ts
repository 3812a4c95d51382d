import { type MigrationDialect, migrateWith } from '@charter/sql'
import { keepMeta } from '../driver/schema.ts'
import { stateName } from '../driver/state-name.ts'
import { createSchema, tableAt } from '../render/schema.ts'
import { structureOf } from '../render/structure.ts'
import { alter } from './alter.ts'
import { bridge, differs, unbridge } from './bridge.ts'
import { changeOf, convert } from './convert.ts'
import { fill } from './fill.ts'
import { openMigration } from './session.ts'

/** How a PostgreSQL database of ours is brought to another structure. */
export const dialect: MigrationDialect = {
  structureOf,
  createSchema,
  changeOf,
  convert,
  fill,
  hasAliases: true,
  tableAt,
  alter,
  bridge,
  unbridge,
  differs,
  // Ends with the transaction.
  quiet: { before: `SET LOCAL charter.sync = 'on'`, after: null },
  locks: {
    trigger: 'writes of the table wait for a moment',
    batch: 'writes of the rows of a batch, while it is written; other rows are free',
  },
  meta: `${stateName}."meta"`,
  keepMeta,
  open: openMigration,
}

export const migrate = migrateWith(dialect)
