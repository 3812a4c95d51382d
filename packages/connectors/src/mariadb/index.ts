import { defineConnector } from '@charter/charter'
import type { SqlConnector } from '@charter/sql'
import { accepts } from './accepts.ts'
import { check } from './check.ts'
import lock from './driver-lock.json' with { type: 'json' }
import { lossReasons } from './introspect/loss-reasons.ts'
import { render } from './render/entity.ts'
import { createSchema } from './render/schema.ts'

/** MariaDB through `mysql2`: a database of ours, or one that is there, as it is. */
export const mariadb = defineConnector<SqlConnector>({
  name: 'mariadb',
  title: 'MariaDB',
  accepts,
  introspect: async (url, options) => (await import('./introspect/introspect.ts')).introspect(url, options),
  lossReasons,
  check,
  render,
  createSchema,
  migrate: async (url, options) => (await import('./migrate/migrate.ts')).migrate(url, options),
  open: async (url, options) => (await import('./driver/open.ts')).openMariadb({ url, ...options }),
  openState: async (url) => (await import('./driver/open.ts')).openMariadbState(url),
  stateDdl: async () => (await import('./driver/state-schema.ts')).stateDdl,
  ownUrl: () => null,
  makeTemporary: async (near) => (await import('./driver/temporary.ts')).makeTemporary(near),
  print: async (url) => (await import('./printed.ts')).printed(url),
  drivers: {
    node: {
      module: 'driver/open.ts',
      open: 'openMariadb',
      openState: 'openMariadbState',
      temporary: 'driver/temporary.ts',
      server: {
        image: 'mariadb:11.4',
        port: 3306,
        scheme: 'mariadb',
        folder: '/var/lib/mysql',
        health: () => ['healthcheck.sh', '--connect', '--innodb_initialized'],
        environment: (database, user, password) => ({
          MARIADB_DATABASE: database,
          MARIADB_USER: user,
          MARIADB_PASSWORD: password,
          MARIADB_RANDOM_ROOT_PASSWORD: '1',
        }),
        trusting: { environment: { MARIADB_ALLOW_EMPTY_ROOT_PASSWORD: '1' }, user: 'root', database: 'mysql' },
      },
      dependencies: { mysql2: '3.24.6' },
      developmentDependencies: {},
      lock,
      files: [
        'driver/address.ts',
        'driver/audit-state.ts',
        'driver/connection.ts',
        'driver/database.ts',
        'driver/errors.ts',
        'driver/open.ts',
        'driver/outbox.ts',
        'driver/placeholders.ts',
        'driver/text-alone.ts',
        'driver/reaching.ts',
        'driver/schema.ts',
        'driver/settings.ts',
        'driver/state-schema.ts',
        'driver/state.ts',
        'driver/temporary.ts',
      ],
    },
  },
})
