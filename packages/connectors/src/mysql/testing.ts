import { mysqlProfile } from '../mariadb/profile/mysql.ts'
import { testingOf } from '../mariadb/testing.ts'

/** Of a user who may everything; null where the run of tests has no MySQL. */
export const near: string | null = process.env.CHARTER_TEST_MYSQL ?? null

/** Why tests that ask a MySQL are left out, where there is none. */
export const noMysql =
  'There is no MySQL server on this machine: have a mysqld of MySQL in PATH, or set CHARTER_TEST_MYSQL to the URL of one.'

export const { temporary, say, introspected, serve } = testingOf(mysqlProfile, near)
