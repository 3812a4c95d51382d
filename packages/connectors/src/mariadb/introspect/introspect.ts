import type { IntrospectOptions } from '@charter/charter'
import { ProblemError, problem } from '@charter/runtime'
import { indexesOfTable, introspectionOf, planTables, type SqlIntrospection, titleOf } from '@charter/sql'
import { inSession, type SqlSession, sessionAt } from '@charter/sql/server'
import type { Product } from '../driver/product.ts'
import { sessionsOf } from '../driver/sessions.ts'
import type { Profile } from '../profile/profile.ts'
import { readCatalogue } from './catalogue.ts'
import { dialectOf } from './dialect.ts'

const deadlineUsualMs = 60_000

/**
 * A database as a charter document, from its catalogue. Rejects with a ProblemError (`unavailable`), whose private cause
 * says what to do and holds no password, when the server cannot be reached, refuses or is too slow.
 */
export const introspect = async (
  profile: Profile,
  url: string,
  { name, deadlineMs = deadlineUsualMs, environment = 'DATABASE_URL' }: IntrospectOptions,
): Promise<SqlIntrospection> =>
  reading({ product: profile.product, url, deadlineMs }, async (connection, database) => {
    const catalogue = await readCatalogue(profile, connection)
    return introspectionOf(planTables(dialectOf(profile), catalogue), {
      name,
      title: titleOf(database, name),
      from: `a ${profile.product.title} database`,
      source: `{ url: env(${environment}), database: ${profile.name} }`,
      tables: catalogue.tables.length,
      indexes: catalogue.tables.filter(({ isView }) => !isView).map(indexesOfTable),
    })
  })

interface Reading {
  readonly product: Product
  readonly url: string
  readonly deadlineMs: number
}

const reading = async <Result>(
  { product, url, deadlineMs }: Reading,
  work: (session: SqlSession, database: string) => Promise<Result>,
): Promise<Result> => {
  const sessions = sessionsOf(product)
  const options = sessionAt(sessions, url, { isReadOnly: true, statementTimeoutMs: deadlineMs })
  const { database } = options.address
  if (database !== undefined) return inSession(sessions, options, (session) => work(session, database))
  throw new ProblemError(
    problem('unavailable', {
      cause: new Error(
        `The URL names no database. Put its name at the end: ${product.scheme}://user@host:3306/database.`,
      ),
    }),
  )
}
