import { type ProblemError as Failure, ProblemError, problem } from '@charter/runtime'
import { reachingSentence, type Target } from '@charter/sql/server'
import { Client, type QueryArrayConfig } from 'pg'
import { sentences } from '../driver/reaching.ts'

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

const targetOf = ({ host, port, user, database }: Client): Target => ({
  title: 'PostgreSQL',
  server: `${host}:${port}`,
  user: user ?? '',
  database: database ?? '',
})

const unavailable = (cause: string): Failure => new ProblemError(problem('unavailable', { cause: new Error(cause) }))

/** The sentence to act on. The driver's own error is not passed on: it may quote what it was given. */
const problemOf = (error: unknown, target: Target): unknown => {
  if (error instanceof ProblemError || !(error instanceof Error)) return error
  const code = 'code' in error ? String(error.code) : ''
  const sentence = reachingSentence(error, target, sentences)
  if (sentence !== null) return unavailable(sentence)
  const isServer = /^(?:0[38]|28|42501|5[378]|57|XX)/.test(code)
  return isServer || code.startsWith('E')
    ? unavailable(`PostgreSQL at ${target.server} answered "${error.message}" (${code}).`)
    : error
}
