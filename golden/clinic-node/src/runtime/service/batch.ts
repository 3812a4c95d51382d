import { type Call, failed, type Outcome } from '../call.ts'
import { problem } from '../problem.ts'
import type { Database, Transaction } from '../sql.ts'
import type { AuditEntry } from '../state.ts'
import type { AuditRecorder } from './audit-recorder.ts'
import type { Executing } from './executor.ts'
import { prepareKeys } from './protect/answers.ts'

/**
 * Runs calls in order, outcomes in the order of the calls. `atomic`: in one transaction, the first problem undoes them
 * all; else each for itself.
 */
export type ExecuteBatch = (
  calls: readonly Call[],
  options: { readonly atomic: boolean },
) => Promise<readonly Outcome[]>

type ExecuteOne = (executing: Executing, call: Call) => Promise<Outcome>

class Undone extends Error {}

export const batchOf =
  (executing: Executing, executeOne: ExecuteOne): ExecuteBatch =>
  async (calls, { atomic }) => {
    const { batchMax } = executing.model.limits
    if (calls.length > batchMax)
      return calls.map(() => failed(problem('too-large', { detail: `A batch may have at most ${batchMax} calls.` })))
    const outcomes: Outcome[] = []
    if (!atomic) {
      for (const call of calls) outcomes.push(await executeOne(executing, call))
      return outcomes
    }
    const entries: AuditEntry[] = []
    await prepareKeys(executing).catch(() => {})
    try {
      await executing.database.transaction(async (transaction) => {
        const inside = within(executing, transaction, entries)
        for (const call of calls) {
          const outcome = await executeOne(inside, call)
          outcomes.push(outcome)
          if (outcome.kind === 'problem') throw new Undone()
        }
      })
      for (const entry of entries) await executing.audit.durable(entry, null)
      return outcomes
    } catch (error) {
      if (!(error instanceof Undone)) throw error
      // Refusals go on record although what they refused was undone.
      for (const entry of entries) await executing.audit.durable(entry, null)
      return undone(calls.length, outcomes)
    }
  }

const undone = (count: number, outcomes: readonly Outcome[]): readonly Outcome[] => {
  const fault = outcomes.length - 1
  const detail = `Not done: call ${fault + 1} of this batch failed, and the batch is all or none.`
  return Array.from({ length: count }, (_, at) =>
    at === fault ? (outcomes[at] as Outcome) : failed(problem('operation-failed', { detail })),
  )
}

/** The same executing, with every statement in one transaction; entries that are not part of it wait for its end. */
const within = (executing: Executing, transaction: Transaction, entries: AuditEntry[]): Executing => {
  const database: Database = {
    all: (sql, params) => transaction.all(sql, params),
    transaction: (work) => work(transaction),
    get statementCount() {
      return executing.database.statementCount
    },
    close: async () => {},
  }
  const audit: AuditRecorder = {
    ...executing.audit,
    durable: async (entry, given) => {
      if (given) await executing.audit.durable(entry, given)
      else entries.push(entry)
    },
  }
  return {
    ...executing,
    database,
    audit,
    store: { ...executing.store, database, transaction: executing.state.isTransactional ? transaction : null },
  }
}
