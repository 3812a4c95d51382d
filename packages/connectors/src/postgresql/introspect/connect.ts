import { type ProblemError as Failure, ProblemError, problem } from '@charter/runtime'
import { Client, type QueryArrayConfig } from 'pg'

/** A read-only view of one moment of a database's catalogue. */
export interface CatalogueReader {
  readonly database: string
  /** Rows as arrays, in the order selected. */
  rows(sql: string, values?: readonly unknown[]): Promise<readonly (readonly unknown[])[]>
}

const connectTimeoutMs = 10_000
/** 12 is the oldest that has generated columns in its catalogue. */
const versionMin = 120_000

/**
 * Opens one connection, and gives `work` a reader inside one read-only transaction with an empty search path, so that
 * every name comes back whole. Rejects with a ProblemError (`unavailable`), whose private cause says what to do and holds
 * no password, when the server cannot be reached, refuses, is too old or too slow.
 */
export const readingCatalogue = async <Result>(
  url: string,
  deadlineMs: number,
  work: (reader: CatalogueReader) => Promise<Result>,
): Promise<Result> => {
  const client = await connect(url, deadlineMs)
  try {
    await client.query("BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL search_path = ''")
    const rows = async (sql: string, values: readonly unknown[] = []) => {
      const query: QueryArrayConfig = { text: sql, values: [...values], rowMode: 'array' }
      return (await client.query(query)).rows as readonly (readonly unknown[])[]
    }
    const [[version, database] = []] = await rows(
      "SELECT pg_catalog.current_setting('server_version_num')::pg_catalog.int4, pg_catalog.current_database()::pg_catalog.text",
    )
    if (!(Number(version) >= versionMin))
      throw unavailable(
        `The server is PostgreSQL ${Math.floor(Number(version) / 10_000)}; 12 is the oldest that is read. Upgrade it, or restore a dump of it on a newer server.`,
      )
    return await work({ database: String(database), rows })
  } catch (error) {
    throw problemOf(error, targetOf(client))
  } finally {
    await client.end().catch(() => undefined)
  }
}

const connect = async (url: string, deadlineMs: number): Promise<Client> => {
  const client = clientOf(url, deadlineMs)
  try {
    await client.connect()
    // A server that goes away between two queries says so here; the query under way fails by itself.
    client.on('error', () => undefined)
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    throw problemOf(error, targetOf(client))
  }
}

const clientOf = (url: string, deadlineMs: number): Client => {
  try {
    return new Client({
      connectionString: url,
      application_name: 'charter',
      connectionTimeoutMillis: Math.min(connectTimeoutMs, deadlineMs),
      statement_timeout: deadlineMs,
      query_timeout: deadlineMs,
    })
  } catch {
    // What was thrown holds the URL, and so the password.
    throw unavailable(
      'The URL of the database cannot be read. Write postgres://user:password@host:5432/database, with special characters of the password percent-encoded.',
    )
  }
}

interface Target {
  readonly server: string
  readonly user: string
  readonly database: string
}

const targetOf = ({ host, port, user, database }: Client): Target => ({
  server: `${host}:${port}`,
  user: user ?? '',
  database: database ?? '',
})

const unavailable = (cause: string): Failure => new ProblemError(problem('unavailable', { cause: new Error(cause) }))

/** The sentence to act on. The driver's own error is not passed on: it may quote what it was given. */
const problemOf = (error: unknown, target: Target): unknown => {
  if (error instanceof ProblemError || !(error instanceof Error)) return error
  const code = 'code' in error ? String(error.code) : ''
  const sentence = sentences[code]?.(target) ?? sentenceOfMessage(error.message, target)
  if (sentence !== null) return unavailable(sentence)
  const isServer = /^(?:0[38]|28|42501|5[378]|57|XX)/.test(code)
  return isServer || code.startsWith('E')
    ? unavailable(`PostgreSQL at ${target.server} answered "${error.message}" (${code}).`)
    : error
}

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
