import { addressIn, type Sentences, type Sessions } from '@charter/sql/server'
import { connect, otherProduct } from './connection.ts'
import { serverError } from './errors.ts'
import type { Product } from './product.ts'

export const sessionsOf = (product: Product): Sessions => ({
  title: product.title,
  // Drivers of either server are told either, whichever it is.
  addressOf: (url) =>
    addressIn({ schemes: [product.scheme, ...schemes.filter((each) => each !== product.scheme)], port: 3306 }, url),
  connect: (options, onEnd) => connect({ ...options, product }, onEnd),
  errorOf: (error) => serverError(product, error),
  sentences: sentencesOf(product),
})

const schemes = ['mariadb', 'mysql']

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
