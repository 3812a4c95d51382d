import { msLeft, ProblemError, problem, type Until, whyOver } from '../runtime/index.ts'
import type { Address } from './address.ts'
import { type Connection, type ConnectionOptions, connect } from './connection.ts'
import { postgresqlError } from './errors.ts'
import { reachingSentence, type Target } from './reaching.ts'

export interface PoolOptions extends ConnectionOptions {
  readonly connectionsMax: number
  /** How long work waits for a connection before it is `unavailable`. */
  readonly waitMs: number
  /** How much work of each use may wait at once. */
  readonly waitingMax: number
}

export type Use = 'read' | 'write'

/** A bounded set of sessions with one server. */
export interface Pool {
  /** A session, to be given back. Rejects with a ProblemError (`unavailable`, `timeout`). What it does is ended when `until` is over. */
  take(use: Use, until?: Until): Connection | Promise<Connection>
  /** `isClean`: no transaction is left in it; any other is ended. */
  giveBack(connection: Connection, use: Use, isClean: boolean): void
  /** Epoch milliseconds since when the first writer in the queue waits; null where none does. */
  readonly waitingSinceMs: number | null
  /** Ends idle sessions at once and the others when they come back. */
  close(): Promise<void>
}

interface Waiting {
  readonly use: Use
  readonly sinceMs: number
  /** False where it was given up meanwhile. */
  start(connection: Connection): boolean
  fail(error: unknown): void
}

/** Sessions that transactions leave to reads: a transaction may need to read beside itself, and must not wait for its like. */
const reserved = 2
const graceMs = 5000
const watchMs = 100

export const openPool = (options: PoolOptions): Pool => {
  const { connectionsMax, waitMs, waitingMax, statementTimeoutMs } = options
  const writersMax = Math.max(1, connectionsMax - reserved)
  const idle: Connection[] = []
  const all = new Set<Connection>()
  const waiting: Waiting[] = []
  let opening = 0
  let writers = 0
  let isClosed = false
  let onEmpty: (() => void) | null = null

  // The server ends a statement that runs too long; a server that is gone does not, and the network may never tell.
  const watch = setInterval(() => {
    const now = performance.now()
    for (const each of all) {
      const { sentAt, cancelledAt, until } = each
      if (sentAt === null) continue
      if (now - sentAt > statementTimeoutMs + graceMs || (cancelledAt !== null && now - cancelledAt > graceMs))
        each.destroy()
      else if (cancelledAt === null && now - sentAt > watchMs && whyOver(until)) each.cancel()
    }
  }, watchMs)
  watch.unref()

  const mayStart = (use: Use): boolean => use === 'read' || writers < writersMax

  const start = async (): Promise<Connection> => {
    opening++
    try {
      let made: Connection | null = null
      made = await connect(options, () => {
        if (made) forget(made)
      })
      all.add(made)
      return made
    } catch (error) {
      throw unreachable(error, options.address)
    } finally {
      opening--
    }
  }

  const forget = (connection: Connection): void => {
    all.delete(connection)
    const at = idle.indexOf(connection)
    if (at >= 0) idle.splice(at, 1)
    if (isClosed && all.size === 0) onEmpty?.()
    else startNext()
  }

  const startNext = (): void => {
    const at = waiting.findIndex(({ use }) => mayStart(use))
    const next = waiting[at]
    if (!next) return
    const connection = idle.pop()
    if (!connection && all.size + opening >= connectionsMax) return
    waiting.splice(at, 1)
    if (next.use === 'write') writers++
    if (connection) {
      next.start(connection)
      return
    }
    start().then(
      (made) => {
        if (!next.start(made)) giveBack(made, next.use, true)
      },
      (error: unknown) => {
        if (next.use === 'write') writers--
        next.fail(error)
        startNext()
      },
    )
  }

  const wait = (use: Use, until: Until | undefined): Promise<Connection> =>
    new Promise((resolve, reject) => {
      // Each use has a queue's length to itself: however many write, who reads beside them is let in.
      if (waiting.filter((each) => each.use === use).length >= waitingMax) return reject(busy())
      let isOver = false
      const timer = setTimeout(
        () => {
          isOver = true
          // It waits no more where a session is being opened for it.
          const at = waiting.indexOf(entry)
          if (at >= 0) waiting.splice(at, 1)
          reject(whyOver(until) ?? busy())
        },
        msLeft(until, waitMs),
      )
      const entry: Waiting = {
        use,
        sinceMs: Date.now(),
        start: (connection) => {
          if (isOver) return false
          clearTimeout(timer)
          connection.until = until
          resolve(connection)
          return true
        },
        fail: (error) => {
          clearTimeout(timer)
          reject(error)
        },
      }
      waiting.push(entry)
      startNext()
    })

  const giveBack: Pool['giveBack'] = (connection, use, isClean) => {
    if (use === 'write') writers--
    if (!connection.isOpen) return startNext()
    if (isClosed) void connection.close().catch(() => {})
    else if (!isClean || connection.cancelledAt !== null) connection.destroy()
    else {
      idle.push(connection)
      if (waiting.length > 0) startNext()
    }
  }

  return {
    giveBack,
    take(use, until) {
      if (isClosed) throw unreachable(new Error('The database was closed.'))
      const connection = waiting.length === 0 && mayStart(use) ? idle.pop() : undefined
      if (!connection) return wait(use, until)
      if (use === 'write') writers++
      connection.until = until
      return connection
    },
    get waitingSinceMs() {
      return waiting.find(({ use }) => use === 'write')?.sinceMs ?? null
    },
    async close() {
      isClosed = true
      clearInterval(watch)
      for (const each of waiting.splice(0)) each.fail(unreachable(new Error('The database was closed.')))
      const busyOnes = new Promise<void>((resolve) => {
        onEmpty = resolve
        if (all.size === idle.length) resolve()
      })
      await Promise.all([...idle.splice(0)].map((each) => each.close().catch(() => {})))
      await busyOnes
    },
  }
}

/** The private cause is what to do, where that is known; whatever kept a session from opening may be over soon. */
const unreachable = (error: unknown, address?: Address): ProblemError => {
  const sentence = address && error instanceof Error ? reachingSentence(error, targetOf(address)) : null
  const cause = sentence === null ? error : new Error(sentence, { cause: error })
  const meant = postgresqlError(error)
  const known = meant instanceof ProblemError ? meant.problem : problem('unavailable', { retryAfterSeconds: 1 })
  return new ProblemError({ ...known, cause })
}

const targetOf = ({ host, port, user = '', database = '' }: Address): Target => ({
  server: `${host}:${port}`,
  user,
  database,
})

const busy = () =>
  new ProblemError(
    problem('unavailable', { retryAfterSeconds: 1, cause: new Error('No database connection came free in time.') }),
  )
