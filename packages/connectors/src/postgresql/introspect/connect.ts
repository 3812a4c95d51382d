import { type ProblemError as Failure, ProblemError, problem } from '@charter/runtime'
import { type Address, reachingSentence, type Target, targetOf } from '@charter/sql/server'
import type { SqlRow, SqlValue } from '@charter/sql/store'
import { sessions } from '../driver/sessions.ts'

/** A read-only view of one moment of a database's catalogue. */
export interface CatalogueReader {
  readonly database: string
  rows(sql: string, values?: readonly SqlValue[]): Promise<readonly SqlRow[]>
}

const connectTimeoutMs = 10_000
/** 12 is the oldest that has generated columns in its catalogue. */
const versionMin = 120_000

/**
 * Opens one session, and gives `work` a reader inside one read-only transaction with an empty search path, so that
 * every name comes back whole. Rejects with a ProblemError (`unavailable`), whose private cause says what to do and holds
 * no password, when the server cannot be reached, refuses, is too old or too slow.
 */
export const readingCatalogue = async <Result>(
  url: string,
  deadlineMs: number,
  work: (reader: CatalogueReader) => Promise<Result>,
): Promise<Result> => {
  const address = addressIn(url)
  const bounds = { statementTimeoutMs: deadlineMs, connectTimeoutMs: Math.min(connectTimeoutMs, deadlineMs) }
  try {
    const session = await sessions.connect({ address, isReadOnly: true, ...bounds }, () => {})
    try {
      const rows: CatalogueReader['rows'] = async (sql, values = []) => (await session.run(sql, values)).rows
      await rows('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY')
      // In sentences intervals stand as people write them.
      await rows('SET LOCAL IntervalStyle = postgres')
      const [[version, database] = []] = await rows(
        "SELECT pg_catalog.current_setting('server_version_num')::pg_catalog.int4, pg_catalog.current_database()::pg_catalog.text",
      )
      if (!(Number(version) >= versionMin))
        throw unavailable(
          `The server is PostgreSQL ${Math.floor(Number(version) / 10_000)}; 12 is the oldest that is read. Upgrade it, or restore a dump of it on a newer server.`,
        )
      return await work({ database: String(database), rows })
    } finally {
      await session.close().catch(() => undefined)
    }
  } catch (error) {
    throw problemOf(error, targetOf(sessions.title, address))
  }
}

const addressIn = (url: string): Address => {
  try {
    return sessions.addressOf(url)
  } catch {
    throw unavailable(
      'The URL of the database cannot be read. Write postgres://user:password@host:5432/database, with special characters of the password percent-encoded.',
    )
  }
}

const unavailable = (cause: string): Failure => new ProblemError(problem('unavailable', { cause: new Error(cause) }))

/** The sentence to act on. The driver's own error is not passed on: it may quote what it was given. */
const problemOf = (error: unknown, target: Target): unknown => {
  if (error instanceof ProblemError || !(error instanceof Error)) return error
  const code = 'code' in error ? String(error.code) : ''
  const sentence = reachingSentence(error, target, sessions.sentences)
  if (sentence !== null) return unavailable(sentence)
  const isServer = /^(?:0[38]|28|42501|5[378]|57|XX)/.test(code)
  return isServer || code.startsWith('E')
    ? unavailable(`PostgreSQL at ${target.server} answered "${error.message}" (${code}).`)
    : error
}
