import { defineConnector } from '@charter/charter'
import { accepts } from './accepts.ts'
import { check } from './check.ts'
import { stateTables } from './driver/state-schema.ts'
import { render } from './render/entity.ts'
import { createSchema } from './render/schema.ts'

/** MariaDB through `mysql2`: a database of ours, or one that is there, as it is. */
export const mariadb = defineConnector({
  name: 'mariadb',
  title: 'MariaDB',
  accepts,
  introspect: async () => Promise.reject(new Error('later')),
  check,
  render,
  createSchema,
  migrate: async () => Promise.reject(new Error('later')),
  open: async (url, { replicaUrls: _, ...options }) =>
    (await import('./driver/open.ts')).openMariadb({ url, ...options }),
  openState: async (url) => (await import('./driver/open.ts')).openMariadbState(url),
  stateDdl: stateTables,
  ownUrl: () => null,
  makeTemporary: async (near) => (await import('./driver/temporary.ts')).makeTemporary(near),
  drivers: {
    node: {
      module: 'driver/open.ts',
      open: 'openMariadb',
      openState: 'openMariadbState',
      temporary: 'driver/temporary.ts',
      isPooled: true,
      dependencies: { mysql2: '3.24.6' },
      developmentDependencies: {},
      lock: {},
      files: [],
    },
  },
})
