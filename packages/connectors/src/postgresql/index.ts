import { defineConnector } from '@charter/charter'
import { migrateWith } from '../migrate/migrate.ts'
import { accepts } from './accepts.ts'
import { check } from './check.ts'
import { openPostgresql, openPostgresqlState } from './driver/open.ts'
import { stateDdl } from './driver/state-schema.ts'
import { makeTemporary } from './driver/temporary.ts'
import lock from './driver-lock.json' with { type: 'json' }
import { introspect } from './introspect/introspect.ts'
import { dialect } from './migrate/dialect.ts'
import { render } from './render/entity.ts'
import { createSchema } from './render/schema.ts'

/** PostgreSQL through `pg`: a database of ours, or one that is there, as it is. */
export const postgresql = defineConnector({
  name: 'postgresql',
  title: 'PostgreSQL',
  accepts,
  capabilities: { transactions: true, owns: true, cursors: true, counts: true, caseSensitiveLike: true },
  introspect,
  check,
  render,
  createSchema,
  migrate: migrateWith(dialect),
  open: (url, options) => openPostgresql({ url, ...options }),
  openState: openPostgresqlState,
  stateDdl,
  ownUrl: () => null,
  makeTemporary,
  drivers: {
    node: {
      module: 'driver/open.ts',
      open: 'openPostgresql',
      openState: 'openPostgresqlState',
      temporary: 'driver/temporary.ts',
      isPooled: true,
      dependencies: { pg: '8.23.1' },
      developmentDependencies: { '@types/pg': '8.23.1' },
      lock,
      files: [
        'driver/address.ts',
        'driver/audit-rows.ts',
        'driver/audit-state.ts',
        'driver/claims.ts',
        'driver/outbox.ts',
        'driver/connection.ts',
        'driver/database.ts',
        'driver/errors.ts',
        'driver/fate.ts',
        'driver/open.ts',
        'driver/parsers.ts',
        'driver/placeholders.ts',
        'driver/pool.ts',
        'driver/protected-state.ts',
        'driver/reaching.ts',
        'driver/refused-value.ts',
        'driver/said.ts',
        'driver/schema.ts',
        'driver/state-schema.ts',
        'driver/state.ts',
        'driver/statement.ts',
        'driver/temporary.ts',
        'driver/transaction.ts',
      ],
    },
  },
})
