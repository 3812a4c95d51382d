import { type ServerDatabase, type ServerDialect, serverDatabase } from './database.ts'
import type { DatabaseOptions } from './open.ts'
import { openPool, type Pool, type PoolOptions } from './pool.ts'
import { type SessionOptions, type Sessions, type SqlSession, sessionAt, unreached } from './sessions.ts'

const connectionsMax = 10
const waitingMax = 1000

/** A database of a server over pools of sessions: one with the server itself, one with each of its replicas. */
export const openDatabaseOn = <Kind extends SqlSession>(
  sessions: Sessions<Kind>,
  dialect: ServerDialect<Kind>,
  options: DatabaseOptions,
): ServerDatabase => {
  const { isReadOnly, statementTimeoutMs } = options
  const pool = (url: string, isCopy: boolean): Pool<Kind> =>
    sessionPool(sessions, sessionAt(sessions, url, { isReadOnly: isReadOnly || isCopy, statementTimeoutMs }), {
      connectionsMax: options.connectionsMax ?? connectionsMax,
      waitMs: options.waitMs ?? statementTimeoutMs,
      waitingMax,
    })
  return serverDatabase(dialect, {
    primary: pool(options.url, false),
    replicas: (options.replicaUrls ?? []).map((url) => pool(url, true)),
    isReadOnly,
    statementTimeoutMs,
  })
}

/** Sessions with one server. */
export const sessionPool = <Kind extends SqlSession>(
  sessions: Sessions<Kind>,
  session: SessionOptions,
  bounds: Pick<PoolOptions<Kind>, 'connectionsMax' | 'waitMs' | 'waitingMax'>,
): Pool<Kind> =>
  openPool({
    ...bounds,
    statementTimeoutMs: session.statementTimeoutMs,
    connect: (onEnd) => sessions.connect(session, onEnd),
    unreachable: (error) => unreached(sessions, error, session.address),
  })
