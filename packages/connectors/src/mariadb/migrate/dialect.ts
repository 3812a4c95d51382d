import { type MigrationDialect, migrateWith, quoted } from '@charter/sql'
import { keepMetaOf } from '../driver/schema.ts'
import type { Profile } from '../profile/profile.ts'
import { createSchema } from '../render/schema.ts'
import { structureOf } from '../render/structure.ts'
import { alter } from './alter.ts'
import { bridge, unbridge } from './bridge.ts'
import { changeOf, convert } from './convert.ts'
import { fillOf } from './fill.ts'
import { openMigration } from './session.ts'

/** How a database of ours is brought to another structure. */
export const dialectOf = (profile: Profile): MigrationDialect => ({
  structureOf: (charter) => structureOf(profile, charter),
  createSchema: (charter) => createSchema(profile, charter),
  changeOf,
  convert,
  fill: fillOf(profile),
  hasAliases: false,
  tableAt: ({ name }) => quoted(name),
  alter: (altering) => alter(profile, altering),
  bridge: (table, given) => bridge(profile, table, given),
  unbridge,
  differs: (one, other) => `NOT ((${one}) <=> (${other}))`,
  quiet: { before: `SET @charter_sync = 'on'`, after: 'SET @charter_sync = NULL' },
  locks: {
    trigger: 'writes of the table wait for a moment',
    batch: 'writes of the rows of a batch, while it is written; other rows are free',
  },
  meta: '"_charter_meta"',
  keepMeta: keepMetaOf(profile.product),
  open: (url) => openMigration(profile, url),
})

export const migrateOf = (profile: Profile) => migrateWith(dialectOf(profile))
