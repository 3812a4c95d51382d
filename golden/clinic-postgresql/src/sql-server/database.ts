import { setTimeout as pause } from 'node:timers/promises'
import {
  byDeadline,
  type Fate,
  msLeft,
  ProblemError,
  problem,
  type TransactionOptions,
  whyOver,
} from '../runtime/index.ts'
import type { Database, Sql, SqlRow, SqlTransaction, SqlValue } from '../sql-store/index.ts'
import type { Pool, Session } from './pool.ts'

/** `serializable`: what was judged holds until it ends. `brief`: each statement sees what is committed when it starts. `alone`: no transaction. */
export type Mode = 'serializable' | 'brief' | 'alone'

/** What differs between servers. Every method rejects with ProblemErrors, or a bug's own error. */
export interface ServerDialect<Kind extends Session> {
  /** `tenant`, here and where one begins: whose rows alone are there, where the database keeps tenants apart by itself. */
  read(session: Kind, sql: Sql, params: readonly SqlValue[], tenant?: string): Promise<readonly SqlRow[]>
  begin(session: Kind, mode: Mode, tenant?: string): Promise<OpenTransaction>
  /** Whether what failed could only not be ordered among others, so that it may run again. */
  isContention(error: unknown): boolean
  /** Whether a replica is not to be asked for a while. */
  isReplicaFault(error: unknown): boolean
  fateOf?(all: Database['all'], mark: string): Promise<Fate>
}

/** A transaction under way in one session. */
export interface OpenTransaction {
  readonly transaction: SqlTransaction
  /** After this nobody does anything more with it, as a body that was not waited for may want to. */
  end(): void
  /** Rejects where a statement had failed, whatever the work made of that. */
  commit(): Promise<void>
  /** Whether the session is as it was before. */
  undo(): Promise<boolean>
}

export interface ServerOptions<Kind extends Session> {
  readonly primary: Pool<Kind>
  /** Copies that reads outside a transaction may go to: they may lag behind. */
  readonly replicas: readonly Pool<Kind>[]
  readonly isReadOnly: boolean
  readonly statementTimeoutMs: number
}

export interface ServerDatabase extends Database {
  /** The same without replicas: what was just written is seen. */
  readonly primary: PrimaryDatabase
}

export interface PrimaryDatabase extends Database {
  within<Result>(mode: Mode, work: (transaction: SqlTransaction) => Promise<Result>): Promise<Result>
}

type Asked = Parameters<Database['all']>

const replicaPauseMs = 5000
const triesMax = 16
const pauseMs = 2
const pauseMsMax = 200

/**
 * A server as a Database. Reads outside a transaction see what is committed when they start; those that may lag go to the replicas in
 * turn, and to the server itself when no replica answers.
 */
export const serverDatabase = <Kind extends Session>(
  dialect: ServerDialect<Kind>,
  { primary, replicas, isReadOnly, statementTimeoutMs }: ServerOptions<Kind>,
): ServerDatabase => {
  const copies = replicas.map((pool) => ({ pool, isDownUntil: 0 }))
  let turn = 0
  let statementCount = 0

  const read = async (pool: Pool<Kind>, ...[sql, params, until, tenant]: Asked) => {
    statementCount++
    const taken = pool.take('read', until)
    const session = taken instanceof Promise ? await taken : taken
    try {
      return await dialect.read(session, sql, params, tenant)
    } finally {
      pool.giveBack(session, 'read', true)
    }
  }

  const readCopy = async (...asked: Asked) => {
    const now = performance.now()
    for (let tried = 0; tried < copies.length; tried++) {
      const copy = copies[turn++ % copies.length]
      if (!copy || copy.isDownUntil > now) continue
      try {
        return await read(copy.pool, ...asked)
      } catch (error) {
        if (!dialect.isReplicaFault(error)) throw error
        copy.isDownUntil = now + replicaPauseMs
      }
    }
    return null
  }

  const inTransaction = async <Result>(
    mode: Mode,
    work: (transaction: SqlTransaction) => Promise<Result>,
    { until, tenant }: Pick<TransactionOptions, 'until' | 'tenant'> = {},
  ): Promise<Result> => {
    const session = await primary.take('write', until)
    let open: OpenTransaction | null = null
    let isClean = false
    try {
      // Cancelled while it waited for a session: nothing is begun.
      const over = whyOver(until)
      if (over) throw over
      open = await dialect.begin(session, mode, tenant)
      const result = await byDeadline(until, work(countedBy(open.transaction, () => statementCount++)))
      open.end()
      await open.commit()
      isClean = true
      return result
    } catch (error) {
      open?.end()
      isClean = open === null ? session.isOpen : await open.undo()
      throw error
    } finally {
      primary.giveBack(session, 'write', isClean)
    }
  }

  const { fateOf } = dialect
  const all: Database['all'] = (...asked) => read(primary, ...asked)
  const own: Omit<Database, 'waitingSinceMs' | 'statementCount'> = {
    all,
    async transaction(work, { isRepeatable = false, ...asked } = {}) {
      if (isReadOnly)
        throw new ProblemError(problem('unavailable', { cause: new Error('The database was opened read-only.') }))
      const end = performance.now() + msLeft(asked.until, statementTimeoutMs)
      for (let tried = 1; ; tried++) {
        try {
          return await inTransaction('serializable', work, asked)
        } catch (error) {
          const mayRun = isRepeatable && dialect.isContention(error)
          if (!mayRun || tried >= triesMax || performance.now() >= end) throw error
        }
        await pause(Math.random() * Math.min(pauseMs * 2 ** tried, pauseMsMax))
      }
    },
    ...(fateOf && { fateOf: (mark: string) => fateOf(all, mark) }),
    async close() {
      await Promise.all([primary, ...replicas].map((pool) => pool.close()))
    },
  }
  return {
    ...own,
    ...(copies.length > 0 && { all: async (...asked) => (await readCopy(...asked)) ?? all(...asked) }),
    get waitingSinceMs() {
      return primary.waitingSinceMs
    },
    get statementCount() {
      return statementCount
    },
    primary: {
      ...own,
      within: inTransaction,
      get waitingSinceMs() {
        return primary.waitingSinceMs
      },
      get statementCount() {
        return statementCount
      },
    },
  }
}

const countedBy = ({ all, run, later, mark, widen }: SqlTransaction, count: () => void): SqlTransaction => ({
  all: (sql, params) => {
    count()
    return all(sql, params)
  },
  run: (sql, params) => {
    count()
    return run(sql, params)
  },
  later: (sql, params) => {
    count()
    return later(sql, params)
  },
  ...(mark && { mark }),
  ...(widen && { widen }),
})

/** A COMMIT without an answer may have been done or not: never a success, never tried again. */
export const lostCommit = (cause: unknown): ProblemError =>
  new ProblemError(
    problem('unavailable', {
      cause,
      isUndecided: true,
      detail: 'The connection was lost while the change was being saved. Read the record to see whether it was.',
    }),
  )

/** Whether the session is as it was before the transaction. */
export const rolledBack = async (session: Session, say: (sql: string) => Promise<unknown>): Promise<boolean> => {
  if (!session.isOpen) return false
  try {
    await say('ROLLBACK')
    return session.isOpen
  } catch {
    return false
  }
}
