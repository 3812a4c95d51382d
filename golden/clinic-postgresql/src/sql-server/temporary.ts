import { randomBytes } from 'node:crypto'
import type { TemporaryDatabase } from '../runtime/index.ts'
import { ProblemError, problem } from '../runtime/index.ts'

/** How databases are made on a kind of server. */
export interface DatabaseMaker {
  /** `PostgreSQL`. */
  readonly title: string
  /** Of the URLs of its databases. */
  readonly scheme: RegExp
  /** A URL of one that is always there: `postgres://user@host/postgres`. */
  readonly example: string
  create(name: string): string
  drop(name: string): string
  /** One statement in a session of its own. */
  say(url: string, sql: string): Promise<void>
}

/** A database of its own on the server that `near` names. Rejects with a ProblemError (`unavailable`) without a server, or where that is not allowed. */
export const makeTemporaryOn = async (
  { title, scheme, example, create, drop, say }: DatabaseMaker,
  near: string | null,
): Promise<TemporaryDatabase> => {
  if (near === null || !scheme.test(near))
    throw new ProblemError(
      problem('unavailable', {
        cause: new Error(
          `An example on ${title} needs a server: set DATABASE_URL to ${example}, with a user who may create databases.`,
        ),
      }),
    )
  const name = `charter_${randomBytes(8).toString('hex')}`
  await say(near, create(name))
  return {
    url: near.replace(/^([a-z]+:\/\/[^/?#]*)(?:\/[^?#]*)?/i, `$1/${name}`),
    remove: () => say(near, drop(name)),
  }
}
