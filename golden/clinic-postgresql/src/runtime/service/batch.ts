import { answerRoom } from '../answer-length.ts'
import { type Call, failed, type Outcome } from '../call.ts'
import { type Problem, ProblemError, problem } from '../problem.ts'
import type { ExecuteBatch } from '../serving.ts'
import type { AuditEntry } from '../state.ts'
import type { Store, Writes } from '../store.ts'
import type { AuditRecorder } from './audit-recorder.ts'
import { tooCostly } from './cost.ts'
import { type Executing, tellFault } from './executor.ts'
import { prepareKeys } from './protect/answers.ts'
import { type Ending, isUndecided, tellUndecided } from './write-apart.ts'

interface One {
  execute(executing: Executing, call: Call): Promise<Outcome>
  costOf(call: Call): number
  admit(call: Call): Promise<Problem | null>
  /** Whether it changes nothing. */
  isRead(call: Call): boolean
}

class Undone extends Error {}

export const batchOf =
  (executing: Executing, one: One): ExecuteBatch =>
  async (given, { atomic }) => {
    const refusal = refusalOf(executing, one, given)
    if (refusal) return given.map(() => failed(refusal))
    // Their answers are one.
    const room = answerRoom()
    const calls = given.map((call) => ({ ...call, context: { ...call.context, room } }))
    const outcomes: Outcome[] = []
    if (!atomic) {
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
    const entries: AuditEntry[] = []
    const tried: AuditEntry[] = []
    const endings: Ending[] = []
    await prepareKeys(executing).catch(() => {})
    try {
      await executing.rows.transaction(
        async (writes) => {
          const inside = within(executing, writes, { entries, tried, endings })
          for (const call of calls) {
            const outcome = await one.execute(inside, call)
            outcomes.push(outcome)
            if (outcome.kind === 'problem') throw new Undone()
          }
        },
        // One request brought them all.
        { ...(calls[0] && { until: calls[0].context }) },
      )
    } catch (error) {
      // What was tried is on record although it was undone: its answers told something. So are refusals.
      const undoneEntries = isUndecided(error) ? [] : tried.map((entry) => ({ ...entry, outcome: 'undone' }))
      await store(executing, [...undoneEntries, ...entries])
      for (const ending of endings)
        await (isUndecided(error) ? ending.undecided(executing.audit) : ending.undone(executing.audit))
      if (error instanceof ProblemError && calls[0]) tellFault(executing, error.problem, calls[0])
      if (!(error instanceof Undone)) throw tellUndecided(error, hasKeys(calls))
      return undone(calls.length, outcomes.length - 1, outcomes.at(-1) as Outcome)
    }
    executing.feed.wake()
    await store(executing, entries)
    await Promise.all(endings.map((ending) => ending.done(executing.audit))).catch((error: unknown) => {
      throw tellUndecided(error, hasKeys(calls))
    })
    return outcomes
  }

/** What a batch is refused for as a whole, before any call of it is run. */
const refusalOf = ({ model: { limits } }: Executing, one: One, calls: readonly Call[]): Problem | null => {
  if (calls.length > limits.batchMax)
    return problem('too-large', { detail: `A batch may have at most ${limits.batchMax} calls.` })
  return tooCostly(
    calls.reduce((sum, call) => sum + one.costOf(call), 0),
    limits,
  )
}

const hasKeys = (calls: readonly Call[]): boolean => calls.every(({ context }) => context.idempotencyKey !== undefined)

const store = async ({ audit }: Executing, entries: readonly AuditEntry[]): Promise<void> => {
  for (const entry of entries) await audit.durable(entry, null)
}

/** What changes nothing holds no writer: calls that read alone are each answered by themselves, all or none. */
const readAll = async (executing: Executing, one: One, calls: readonly Call[]): Promise<readonly Outcome[]> => {
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

interface Waiting {
  readonly entries: AuditEntry[]
  /** Entries that are part of the transaction, and go with it. */
  readonly tried: AuditEntry[]
  readonly endings: Ending[]
}

/** The same executing, with every statement in one transaction; entries that are not part of it wait for its end. */
const within = (executing: Executing, writes: Writes, { entries, tried, endings }: Waiting): Executing => {
  const rows: Store = { ...executing.rows, reads: writes, transaction: (work) => work(writes), within: () => rows }
  const audit: AuditRecorder = {
    ...executing.audit,
    durable: async (entry, given) => {
      // An intent is on disk before what it announces.
      if (given) tried.push(entry)
      if (given || entry.outcome === 'intent') await executing.audit.durable(entry, given)
      else entries.push(entry)
    },
  }
  return {
    ...executing,
    rows,
    audit,
    endings,
    store: {
      ...executing.store,
      reads: writes,
      transaction: executing.state.isTransactional ? writes.transaction : null,
    },
  }
}
