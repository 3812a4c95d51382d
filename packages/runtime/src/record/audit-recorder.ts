import { Fault } from '../call/service-log.ts'
import { ProblemError, problem } from '../problem/problem.ts'
import type { AuditEntry, State } from '../store/state.ts'
import type { Transaction } from '../store/transaction.ts'
import type { ReplicaLog } from './replica-log.ts'
import type { Shipper, Spool } from './ship/open-shipper.ts'

/**
 * Takes every entry to the state table (which `/audit` reads) and from there to the replica's signed log.
 * `durable` entries are on disk when it resolves; `buffered` ones at most a second later, and a crash loses them.
 */
export interface AuditRecorder {
  /** What waits for the ledger; null where no ledger is sent to. */
  readonly spool: Spool | null
  durable(entry: AuditEntry, transaction: Transaction | null): Promise<void>
  buffered(entry: AuditEntry): void
  /** Writes what is waiting now. */
  flush(): Promise<void>
  /** Writes what is waiting, and sends it to the ledger as far as that can be done in some seconds. */
  close(): Promise<void>
}

export interface AuditRecorderOptions {
  readonly state: State
  readonly log: ReplicaLog
  /** Sends the log to a ledger. */
  readonly shipper?: Shipper | null
  readonly flushMs?: number
  /** Entries that may wait before durable calls are refused with `unavailable`. */
  readonly waitingMax?: number
  readonly onFault?: (error: unknown) => void
}

/** Commits drained at once: of up to some hundreds of entries each. */
const drainBatch = 64

export const auditRecorder = ({
  state,
  log,
  shipper = null,
  flushMs = 800,
  waitingMax = 50_000,
  onFault = () => {},
}: AuditRecorderOptions): AuditRecorder => {
  let waiting: AuditEntry[] = []
  let committing: AuditEntry[] = []
  let commit: Promise<void> | null = null
  let flushing: Promise<void> = Promise.resolve()
  let isFaulty = false

  /** One state write for all durable entries that arrive while the write before is under way. */
  const commitTogether = (entry: AuditEntry): Promise<void> => {
    committing.push(entry)
    commit ??= Promise.resolve().then(async () => {
      const entries = committing
      committing = []
      commit = null
      await state.appendAudit(entries, null)
    })
    return commit
  }

  const drain = async (): Promise<void> => {
    const entries = waiting
    waiting = []
    try {
      if (entries.length > 0) await state.appendAudit(entries, null)
    } catch (error) {
      waiting = [...entries, ...waiting].slice(0, waitingMax)
      throw error
    }
    for (;;) {
      const pending = await state.pendingAudit(drainBatch)
      const last = pending.at(-1)
      if (!last) return
      await log.append(pending.map(({ body }) => body))
      shipper?.wake()
      await state.markDrained(last.position)
    }
  }

  const flush = (): Promise<void> => {
    flushing = flushing.then(drain).then(
      () => {
        isFaulty = false
      },
      (error: unknown) => {
        isFaulty = true
        onFault(error)
      },
    )
    return flushing
  }

  const timer = setInterval(() => void flush(), flushMs)
  timer.unref()

  const spool = shipper?.spool ?? null

  return {
    spool,
    durable: async (entry, transaction) => {
      // What was announced has happened, and is told; nothing new is begun.
      if (isFull(spool) && entry.intent === null) throw new ProblemError(problem('unavailable', fullSpool))
      if (waiting.length >= waitingMax)
        throw new ProblemError(
          problem('unavailable', { detail: 'The record of calls cannot be written now. Try again later.' }),
        )
      if (transaction) await state.appendAudit([entry], transaction)
      else await commitTogether(entry)
    },
    buffered: (entry) => {
      if (waiting.length < waitingMax) waiting.push(entry)
      else if (!isFaulty) onFault(new Fault('audit entries are lost: the buffer is full'))
    },
    flush,
    close: async () => {
      clearInterval(timer)
      await flush()
      await log.close()
      await shipper?.close()
    },
  }
}

/** More waits for the ledger than may: durable calls are refused. */
export const isFull = (spool: Spool | null): boolean => spool !== null && spool.bytes > spool.bytesMax

const fullSpool = {
  detail: 'Too much of the record of calls waits for the ledger. Try again later.',
  retryAfterSeconds: 30,
}
