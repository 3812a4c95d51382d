import { defineConnector } from '@charter/charter'
import { migrateWith } from '../migrate/migrate.ts'
import { accepts } from './accepts.ts'
import { check } from './check.ts'
import { openSqlite, openSqliteState } from './driver/open.ts'
import { makeTemporary } from './driver/temporary.ts'
import { introspect } from './introspect/introspect.ts'
import { dialect } from './migrate/dialect.ts'
import { render } from './render/entity.ts'
import { createSchema } from './render/schema.ts'

/** SQLite through `node:sqlite`: nothing to install, the file beside the service. */
export const sqlite = defineConnector({
  name: 'sqlite',
  title: 'SQLite',
  accepts,
  capabilities: { transactions: true, owns: true, cursors: true, counts: true, caseSensitiveLike: true },
  introspect,
  check,
  render,
  createSchema,
  migrate: migrateWith(dialect),
  open: (url, { replicaUrls: _, connectionsMax: __, ...options }) => openSqlite({ url, ...options }),
  openState: openSqliteState,
  ownUrl: (path) => `file:${path}.db`,
  makeTemporary,
  drivers: {
    node: {
      module: 'driver/open.ts',
      open: 'openSqlite',
      openState: 'openSqliteState',
      temporary: 'driver/temporary.ts',
      isPooled: false,
      dependencies: {},
      developmentDependencies: {},
      lock: {},
      files: [
        'driver/audit-rows.ts',
        'driver/breath.ts',
        'driver/claims.ts',
        'driver/outbox.ts',
        'driver/connection.ts',
        'driver/database.ts',
        'driver/errors.ts',
        'driver/open.ts',
        'driver/protected-state.ts',
        'driver/read-apart.ts',
        'driver/read-process.ts',
        'driver/schema.ts',
        'driver/state-schema.ts',
        'driver/state.ts',
        'driver/temporary.ts',
        'driver/turns.ts',
      ],
    },
  },
})
