import { msLeft, ProblemError, problem, type Until, whyOver } from '../runtime/index.ts'

/** A session with a server, as far as the pool looks after it. */
export interface Session {
  /** False once it cannot be used any more. */
  readonly isOpen: boolean
  /** When the statement under way was sent (`performance.now()`), or null. */
  readonly sentAt: number | null
  /** Until when whoever has the session wants an answer. */
  until: Until | undefined
  /** When `cancel` was asked (`performance.now()`), or null. Then the session is not used again: what is ended may be its next statement. */
  readonly cancelledAt: number | null
  /** Has the server end the statement under way. */
  cancel(): void
  /** Ends the session at once; what is under way rejects. */
  destroy(): void
  close(): Promise<void>
}

export interface PoolOptions<Kind extends Session> {
  /** Opens a session. `onEnd`: it is over; it may be said more than once. */
  connect(onEnd: () => void): Promise<Kind>
  /** What it means that no session can be opened, or that the pool is closed. */
  unreachable(error: unknown): ProblemError
  readonly statementTimeoutMs: number
  readonly connectionsMax: number
  /** How long work waits for a connection before it is `unavailable`. */
  readonly waitMs: number
  /** How much work of each use may wait at once. */
  readonly waitingMax: number
}

export type Use = 'read' | 'write'

/** A bounded set of sessions with one server. */
export interface Pool<Kind extends Session> {
  /** A session, to be given back. Rejects with a ProblemError (`unavailable`, `timeout`). What it does is ended when `until` is over. */
  take(use: Use, until?: Until): Kind | Promise<Kind>
  /** `isClean`: no transaction is left in it; any other is ended. */
  giveBack(connection: Kind, use: Use, isClean: boolean): void
  /** Epoch milliseconds since when the first writer in the queue waits; null where none does. */
  readonly waitingSinceMs: number | null
  /** Ends idle sessions at once and the others when they come back. */
  close(): Promise<void>
}

interface Waiter<Kind> {
  readonly use: Use
  readonly sinceMs: number
  /** False where it was given up meanwhile. */
  start(connection: Kind): boolean
  fail(error: unknown): void
}

/** Sessions that transactions leave to reads: a transaction may need to read beside itself, and must not wait for its like. */
const reserved = 2
const graceMs = 5000
const watchMs = 100

export const openPool = <Kind extends Session>(options: PoolOptions<Kind>): Pool<Kind> => {
  const { connectionsMax, waitMs, waitingMax, statementTimeoutMs } = options
  const writersMax = Math.max(1, connectionsMax - reserved)
  const idle: Kind[] = []
  const all = new Set<Kind>()
  const waiting: Waiter<Kind>[] = []
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

  const closed = (): ProblemError => options.unreachable(new Error('The database was closed.'))

  const mayStart = (use: Use): boolean => use === 'read' || writers < writersMax

  const start = async (): Promise<Kind> => {
    opening++
    try {
      let made: Kind | null = null
      made = await options.connect(() => {
        if (made) forget(made)
      })
      all.add(made)
      return made
    } catch (error) {
      throw options.unreachable(error)
    } finally {
      opening--
    }
  }

  const forget = (connection: Kind): void => {
    all.delete(connection)
    const at = idle.indexOf(connection)
    if (at >= 0) idle.splice(at, 1)
    if (isClosed) tellEmpty()
    else startNext()
  }

  /** Whoever closes waits for sessions that are in use, and for those that are being opened. */
  const tellEmpty = (): void => {
    if (all.size + opening === 0) onEmpty?.()
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
        if (isClosed) tellEmpty()
        else startNext()
      },
    )
  }

  const wait = (use: Use, until: Until | undefined): Promise<Kind> =>
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
      const entry: Waiter<Kind> = {
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

  const giveBack: Pool<Kind>['giveBack'] = (connection, use, isClean) => {
    if (use === 'write') writers--
    if (!connection.isOpen) return forget(connection)
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
      if (isClosed) throw closed()
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
      for (const each of waiting.splice(0)) each.fail(closed())
      const busyOnes = new Promise<void>((resolve) => {
        onEmpty = resolve
        if (all.size + opening === idle.length) resolve()
      })
      await Promise.all([...idle.splice(0)].map((each) => each.close().catch(() => {})))
      await busyOnes
    },
  }
}

const busy = () =>
  new ProblemError(
    problem('unavailable', { retryAfterSeconds: 1, cause: new Error('No database connection came free in time.') }),
  )
