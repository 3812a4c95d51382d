import type { IntrospectOptions } from '@charter/charter'
import { ProblemError, problem } from '@charter/runtime'
import { documentOf, indexesOfTable, planTables, type SqlIntrospection, titleOf } from '@charter/sql'
import { addressOf } from '../driver/address.ts'
import type { Connection } from '../driver/connection.ts'
import { mariadbError } from '../driver/errors.ts'
import { reach } from '../driver/reaching.ts'
import { readCatalogue } from './catalogue.ts'
import { dialect } from './dialect.ts'

const deadlineUsualMs = 60_000
const connectTimeoutMs = 10_000

/**
 * A MariaDB database as a charter document, from its catalogue. Rejects with a ProblemError (`unavailable`), whose private cause
 * says what to do and holds no password, when the server cannot be reached, refuses or is too slow.
 */
export const introspect = async (
  url: string,
  { name, deadlineMs = deadlineUsualMs, environment = 'DATABASE_URL' }: IntrospectOptions,
): Promise<SqlIntrospection> =>
  reading(url, deadlineMs, async (connection, database) => {
    const catalogue = await readCatalogue(connection)
    const { entities, losses } = planTables(dialect, catalogue)
    const document = documentOf(entities, {
      name,
      title: titleOf(database, name),
      from: 'a MariaDB database',
      source: `{ url: env(${environment}), database: mariadb }`,
    })
    return {
      document,
      losses,
      tables: catalogue.tables.length,
      entities: entities.length,
      indexes: catalogue.tables.filter(({ isView }) => !isView).map(indexesOfTable),
    }
  })

const reading = async <Result>(
  url: string,
  deadlineMs: number,
  work: (connection: Connection, database: string) => Promise<Result>,
): Promise<Result> => {
  const address = addressOf(url)
  if (address.database === undefined)
    throw new ProblemError(
      problem('unavailable', {
        cause: new Error('The URL names no database. Put its name at the end: mariadb://user@host:3306/database.'),
      }),
    )
  const session = await reach({ address, isReadOnly: true, statementTimeoutMs: deadlineMs, connectTimeoutMs })
  try {
    return await work(session, address.database)
  } catch (error) {
    throw mariadbError(error)
  } finally {
    await session.close()
  }
}
