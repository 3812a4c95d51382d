import { randomBytes } from 'node:crypto'
import { ProblemError, problem, type TemporaryDatabase } from '@charter/runtime'
import { addressOf } from './address.ts'
import { mariadbError } from './errors.ts'
import { reach } from './reaching.ts'
import { collation } from './settings.ts'

const timeoutMs = 30_000

/**
 * A database of its own on the server that `near` names, whose user must be allowed to create databases. Rejects with a
 * ProblemError (`unavailable`) without a server, or where that is not allowed.
 */
export const makeTemporary = async (near: string | null): Promise<TemporaryDatabase> => {
  if (near === null || !/^(?:mariadb|mysql):\/\//i.test(near))
    throw new ProblemError(
      problem('unavailable', {
        cause: new Error(
          'An example on MariaDB needs a server: set DATABASE_URL to mariadb://user@host/mysql, with a user who may create databases.',
        ),
      }),
    )
  const name = `charter_${randomBytes(8).toString('hex')}`
  await once(near, `CREATE DATABASE "${name}" CHARACTER SET utf8mb4 COLLATE ${collation}`)
  return {
    url: near.replace(/^([a-z]+:\/\/[^/?#]*)(?:\/[^?#]*)?/i, `$1/${name}`),
    remove: () => once(near, `DROP DATABASE IF EXISTS "${name}"`),
  }
}

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
