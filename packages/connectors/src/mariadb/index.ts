import { defineConnector } from '@charter/charter'
import type { SqlConnector } from '@charter/sql'
import { accepts } from './accepts.ts'
import { connectorOf } from './connector.ts'
import { mariadbProduct } from './driver/mariadb-product.ts'
import { driverOf } from './node-driver.ts'
import { mariadbProfile } from './profile/mariadb.ts'

/** MariaDB through `mysql2`: a database of ours, or one that is there, as it is. */
export const mariadb = defineConnector<SqlConnector>({
  ...connectorOf(mariadbProfile, accepts),
  open: async (url, options) => (await import('./driver/open.ts')).openMariadb({ url, ...options }),
  openState: async (url) => (await import('./driver/open.ts')).openMariadbState(url),
  makeTemporary: async (near) => (await import('./driver/temporary.ts')).makeTemporary(near),
  drivers: {
    node: driverOf({
      module: 'driver/open.ts',
      open: 'openMariadb',
      openState: 'openMariadbState',
      temporary: 'driver/temporary.ts',
      product: 'driver/mariadb-product.ts',
      server: {
        image: 'mariadb:11.4',
        port: 3306,
        scheme: mariadbProduct.scheme,
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
    }),
  },
})
