import { defineConnector } from '@charter/charter'
import { driverFiles, type SqlConnector, withCompanion } from '@charter/sql'
import { accepts } from './accepts.ts'
import { check } from './check.ts'
import { lossReasons } from './introspect/loss-reasons.ts'
import { render } from './render/entity.ts'
import { createSchema } from './render/schema.ts'
import { stateTables } from './state-tables.ts'

/** SQLite through `node:sqlite`: nothing to install, the file beside the service. */
export const sqlite = defineConnector<SqlConnector>({
  name: 'sqlite',
  title: 'SQLite',
  accepts,
  introspect: async (url, options) => (await import('./introspect/introspect.ts')).introspect(url, options),
  lossReasons,
  check,
  render,
  createSchema,
  migrate: async (url, options) => (await import('./migrate/dialect.ts')).migrate(url, options),
  open: async (url, { replicaUrls: _, connectionsMax: __, ...options }) =>
    (await import('./driver/open.ts')).openSqlite({ url, ...options }),
  stateDdl: async (charter) => {
    const [{ stateSchema }, { dialect }] = await Promise.all([
      import('./driver/state-schema.ts'),
      import('./driver/schema.ts'),
    ])
    return withCompanion({ statements: stateSchema, grants: [] }, charter, { createSchema, dialect })
  },
  openState: async (url) => (await import('./driver/open.ts')).openSqliteState(url),
  ownUrl: (path) => `file:${path}.db`,
  stateTables,
  makeTemporary: async (near) => (await import('./driver/temporary.ts')).makeTemporary(near),
  print: async (url) => (await import('./printed.ts')).printed(url),
  drivers: {
    node: {
      module: 'driver/open.ts',
      open: 'openSqlite',
      openState: 'openSqliteState',
      temporary: 'driver/temporary.ts',
      server: null,
      dependencies: {},
      developmentDependencies: {},
      lock: {},
      files: driverFiles(`
        audit-rows breath connection database errors open outbox path-of read-apart read-process schema state
        state-schema temporary turns
      `),
    },
  },
})
