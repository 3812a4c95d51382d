import type { ValueOutcome } from '../call/call.ts'
import { ProblemError, problem } from '../problem/problem.ts'
import { type AuditNotes, auditEntry, besideIt } from '../record/audit-entry.ts'
import type { IdempotencyRecord, RowChange } from '../store/state.ts'
import type { Writes } from '../store/store.ts'
import type { TransactionOptions } from '../store/transaction.ts'
import type { FollowUp } from './after-commit.ts'
import type { Execution } from './call-engine.ts'
import { claimKey, endClaim, type HeldClaim, prepareClaim } from './claim.ts'
import type { CompletionHooks } from './completion-hooks.ts'
import { refuseOther, type Twin } from './idempotency.ts'

/** A write whose input has been read, with what its record keeps. */
export interface Write {
  readonly working: Execution
  readonly options: TransactionOptions
  /** `isShared`: state takes part in the transaction. */
  run(writes: Writes, isShared: boolean): Promise<Written>
  /** Null: it is asked for without a key. */
  readonly again: Again | null
  /** It tells how far something has come, and is no act of anybody's. */
  readonly isUnrecorded?: boolean
}

/** What makes a second request of one key the first. */
export interface Again {
  readonly twin: Twin
  /** The answer as an idempotency record holds it. */
  keep(outcome: ValueOutcome): Promise<IdempotencyRecord['outcome']>
  replay(record: Pick<IdempotencyRecord, 'scope' | 'outcome'>, writes: Writes): Promise<ValueOutcome>
}

/** The answer of a write, with what it did to rows. */
export interface Written {
  readonly outcome: ValueOutcome
  readonly changes: readonly RowChange[]
  readonly followUps: readonly FollowUp[]
  /** What it may have changed of who belongs where; null: that is not known. */
  readonly touched: readonly RowChange[] | null
}

/**
 * Rows and state in two databases: no transaction spans them. An intent is on disk before anything is written, the outcome
 * before the answer leaves; a crash between leaves an intent without an outcome, which reads `unknown`. An idempotency key
 * is claimed first, and its answer kept before the rows commit (claim.ts), so that it never makes two writes.
 */
export const writeApart = async (write: Write): Promise<ValueOutcome> => {
  const { working, again } = write
  const { executing, call, notes, nowMs } = working
  const intent = auditEntry(call, 'intent', notes, 'durable', nowMs)
  const claim = again && (await claimKey(executing, again.twin, intent.id, nowMs))
  if (again && claim?.answered) return answerAgain(write, again, claim)
  try {
    await executing.audit.durable(intent, null)
    notes.intent = intent.id
    let touched: Written['touched'] = null
    const work = async (writes: Writes): Promise<Written> => {
      touched = []
      const written = await write.run(writes, false)
      touched = written.touched
      if (again && claim) await prepareClaim(executing, claim, await again.keep(written.outcome), writes.transaction)
      return written
    }
    const done = await executing.rows.transaction(work, write.options).finally(() => executing.members?.forget(touched))
    const ending = endingOf(working, claim, done.changes)
    try {
      if (executing.endings) executing.endings.push(ending)
      else await ending.done(executing.audit)
    } finally {
      // The rows are there, whatever became of their record.
      await followUp(working, done.followUps)
    }
    return done.outcome
  } catch (error) {
    // What a lost commit left is found out by the next call of this key.
    if (claim && !isUndecided(error)) await endClaim(executing, claim, false)
    throw error
  }
}

/** What follows a committed write; in a batch, once that is. */
export const followUp = async (
  { executing: { followUps, afterCommit }, call }: Execution,
  given: readonly FollowUp[],
): Promise<void> => {
  if (followUps) followUps.push(...given)
  else await afterCommit.follow(given, call.context)
}

const answerAgain = async (
  { working, options }: Write,
  { twin, replay }: Again,
  { answered }: HeldClaim,
): Promise<ValueOutcome> => {
  const { executing, call, notes, nowMs } = working
  if (!answered) throw new Error('there is no answer')
  refuseOther(answered, twin)
  const outcome = await executing.rows.transaction((writes) => replay(answered, writes), options)
  // Found out at last what became of the call that was announced.
  notes.intent = answered.intent
  await executing.audit.durable(auditEntry(call, 'ok', notes, 'durable', nowMs), null)
  return outcome
}

const endingOf = (
  { executing, call, notes, nowMs }: Execution,
  claim: HeldClaim | null,
  changes: readonly RowChange[],
): CompletionHooks => {
  const entry = (outcome: string) => auditEntry(call, outcome, notes, 'durable', nowMs)
  return {
    done: async (audit) => {
      try {
        await Promise.all([
          ...[entry('ok'), ...besideIt(call, notes, changes, nowMs)].map((each) => audit.durable(each, null)),
          claim && endClaim(executing, claim, true),
          changes.length > 0 && executing.state.appendChanges({ atMs: nowMs, changes }, null),
        ])
        executing.feed.wake()
      } catch (cause) {
        throw lostRecord(cause, notes, () => audit.buffered(entry('ok')))
      }
    },
    undone: async (audit) => {
      await audit.durable(entry('undone'), null)
      if (claim) await endClaim(executing, claim, false)
    },
    undecided: (audit) => audit.durable(entry('unknown'), null),
  }
}

/** The rows are written and the record is not: nobody is told that all is well. The entry goes in as soon as it can. */
const lostRecord = (cause: unknown, notes: AuditNotes, later: () => void): ProblemError => {
  later()
  notes.isRecorded = true
  return new ProblemError(problem('unavailable', { cause, isUndecided: true }))
}

/** With a key there is a way to find out: what was made is answered, and what was not is made now. */
export const tellUndecided = (error: unknown, hasKey: boolean): unknown =>
  error instanceof ProblemError && error.problem.isUndecided
    ? new ProblemError({
        ...error.problem,
        detail: `The change may have been made: the answer of a database was lost. ${hasKey ? 'Send the same request again with the same Idempotency-Key: it is not made twice.' : 'Read the record to see. With an Idempotency-Key the request could be sent again.'}`,
      })
    : error

export const isUndecided = (error: unknown): boolean =>
  error instanceof ProblemError && error.problem.isUndecided === true
