import type { Sentences } from '../sql-server/index.ts'

/** What to do when PostgreSQL does not let one in, by SQLSTATE (postgresql.org/docs/current/errcodes-appendix.html). */
export const sentences: Sentences = {
  '28P01': ({ user, server }) => `${server} refuses the password of "${user}". Correct user and password in the URL.`,
  '28000': ({ user, server, database }) =>
    `${server} does not let "${user}" sign in to "${database}" this way. Correct the user, ask for TLS with ?sslmode=require, or add a line to pg_hba.conf.`,
  '3D000': ({ database, server }) =>
    `There is no database "${database}" at ${server}. Correct the name at the end of the URL.`,
  '42501': ({ user, database }) =>
    `"${user}" may not connect to "${database}". Grant it: GRANT CONNECT ON DATABASE … TO ….`,
  '53300': ({ server }) => `${server} has no connection left. Close others, or raise max_connections.`,
  '57P03': ({ server }) => `${server} is starting up or shutting down. Try again in a moment.`,
  '57014': ({ server }) =>
    `${server} took too long over its catalogue. Try again with a longer deadline, or when it is less busy.`,
}
