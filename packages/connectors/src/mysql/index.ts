import { defineConnector } from '@charter/charter'
import type { SqlConnector } from '@charter/sql'
import { connectorOf } from '../mariadb/connector.ts'
import { mysqlProduct } from '../mariadb/driver/mysql-product.ts'
import { driverOf } from '../mariadb/node-driver.ts'
import { mysqlProfile } from '../mariadb/profile/mysql.ts'
import { accepts } from './accepts.ts'

/** MySQL through `mysql2`: all that it shares with MariaDB is in that folder, and what differs is `mysqlProfile`. */
export const mysql = defineConnector<SqlConnector>({
  ...connectorOf(mysqlProfile, accepts),
  open: async (url, options) => (await import('../mariadb/driver/mysql-open.ts')).openMysql({ url, ...options }),
  openState: async (url) => (await import('../mariadb/driver/mysql-open.ts')).openMysqlState(url),
  makeTemporary: async (near) => (await import('../mariadb/driver/mysql-temporary.ts')).makeTemporary(near),
  drivers: {
    node: driverOf({
      module: 'driver/mysql-open.ts',
      open: 'openMysql',
      openState: 'openMysqlState',
      temporary: 'driver/mysql-temporary.ts',
      product: 'driver/mysql-product.ts',
      server: {
        image: 'mysql:9.7',
        port: 3306,
        scheme: mysqlProduct.scheme,
        folder: '/var/lib/mysql',
        // While it is being made it listens at a socket alone.
        health: (_database, user) => ['mysqladmin', 'ping', '--protocol=tcp', `--user=${user}`],
        environment: (database, user, password) => ({
          MYSQL_DATABASE: database,
          MYSQL_USER: user,
          MYSQL_PASSWORD: password,
          MYSQL_RANDOM_ROOT_PASSWORD: '1',
        }),
        trusting: { environment: { MYSQL_ALLOW_EMPTY_PASSWORD: '1' }, user: 'root', database: 'mysql' },
      },
    }),
  },
})
