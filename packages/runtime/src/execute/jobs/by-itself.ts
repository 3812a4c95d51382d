import type { Call, Principal, ValueOutcome } from '../../call/call.ts'
import { hasBody, type OperationModel, ownOperations } from '../../call/model.ts'
import { ProblemError } from '../../problem/problem.ts'
import { newNotes } from '../../record/audit-entry.ts'
import { entityOf } from '../../store/entity.ts'
import type { HeldWork, Work } from '../../store/queue.ts'
import type { JsonObject } from '../../values/json.ts'
import { bodyNamed } from '../body-named.ts'
import { boundedBy } from '../bounded.ts'
import type { CallEngine, Execution } from '../call-engine.ts'
import { operationReach } from '../internal-operations.ts'
import { moveRow } from '../move.ts'
import { openedRow, openReader, storedRow } from '../operation.ts'
import type { OperationBody } from '../operation-body.ts'
import { ownContext } from '../own-context.ts'
import type { OwnStore } from '../own-store.ts'
import { readInput } from '../read-input.ts'
import { inTransaction, writeTogether } from '../write-together.ts'
import { backoffMs } from './backoff.ts'
import { leaveToOthers } from './leave-to-others.ts'
import { hasEnded, isOfDatabase, RunEnd } from './run-part.ts'
import { type Moment, openSchedule, type Scheduled, scheduledIn, scheduledWork, scheduleId } from './schedules.ts'
import { startJob } from './start-job.ts'
import { openTimer, timersOf } from './timers.ts'

/** Who acts where nobody asked for it: what the charter itself says is done. */
const service = (tenant: string | undefined): Principal => ({
  id: 'service',
  roles: [],
  attributes: {},
  credential: 'none',
  ...(tenant !== undefined && { tenant }),
})

/**
 * Begins the run that is due, unless the one before has not ended, and says when the next is. One that cannot be begun is tried again until it
 * can, at its next time at the latest; that is told once.
 */
export const beginScheduled = async (executing: CallEngine, held: HeldWork): Promise<void> => {
  const { model, store, queue, setbacks } = executing
  const operation = scheduledIn(model).find((each) => scheduleId(each) === held.id)
  if (!operation) return leaveToOthers(executing, held)
  const moment = await momentIn(executing)
  const { clockMs, nowMs } = moment
  const { last, dueMs } = openSchedule(store, held)
  // Put by a process whose clock is ahead of this one's, or hurried by whoever writes into the database.
  if (dueMs > clockMs) return void (await queue.delayWork(held, nowMs + Math.min(dueMs - clockMs, aheadMs), null))
  const next = (run: string | null): Work => scheduledWork(store, operation, moment, run)
  try {
    await begin(executing, held, { operation, last, next })
    setbacks.delete(held.id)
  } catch (error) {
    if (error instanceof RunEnd) throw error
    const times = (setbacks.get(held.id) ?? 0) + 1
    setbacks.set(held.id, times)
    if (times === 1) executing.onFault?.(error, { operation: operation.name })
    // Where that cannot be said either, nobody holds it on, and it is taken again.
    await queue.delayWork(held, Math.min(nowMs + backoffMs(times), next(last).dueMs), null).catch(() => {})
  }
}

interface Due {
  readonly operation: Scheduled
  /** The run that was begun last; null of none. */
  readonly last: string | null
  /** What is to be begun after a run. */
  readonly next: (run: string | null) => Work
}

const begin = async (executing: CallEngine, held: HeldWork, { operation, last, next }: Due): Promise<void> => {
  const { store, queue } = executing
  const unit = entityOf(store.units, operation.job)
  const act = { operation, tenant: undefined, key: null, rule: 'every' }
  const isBegun = await byItself(executing, held, act, async (own, working) => {
    const before = last === null ? null : await storedRow(own, unit, { id: last }, working.principal)
    if (before && !hasEnded(before)) return false
    const value = readInput(working, operation, {})
    const begun = { entity: operation.job, operation, value, key: null, isOfAnyMajor: true } as const
    const run = await startJob(working, own, begun)
    await queue.putWork(next(String(run.id)), own.transaction)
    return true
  })
  if (!isBegun) await queue.delayWork(held, next(last).dueMs, null)
}

/** Moves the row that has been in a state for so long, if it still is and what the move asks of it holds. */
export const moveByItself = async (executing: CallEngine, held: HeldWork): Promise<void> => {
  const { model, store, queue } = executing
  const operation = ownOperations(model).find(({ name }) => name === held.operation)
  const timer = timersOf(model, operation?.entity ?? '').find((each) => each.operation.name === held.operation)
  if (!operation || !timer) return leaveToOthers(executing, held)
  const { key, tenant, dueMs } = openTimer(store, held)
  const { clockMs, nowMs } = await momentIn(executing)
  // Whoever writes into the database hurries nothing.
  if (dueMs > clockMs + aheadMs) return void (await queue.delayWork(held, nowMs + dueMs - clockMs, null))
  const { move } = timer
  const unit = entityOf(store.units, operation.entity ?? '')
  const isMoved = await byItself(executing, held, { operation, tenant, key, rule: 'after' }, async (own, working) => {
    const { principal } = working
    const stored = await storedRow(own, unit, key, principal)
    if (!stored || !move.from.includes(String(stored[move.field]))) return false
    await queue.endWork(held, own.transaction)
    const { row, changed } = await moveRow({
      store: own,
      reader: openReader(own, unit, principal),
      operation,
      move,
      stored,
    })
    working.notes.written = changed
    working.notes.fields = changed
    if (hasBody(operation)) await bodyOf(working, own, operation, await openedRow(own, unit, row))
    return true
  }).catch((error: unknown) => {
    if (error instanceof RunEnd || isOfDatabase(error)) throw error
    const isRefused = error instanceof ProblemError && error.problem.code !== 'internal'
    if (!isRefused) executing.onBug(error, { operation: operation.name })
    return null
  })
  if (isMoved === false) await queue.endWork(held, null)
  if (isMoved === null) await queue.delayWork(held, executing.nowMs() + notHeldMs, null)
}

const momentIn = async ({ queue, nowMs }: CallEngine): Promise<Moment> => ({
  clockMs: await queue.clockMs(null),
  nowMs: nowMs(),
})

/** What a transaction puts that takes some time may be given a little before it is due. */
const aheadMs = 10_000

/** What did not hold is asked again. */
const notHeldMs = 3_600_000

const bodyOf = async (
  working: Execution,
  store: OwnStore,
  operation: OperationModel,
  row: JsonObject,
): Promise<void> => {
  const body = bodyNamed<OperationBody>(working.executing, operation.name)
  const own = { working, store, rights: 'service' as const, onShown: () => {}, by: operation.name }
  await body(
    { value: readInput(working, operation, {}), row },
    ownContext(working, store, operationReach(own, operation)),
  )
}

export interface Act {
  readonly operation: OperationModel
  readonly tenant: string | undefined
  readonly key: JsonObject | null
  readonly rule: string
  /** What it does is on record where it is told, or is nothing that anybody asks for. */
  readonly isUnrecorded?: boolean
}

/** There was nothing to do, and so there is nothing to be on record. */
class Idle extends Error {}

/** A call of the service's own, in a transaction that is nobody else's. False: `work` found nothing to do. Rejects with a RunEnd where another holds it. */
export const byItself = async (
  engine: CallEngine,
  held: HeldWork,
  { operation, tenant, key, rule, isUnrecorded = false }: Act,
  work: (store: OwnStore, working: Execution) => Promise<boolean>,
): Promise<boolean> => {
  const principal = service(tenant)
  const call: Call = {
    operation: operation.name,
    input: {},
    principal,
    context: {
      deadlineMs: Date.now() + engine.model.limits.requestTimeoutMs,
      origin: { style: 'job', requestId: held.id },
    },
  }
  const executing = boundedBy(engine, call)
  const notes = { ...newNotes(), entity: key && (operation.entity ?? null), key, rule }
  const working = { executing, call, principal, notes, nowMs: engine.nowMs() }
  const prepared = async (store: OwnStore): Promise<ValueOutcome> => {
    if (!(await executing.queue.holdWork(held, store.transaction))) throw new RunEnd('lost')
    if (!(await work(store, working))) throw new Idle('nothing to do')
    return { kind: 'value', value: null }
  }
  // What could not be put in order among others is taken up again anyway: here at once, as steps of jobs are.
  const transacted = { errors: operation.errors, isRepeatable: true, hasOwnCode: hasBody(operation) }
  try {
    await writeTogether({ ...inTransaction(working, prepared, transacted), again: null, isUnrecorded })
    return true
  } catch (error) {
    if (error instanceof Idle) return false
    throw error
  }
}
