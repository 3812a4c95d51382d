import { randomBytes } from 'node:crypto'
import type { TemporaryDatabase } from '@charter/runtime'
import { ProblemError, problem } from '@charter/runtime'
import { inSession, type Sessions, sessionAt } from './sessions.ts'

/** How databases are made on a kind of server. */
export interface DatabaseMaker {
  readonly sessions: Sessions
  /** Of the URLs of its databases. */
  readonly scheme: RegExp
  /** A URL of one that is always there: `postgres://user@host/postgres`. */
  readonly example: string
  create(name: string): string
  drop(name: string): string
}

const timeoutMs = 30_000

/**
 * A database of its own on the server that `near` names, whose user must be allowed to create databases. Rejects with a
 * ProblemError (`unavailable`) without a server, or where that is not allowed.
 */
export const makeTemporaryOn = async (
  { sessions, scheme, example, create, drop }: DatabaseMaker,
  near: string | null,
): Promise<TemporaryDatabase> => {
  if (near === null || !scheme.test(near))
    throw new ProblemError(
      problem('unavailable', {
        cause: new Error(
          `An example on ${sessions.title} needs a server: set DATABASE_URL to ${example}, with a user who may create databases.`,
        ),
      }),
    )
  // Databases are not made in a transaction.
  const say = (url: string, sql: string): Promise<void> =>
    inSession(
      sessions,
      sessionAt(sessions, url, { statementTimeoutMs: timeoutMs, connectTimeoutMs: timeoutMs }),
      async (session) => void (await session.run(sql, [])),
    )
  const name = `charter_${randomBytes(8).toString('hex')}`
  await say(near, create(name))
  return {
    url: near.replace(/^([a-z]+:\/\/[^/?#]*)(?:\/[^?#]*)?/i, `$1/${name}`),
    remove: () => say(near, drop(name)),
  }
}
