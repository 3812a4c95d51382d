import type { TemporaryDatabase } from '@charter/runtime'
import { makeTemporaryOn } from '@charter/sql/server'
import { addressOf } from './address.ts'
import { mariadbError } from './errors.ts'
import { reach } from './reaching.ts'
import { collation } from './settings.ts'

const timeoutMs = 30_000

/**
 * A database of its own on the server that `near` names, whose user must be allowed to create databases. Rejects with a
 * ProblemError (`unavailable`) without a server, or where that is not allowed.
 */
export const makeTemporary = (near: string | null): Promise<TemporaryDatabase> =>
  makeTemporaryOn(
    {
      title: 'MariaDB',
      scheme: /^(?:mariadb|mysql):\/\//i,
      example: 'mariadb://user@host/mysql',
      create: (name) => `CREATE DATABASE "${name}" CHARACTER SET utf8mb4 COLLATE ${collation}`,
      drop: (name) => `DROP DATABASE IF EXISTS "${name}"`,
      say: once,
    },
    near,
  )

/** One statement in a session of its own. */
const once = async (url: string, sql: string): Promise<void> => {
  const options = { isReadOnly: false, statementTimeoutMs: timeoutMs, connectTimeoutMs: timeoutMs }
  const session = await reach({ ...options, address: addressOf(url) })
  try {
    await session.run(sql, [])
  } catch (error) {
    throw mariadbError(error)
  } finally {
    await session.close()
  }
}
