import type { TemporaryDatabase } from '@charter/runtime'
import { makeTemporaryOn } from '@charter/sql/server'
import { addressOf } from './address.ts'
import { connect } from './connection.ts'
import { postgresqlError } from './errors.ts'

const timeoutMs = 30_000

/**
 * A database of its own on the server that `near` names, whose user must be allowed to create databases. Rejects with a
 * ProblemError (`unavailable`) without a server, or where that is not allowed.
 */
export const makeTemporary = (near: string | null): Promise<TemporaryDatabase> =>
  makeTemporaryOn(
    {
      title: 'PostgreSQL',
      scheme: /^postgres(?:ql)?:\/\//i,
      example: 'postgres://user@host/postgres',
      create: (name) => `CREATE DATABASE "${name}"`,
      drop: (name) => `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`,
      say: once,
    },
    near,
  )

/** One statement on a connection of its own: databases are not made in a transaction. */
const once = async (url: string, sql: string): Promise<void> => {
  const options = { isReadOnly: false, statementTimeoutMs: timeoutMs, connectTimeoutMs: timeoutMs }
  try {
    const connection = await connect({ ...options, address: addressOf(url) }, () => {})
    try {
      await connection.run(sql, [])
    } finally {
      await connection.close()
    }
  } catch (error) {
    throw postgresqlError(error)
  }
}
