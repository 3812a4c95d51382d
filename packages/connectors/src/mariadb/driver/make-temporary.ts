import type { TemporaryDatabase } from '@charter/runtime'
import { makeTemporaryOn } from '@charter/sql/server'
import { addressOf } from './address.ts'
import { serverError } from './errors.ts'
import type { Product } from './product.ts'
import { reach } from './reaching.ts'

const timeoutMs = 30_000

/**
 * A database of its own on the server that `near` names, whose user must be allowed to create databases. Rejects with a
 * ProblemError (`unavailable`) without a server, or where that is not allowed.
 */
export const makeTemporaryOf = (product: Product, near: string | null): Promise<TemporaryDatabase> =>
  makeTemporaryOn(
    {
      title: product.title,
      scheme: /^(?:mariadb|mysql):\/\//i,
      example: `${product.scheme}://user@host/mysql`,
      create: (name) => `CREATE DATABASE "${name}" CHARACTER SET utf8mb4 COLLATE ${product.collation}`,
      drop: (name) => `DROP DATABASE IF EXISTS "${name}"`,
      say: (url, sql) => once(product, url, sql),
    },
    near,
  )

/** One statement in a session of its own. */
const once = async (product: Product, url: string, sql: string): Promise<void> => {
  const options = { isReadOnly: false, statementTimeoutMs: timeoutMs, connectTimeoutMs: timeoutMs }
  const session = await reach({ ...options, product, address: addressOf(product, url) })
  try {
    await session.run(sql, [])
  } catch (error) {
    throw serverError(product, error)
  } finally {
    await session.close()
  }
}
