import type { ValueOutcome } from '../call/call.ts'
import { auditEntry, besideIt } from '../record/audit-entry.ts'
import type { EnteredRow, RefiledRow } from '../rows/call-store.ts'
import type { RowChange } from '../store/state.ts'
import type { Writes } from '../store/store.ts'
import type { FollowUp } from './after-commit.ts'
import type { Execution } from './call-engine.ts'
import { countFiles } from './files/count-files.ts'
import { isCurrent, refuseOther } from './idempotency.ts'
import { lookingAtWork } from './jobs/look-afterwards.ts'
import { putTimers } from './jobs/timers.ts'
import { asItsOwn } from './operation-failed.ts'
import type { OwnStore } from './own-store.ts'
import { withHooks } from './with-hooks.ts'
import { followUp, type Write, type Written } from './write-apart.ts'

/** What is done to rows in a transaction. */
export type RowWork = (store: OwnStore) => Promise<ValueOutcome>

/**
 * A write whose record lies with its rows: one transaction of rows, audit entry, idempotency record and outbox, all or none. A twin that is
 * done already is answered again.
 */
export const writeTogether = async ({ working, options, run, again, isUnrecorded }: Write): Promise<ValueOutcome> => {
  const { executing, call, notes, nowMs } = working
  const { state, audit, rows, feed } = executing
  const recorded = async (
    outcome: ValueOutcome,
    { transaction }: Writes,
    changes: readonly RowChange[] = [],
  ): Promise<ValueOutcome> => {
    const entries = isUnrecorded ? [] : [auditEntry(call, 'ok', notes, 'durable', nowMs)]
    for (const entry of [...entries, ...besideIt(call, notes, changes, nowMs)]) await audit.durable(entry, transaction)
    return outcome
  }
  let followUps: readonly FollowUp[] = []
  let touched: Written['touched'] = null
  const work = async (writes: Writes): Promise<ValueOutcome> => {
    followUps = []
    touched = []
    const { transaction } = writes
    const before = again && (await state.findIdempotency(again.twin.scope, transaction))
    if (again && before && isCurrent(before, nowMs)) {
      refuseOther(before, again.twin)
      return recorded(await again.replay(before, writes), writes)
    }
    const done = await run(writes, true)
    const { outcome, changes } = done
    followUps = done.followUps
    touched = done.touched
    if (changes.length > 0) await state.appendChanges({ atMs: nowMs, changes }, transaction)
    if (again)
      await state.saveIdempotency({ ...again.twin, savedAtMs: nowMs, outcome: await again.keep(outcome) }, transaction)
    return recorded(outcome, writes, changes)
  }
  const written = await rows.transaction(work, options).finally(() => executing.members?.forget(touched))
  feed.wake()
  await followUp(working, followUps)
  return written
}

interface Transacted {
  /** That the operation declares. */
  readonly errors: readonly string[]
  /** It does nothing outside the transaction, or nothing that is done twice. */
  readonly isRepeatable: boolean
  /** Whether a person's code may write by SQL, which tells nobody. */
  readonly hasOwnCode: boolean
}

export const inTransaction = (
  working: Execution,
  prepared: RowWork,
  { errors, isRepeatable, hasOwnCode }: Transacted,
): Pick<Write, 'working' | 'options' | 'run'> => {
  const { executing } = working
  const { room } = executing.store
  const { left } = room
  return {
    working,
    options: { isRepeatable },
    run: async (writes, isShared) => {
      const changes: RowChange[] = []
      const entered: EnteredRow[] = []
      const refiled: RefiledRow[] = []
      // It may run again: rows of a try that was undone were never answered.
      working.notes.answered = []
      working.notes.used = []
      working.notes.usedRows = []
      working.notes.hasMoreRows = false
      working.notes.called = []
      room.left = left
      const followUps: FollowUp[] = []
      const store = {
        ...executing.store,
        // One clock per call: what own code makes is of the same moment.
        nowMs: () => working.nowMs,
        reads: writes,
        writes,
        transaction: isShared ? writes.transaction : null,
        changes,
        entered,
        refiled,
        progress: { hooks: 0, failure: null },
      }
      const outcome = await prepared(withHooks(working, store, followUps)).catch((error: unknown) => {
        throw asItsOwn(errors, error)
      })
      if (store.progress.failure !== null) throw asItsOwn(errors, store.progress.failure)
      await putTimers(store, executing.queue, entered, store.transaction)
      if (await countFiles(executing, store)) followUps.push(lookingAtWork(working))
      const isTold = store.progress.hooks === 0 && !hasOwnCode
      return { outcome, changes, followUps, touched: isTold ? changes : null }
    },
  }
}
