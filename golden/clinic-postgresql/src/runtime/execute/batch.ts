import { type Call, failed, type Outcome } from '../call/call.ts'
import type { ExecuteBatch } from '../call/service-backend.ts'
import { type AnswerRoom, answerRoom } from '../limits/answer-length.ts'
import { type Problem, ProblemError, problem } from '../problem/problem.ts'
import type { AuditRecorder } from '../record/audit-recorder.ts'
import type { AuditEntry } from '../store/state.ts'
import type { Store, Writes } from '../store/store.ts'
import type { TransactionOptions } from '../store/transaction.ts'
import type { FollowUp } from './after-commit.ts'
import { prepareKeys } from './answers.ts'
import type { CallEngine } from './call-engine.ts'
import type { CompletionHooks } from './completion-hooks.ts'
import { tooCostly } from './cost.ts'
import { tellFault } from './tell-fault.ts'
import { isUndecided, tellUndecided } from './write-apart.ts'

interface One {
  execute(executing: CallEngine, call: Call): Promise<Outcome>
  costOf(call: Call): number
  admit(call: Call): Promise<Problem | null>
  /** Whether it changes nothing. */
  isRead(call: Call): boolean
  /** Whether it does nothing outside its transaction. */
  isRepeatable(call: Call): boolean
}

/** A call of the batch ended so: its problem is what the database judges by whether all may be run again. */
class Undone extends ProblemError {}

export const batchOf =
  (executing: CallEngine, one: One): ExecuteBatch =>
  async (given, { atomic }) => {
    const refusal = refusalOf(executing, one, given)
    if (refusal) return given.map(() => failed(refusal))
    // Their answers are one.
    const room = answerRoom()
    const calls = given.map((call) => ({ ...call, context: { ...call.context, room } }))
    if (!atomic) {
      const outcomes: Outcome[] = []
      for (const call of calls) {
        const { left } = room
        const outcome = await one.execute(executing, call)
        // What a call is refused with takes no room from those after it.
        if (outcome.kind === 'problem') room.left = left
        outcomes.push(outcome)
      }
      return outcomes
    }
    // Nothing is begun that cannot be whole.
    for (const [at, call] of calls.entries()) {
      const refused = await one.admit(call)
      if (refused) return undone(calls.length, at, failed(refused))
    }
    if (calls.every((call) => one.isRead(call))) return readAll(executing, one, calls)
    await prepareKeys(executing).catch(() => {})
    return runWhole(executing, one, calls, room)
  }

/** All in one transaction, which runs again as that of one call does. */
const runWhole = async (
  executing: CallEngine,
  one: One,
  calls: readonly Call[],
  room: AnswerRoom,
): Promise<readonly Outcome[]> => {
  const { left } = room
  let tried = newTry()
  const options: TransactionOptions = {
    isRepeatable: calls.every((call) => one.isRepeatable(call)),
    // One request brought them all.
    ...(calls[0] && { until: calls[0].context }),
  }
  try {
    const work = async (writes: Writes): Promise<void> => {
      const before = tried
      tried = newTry()
      room.left = left
      await settle(executing, before)
      const inside = within(executing, writes, tried)
      for (const call of calls) {
        const outcome = await one.execute(inside, call)
        tried.outcomes.push(outcome)
        if (outcome.kind === 'problem') throw new Undone(outcome.problem)
      }
    }
    // What a call of it has changed was not committed before.
    await executing.rows.transaction(work, options).finally(() => executing.members?.forget(null))
  } catch (error) {
    const isLost = !(error instanceof Undone) && isUndecided(error)
    // What was tried is on record although it was undone: its answers told something. So are refusals.
    const undoneEntries = isLost ? [] : tried.written.map((entry) => ({ ...entry, outcome: 'undone' }))
    await store(executing, [...undoneEntries, ...tried.entries])
    tell(executing, tried)
    for (const ending of tried.endings)
      await (isLost ? ending.undecided(executing.audit) : ending.undone(executing.audit))
    if (error instanceof Undone) return undone(calls.length, tried.outcomes.length - 1, failed(error.problem))
    if (error instanceof ProblemError && calls[0]) tellFault(executing, error.problem, calls[0])
    throw tellUndecided(error, hasKeys(calls))
  }
  executing.feed.wake()
  tell(executing, tried)
  await store(executing, tried.entries)
  await Promise.all(tried.endings.map((ending) => ending.done(executing.audit)))
    .catch((error: unknown) => {
      throw tellUndecided(error, hasKeys(calls))
    })
    // The rows are there, whatever became of their record.
    .finally(() => executing.afterCommit.follow(tried.followUps, calls[0]?.context ?? {}))
  return tried.outcomes
}

/** What a batch is refused for as a whole, before any call of it is run. */
const refusalOf = ({ model: { limits } }: CallEngine, one: One, calls: readonly Call[]): Problem | null => {
  if (calls.length > limits.batchMax)
    return problem('too-large', { detail: `A batch may have at most ${limits.batchMax} calls.` })
  return tooCostly(
    calls.reduce((sum, call) => sum + one.costOf(call), 0),
    limits,
  )
}

const hasKeys = (calls: readonly Call[]): boolean => calls.every(({ context }) => context.idempotencyKey !== undefined)

const store = async ({ audit }: CallEngine, entries: readonly AuditEntry[]): Promise<void> => {
  for (const entry of entries) await audit.durable(entry, null)
}

/** What changes nothing holds no writer: calls that read alone are each answered by themselves, all or none. */
const readAll = async (executing: CallEngine, one: One, calls: readonly Call[]): Promise<readonly Outcome[]> => {
  const outcomes: Outcome[] = []
  for (const [at, call] of calls.entries()) {
    const outcome = await one.execute(executing, call)
    if (outcome.kind === 'problem') return undone(calls.length, at, outcome)
    outcomes.push(outcome)
  }
  return outcomes
}

const undone = (count: number, fault: number, outcome: Outcome): readonly Outcome[] => {
  const detail = `Not done: call ${fault + 1} of this batch failed, and the batch is all or none.`
  return Array.from({ length: count }, (_, at) =>
    at === fault ? outcome : failed(problem('operation-failed', { detail })),
  )
}

/** What a try collects. Of several the last counts. */
interface Try {
  readonly outcomes: Outcome[]
  /** Entries that wait for the end of the transaction. */
  readonly entries: AuditEntry[]
  /** Entries that are part of the transaction, and go with it. */
  readonly written: AuditEntry[]
  readonly buffered: AuditEntry[]
  /** What is told to the log. */
  readonly faults: (() => void)[]
  readonly endings: CompletionHooks[]
  readonly followUps: FollowUp[]
}

const newTry = (): Try => ({
  outcomes: [],
  entries: [],
  written: [],
  buffered: [],
  faults: [],
  endings: [],
  followUps: [],
})

/** Of a try that is run again nobody was answered: what it announced in a database apart has not happened. */
const settle = async ({ audit }: CallEngine, { entries, endings }: Try): Promise<void> => {
  for (const entry of entries) if (entry.intent !== null) await audit.durable(entry, null)
  for (const ending of endings) await ending.undone(audit)
}

const tell = ({ audit }: CallEngine, { buffered, faults }: Try): void => {
  for (const entry of buffered) audit.buffered(entry)
  for (const fault of faults) fault()
}

/** The same executing, with every statement in one transaction; what is not part of it waits for its end. */
const within = (
  executing: CallEngine,
  writes: Writes,
  { entries, written, buffered, faults, endings, followUps }: Try,
): CallEngine => {
  const rows: Store = { ...executing.rows, reads: writes, transaction: (work) => work(writes), within: () => rows }
  const audit: AuditRecorder = {
    ...executing.audit,
    durable: async (entry, given) => {
      // An intent is on disk before what it announces.
      if (given) written.push(entry)
      if (given || entry.outcome === 'intent') await executing.audit.durable(entry, given)
      else entries.push(entry)
    },
    buffered: (entry) => {
      buffered.push(entry)
    },
  }
  return {
    ...executing,
    rows,
    audit,
    endings,
    followUps,
    onBug: (...bug) => faults.push(() => executing.onBug(...bug)),
    onFault: (...fault) => faults.push(() => executing.onFault?.(...fault)),
    store: {
      ...executing.store,
      reads: writes,
      transaction: executing.state.isTransactional ? writes.transaction : null,
    },
  }
}
