/** Where a session goes to. */
export interface Target {
  readonly server: string
  readonly user: string
  readonly database: string
}

/**
 * What to do when a server cannot be reached or does not let one in: one sentence, which holds no password; null where
 * the failure is another. Codes of Node.js (errors.html#common-system-errors) and SQLSTATE.
 */
export const reachingSentence = (error: Error, target: Target): string | null =>
  sentences['code' in error ? String(error.code) : '']?.(target) ?? sentenceOfMessage(error.message, target)

const sentences: Readonly<Record<string, (target: Target) => string>> = {
  ECONNREFUSED: ({ server }) =>
    `Nothing listens at ${server}. Start PostgreSQL there, or correct host and port in the URL.`,
  ENOTFOUND: ({ server }) => `The host of ${server} has no address. Correct the host in the URL.`,
  EAI_AGAIN: ({ server }) =>
    `The host of ${server} cannot be looked up now. Try again, or correct the host in the URL.`,
  ETIMEDOUT: ({ server }) => `${server} did not answer in time. Check the network and the firewall in between.`,
  ENOENT: ({ server }) => `There is no socket at ${server}. Start PostgreSQL there, or correct the URL.`,
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

const sentenceOfMessage = (message: string, { server }: Target): string | null => {
  if (/timeout/i.test(message))
    return `${server} did not answer in time. Check the network in between, or try again with a longer deadline.`
  if (/does not support SSL/i.test(message))
    return `${server} does not speak TLS, which the URL asks for. Take sslmode out of the URL, or turn ssl on at the server.`
  if (/certificate/i.test(message))
    return `The certificate of ${server} is not trusted: ${message}. Name its authority with ?sslrootcert=<file>.`
  if (/password must be a string|no password|SASL/i.test(message))
    return `${server} asks for a password. Put one into the URL, or into PGPASSWORD.`
  return /terminated|closed|ECONN/i.test(message)
    ? `${server} closed the connection. Look into its log, and try again.`
    : null
}
