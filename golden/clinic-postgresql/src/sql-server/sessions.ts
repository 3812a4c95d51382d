import type { ProblemError } from '../runtime/index.ts'
import type { Sql, SqlRow, SqlValue } from '../sql-store/index.ts'
import type { Address } from './address.ts'
import type { Session } from './pool.ts'
import { reachingSentence, type Sentences, targetOf, unreachable } from './reaching.ts'

export interface SessionOptions {
  readonly address: Address
  readonly isReadOnly: boolean
  readonly statementTimeoutMs: number
  readonly connectTimeoutMs: number
}

/** What came of a statement. */
export interface Answer {
  readonly rows: readonly SqlRow[]
  /** Rows that it wrote, or found to change. */
  readonly changes: number
}

/** A session that statements are said in. They queue. */
export interface SqlSession extends Session {
  /** Rejects with the driver's own errors. */
  run(sql: Sql, params: readonly SqlValue[]): Promise<Answer>
}

/** Sessions with one kind of server. */
export interface Sessions<Kind extends SqlSession = SqlSession> {
  /** `PostgreSQL`. */
  readonly title: string
  /** Throws a plain Error, whose message holds nothing of the URL, where it cannot be read. */
  addressOf(url: string): Address
  /** Rejects with the error of the network, of TLS or of the server. `onEnd`: the session is over; it may be said more than once. */
  connect(options: SessionOptions, onEnd: () => void): Promise<Kind>
  /** The ProblemError that a failure means; a bug's own error as it is. */
  errorOf(error: unknown): unknown
  /** What to do when the server does not let one in, by code of the error. */
  readonly sentences: Sentences
}

const connectTimeoutUsualMs = 10_000

/** How a session is opened for a URL; what is not said is as is usual. */
export const sessionAt = (
  { addressOf }: Sessions,
  url: string,
  {
    isReadOnly = false,
    statementTimeoutMs,
    connectTimeoutMs = connectTimeoutUsualMs,
  }: Pick<SessionOptions, 'statementTimeoutMs'> & Partial<SessionOptions>,
): SessionOptions => ({ address: addressOf(url), isReadOnly, statementTimeoutMs, connectTimeoutMs })

/** A session of its own. Rejects with a ProblemError (`unavailable`), whose private cause says what to do and holds no password. */
export const reach = <Kind extends SqlSession>(sessions: Sessions<Kind>, options: SessionOptions): Promise<Kind> =>
  sessions
    .connect(options, () => {})
    .catch((error: unknown) => Promise.reject(unreached(sessions, error, options.address)))

/** Work in a session of its own. Rejects as `reach` does, and with what a failure means. */
export const inSession = async <Kind extends SqlSession, Result>(
  sessions: Sessions<Kind>,
  options: SessionOptions,
  work: (session: Kind) => Promise<Result>,
): Promise<Result> => {
  const session = await reach(sessions, options)
  try {
    return await work(session)
  } catch (error) {
    throw sessions.errorOf(error)
  } finally {
    await session.close()
  }
}

/** What it means that a session cannot be opened. */
export const unreached = (
  { title, errorOf, sentences }: Pick<Sessions, 'title' | 'errorOf' | 'sentences'>,
  error: unknown,
  address: Address,
): ProblemError =>
  unreachable(
    error,
    errorOf(error),
    error instanceof Error ? reachingSentence(error, targetOf(title, address), sentences) : null,
  )

/** Opens by TLS as the address has it, and without where that may be and the server has none. */
export const openAt = async <Kind>(
  { tls, mayBePlain }: Address,
  open: (tls: Address['tls']) => Promise<Kind>,
  hasNoTls: (error: Error) => boolean,
): Promise<Kind> => {
  try {
    return await open(tls)
  } catch (error) {
    if (!mayBePlain || !(error instanceof Error) || !hasNoTls(error)) throw error
    return open(false)
  }
}

/** Says one statement in a session beside another, as to end what is under way there. */
export const sayBeside = async (
  open: () => Promise<SqlSession>,
  sql: Sql,
  params: readonly SqlValue[] = [],
): Promise<void> => {
  const session = await open()
  try {
    await session.run(sql, params)
  } finally {
    await session.close()
  }
}
