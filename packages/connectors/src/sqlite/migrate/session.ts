import { existsSync } from 'node:fs'
import { type MigrationDialect, type On, serverSession } from '@charter/sql'
import { textOf } from '@charter/sql/store'
import { connect } from '../driver/connection.ts'
import { patiently } from '../driver/database.ts'
import { pathOf } from '../driver/path-of.ts'
import { findMeta } from '../driver/schema.ts'

/** How long a step waits for a write of a service to end. */
const waitMs = 10_000
/** Short, because a waiting statement holds the whole process; longer waits happen between tries. */
const busyTimeoutMs = 50

/** A connection to a file. Every step is a write transaction, so one migration at a time writes (`BEGIN IMMEDIATE`). */
export const openMigration: MigrationDialect['open'] = async (url, { isAttached }) => {
  const path = pathOf(url)
  // Looking at a file that is not there must not make it.
  const connection = connect({
    path: existsSync(path) ? path : ':memory:',
    isReadOnly: false,
    isOwned: !isAttached,
    busyTimeoutMs,
  })
  // A table that is made anew would take the rows with it that refer to it; the step looks at references itself.
  connection.exec('PRAGMA foreign_keys = OFF')
  const on: On = {
    all: async (sql, params) => connection.all(textOf(sql), params),
    run: async (sql, params) => connection.run(textOf(sql), params),
  }
  return serverSession({
    on,
    takeLock: async () => true,
    giveLock: async () => {},
    // One writer at a time: nobody else's work comes between.
    isContention: () => false,
    begin: () => patiently(connection, 'BEGIN IMMEDIATE', waitMs),
    settings: [],
    isOurs: async () => (await on.all(findMeta, [])).length > 0,
    constraints: async () => [],
    close: async () => connection.close(),
  })
}
