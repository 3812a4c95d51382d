import { type MigrationDialect, quoted } from '@charter/sql'
import { keepMeta } from '../driver/schema.ts'
import { createSchema } from '../render/schema.ts'
import { structureOf } from '../render/structure.ts'
import { alter } from './alter.ts'
import { bridge, unbridge } from './bridge.ts'
import { changeOf, convert } from './convert.ts'
import { fill } from './fill.ts'
import { openMigration } from './session.ts'

/** How a MariaDB database of ours is brought to another structure. */
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
  differs: (one, other) => `NOT ((${one}) <=> (${other}))`,
  quiet: { before: `SET @charter_sync = 'on'`, after: 'SET @charter_sync = NULL' },
  locks: {
    trigger: 'writes of the table wait for a moment',
    batch: 'writes of the rows of a batch, while it is written; other rows are free',
  },
  meta: '"_charter_meta"',
  keepMeta,
  open: openMigration,
}
