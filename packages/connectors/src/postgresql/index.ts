import { defineConnector } from '@charter/charter'
import { driverFiles, type SqlConnector, withCompanion } from '@charter/sql'
import { accepts } from './accepts.ts'
import { check } from './check.ts'
import lock from './driver-lock.json' with { type: 'json' }
import { lossReasons } from './introspect/loss-reasons.ts'
import { render } from './render/entity.ts'
import { createSchema } from './render/schema.ts'
import { stateTables } from './state-tables.ts'

/** PostgreSQL through `pg`: a database of ours, or one that is there, as it is. */
export const postgresql = defineConnector<SqlConnector>({
  name: 'postgresql',
  title: 'PostgreSQL',
  accepts,
  introspect: async (url, options) => (await import('./introspect/introspect.ts')).introspect(url, options),
  lossReasons,
  check,
  render,
  createSchema,
  migrate: async (url, options) => (await import('./migrate/dialect.ts')).migrate(url, options),
  open: async (url, options) => (await import('./driver/open.ts')).openPostgresql({ url, ...options }),
  openState: async (url) => (await import('./driver/open.ts')).openPostgresqlState(url),
  stateDdl: async (charter) => {
    const [{ stateDdl }, { schema }] = await Promise.all([
      import('./driver/state-schema.ts'),
      import('./driver/schema.ts'),
    ])
    return withCompanion(stateDdl, charter, { createSchema, dialect: schema })
  },
  ownUrl: () => null,
  stateTables,
  makeTemporary: async (near) => (await import('./driver/temporary.ts')).makeTemporary(near),
  print: async (url) => (await import('./printed.ts')).printed(url),
  drivers: {
    node: {
      module: 'driver/open.ts',
      open: 'openPostgresql',
      openState: 'openPostgresqlState',
      temporary: 'driver/temporary.ts',
      server: {
        image: 'postgres:17',
        port: 5432,
        scheme: 'postgres',
        folder: '/var/lib/postgresql/data',
        health: (database, user) => ['pg_isready', `--username=${user}`, `--dbname=${database}`],
        environment: (database, user, password) => ({
          POSTGRES_DB: database,
          POSTGRES_USER: user,
          POSTGRES_PASSWORD: password,
        }),
        trusting: { environment: { POSTGRES_HOST_AUTH_METHOD: 'trust' }, user: 'postgres', database: 'postgres' },
      },
      dependencies: { pg: '8.23.1' },
      developmentDependencies: { '@types/pg': '8.23.1' },
      lock,
      files: driverFiles(`
        audit-rows audit-state connection database errors fate open outbox parsers pg-boss/boss pg-boss/move-over
        pg-boss/open pg-boss/queue pg-boss/schema pg-boss/within placeholders reaching
        refused-value said schema search-path sessions state state-name state-schema statement temporary
        tenant-setting text-alone transaction
      `),
    },
  },
})
