import type { ProblemError } from '@charter/runtime'
import { reachingSentence, type Sentences, targetOf, unreachable } from '@charter/sql/server'
import { type Connection, type ConnectionOptions, connect, otherProduct } from './connection.ts'
import { serverError } from './errors.ts'
import type { Product } from './product.ts'

/** A session of its own. Rejects with a ProblemError (`unavailable`), whose private cause says what to do and holds no password. */
export const reach = (options: ConnectionOptions): Promise<Connection> =>
  connect(options, () => {}).catch((error: unknown) => Promise.reject(unreached(error, options)))

/** What it means that a session cannot be opened. */
export const unreached = (
  error: unknown,
  { product, address }: Pick<ConnectionOptions, 'product' | 'address'>,
): ProblemError =>
  unreachable(
    error,
    serverError(product, error),
    error instanceof Error ? reachingSentence(error, targetOf(product.title, address), sentencesOf(product)) : null,
  )

/** What to do when the server does not let one in, by name (mariadb.com/kb/en/mariadb-error-codes, which has them from MySQL). */
const sentencesOf = ({ title, scheme, otherwise }: Product): Sentences => ({
  ER_ACCESS_DENIED_ERROR: ({ user, server }) =>
    `${server} does not let "${user}" sign in. Correct user and password in the URL.`,
  ER_DBACCESS_DENIED_ERROR: ({ user, database }) =>
    `"${user}" may not use "${database}". Grant it: GRANT SELECT, INSERT, UPDATE, DELETE ON … TO ….`,
  ER_BAD_DB_ERROR: ({ database, server }) =>
    `There is no database "${database}" at ${server}. Correct the name at the end of the URL.`,
  ER_NO_DB_ERROR: ({ server }) =>
    `The URL names no database at ${server}. Put its name at the end: ${scheme}://user@host:3306/database.`,
  ER_CON_COUNT_ERROR: ({ server }) => `${server} has no connection left. Close others, or raise max_connections.`,
  ER_HOST_NOT_PRIVILEGED: ({ server, user }) =>
    `${server} lets nobody in from this machine. Make "${user}" a user of this host there.`,
  HANDSHAKE_NO_SSL_SUPPORT: ({ server }) =>
    `${server} does not speak TLS, which the URL asks for. Say ?sslmode=disable, or turn TLS on at the server.`,
  [otherProduct]: ({ server }) => `The server at ${server} is not ${title}. ${otherwise}`,
})
