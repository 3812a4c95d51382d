import { ownOperations } from '../../call/model.ts'
import { principalKey } from '../../call/principal-key.ts'
import { Fault } from '../../call/service-log.ts'
import { type Problem, ProblemError, problem } from '../../problem/problem.ts'
import { readRowInput } from '../../rows/input.ts'
import { entityOf } from '../../store/entity.ts'
import type { HeldWork } from '../../store/queue.ts'
import { instantAt } from '../../values/instant-at.ts'
import { isObject, type Json, type JsonObject } from '../../values/json.ts'
import { bodyNamed } from '../body-named.ts'
import type { CallEngine } from '../call-engine.ts'
import { isFileSweep, isRecounting, isRemoval } from '../files/file-work.ts'
import { recountFiles } from '../files/recount-files.ts'
import { removeFile, sweepUploads } from '../files/remove-file.ts'
import { openReader, storedRow } from '../operation.ts'
import { asItsOwn } from '../operation-failed.ts'
import { readInput } from '../read-input.ts'
import { isTelling, tellWebhooks } from '../webhooks/tell-webhooks.ts'
import { backoffMs } from './backoff.ts'
import { beginScheduled, moveByItself } from './by-itself.ts'
import { heartbeat } from './heartbeat.ts'
import type { JobBody } from './job-body.ts'
import { jobContext, RetryLater } from './job-context.ts'
import { leaveToOthers } from './leave-to-others.ts'
import { isOurs } from './majors.ts'
import { endIfCancelled, hasEnded, isOfDatabase, type JobRun, RunEnd, runPart, workingAs } from './run-part.ts'
import { readsOf } from './run-rows.ts'
import { isSchedule } from './schedules.ts'
import { isAsGiven, openStart } from './sealed-start.ts'
import { attemptOfStep } from './steps.ts'
import { isSweep, sweepRuns } from './sweep.ts'
import { isTimer } from './timers.ts'

export interface RunningOptions {
  /** How long others leave a run alone that nothing is heard of. */
  readonly holdMs: number
  /** Aborts when the service ends. */
  readonly stopped: AbortSignal
}

/**
 * Runs a piece of work that is held to its end, or as far as it comes here. Never rejects: how it ended is told in its row, and what did
 * not end is taken again.
 */
export const runJob = async (executing: CallEngine, held: HeldWork, options: RunningOptions): Promise<void> => {
  const stop = (): void => run?.ending.abort(new RunEnd('stopped'))
  let run: JobRun | null = null
  try {
    if (isSchedule(held)) return await beginScheduled(executing, held)
    if (isTimer(held)) return await moveByItself(executing, held)
    if (isSweep(held)) return await sweepRuns(executing, held)
    if (isRemoval(held)) return await removeFile(executing, held)
    if (isFileSweep(held)) return await sweepUploads(executing, held)
    if (isRecounting(held)) return await recountFiles(executing, held)
    if (isTelling(held)) return await tellWebhooks(executing, held)
    run = await runOf(executing, held, options.holdMs)
    options.stopped.addEventListener('abort', stop, { once: true })
    if (options.stopped.aborted) stop()
    if (!run) await leaveToOthers(executing, held)
    else await inItsLane(run)
  } catch (error) {
    if (error instanceof RunEnd) return
    executing.onFault?.(error, { operation: held.operation })
    const waitMs = isOfDatabase(error) ? goneMs : strangeMs
    // Where that cannot be said either, nobody holds it on, and it is taken again.
    await executing.queue.delayWork(held, executing.nowMs() + waitMs, null).catch(() => {})
  } finally {
    options.stopped.removeEventListener('abort', stop)
  }
}

/** Where there is no place in its lane it waits, and nothing is told of that; what was cancelled ends all the same. */
const inItsLane = async (run: JobRun): Promise<void> => {
  const { executing, held } = run
  const { lane, principal } = run.started
  const names = lane === undefined ? null : { lane, of: principalKey(principal) }
  const entered = names && executing.lanes.enter(names, executing.nowMs())
  if (entered && 'waitMs' in entered && !(await isCancelling(run)))
    return void (await executing.queue.delayWork(held, executing.nowMs() + Math.round(entered.waitMs), null))
  const leave = (ended: 'done' | 'failed' | 'neither'): void => {
    if (entered && 'place' in entered) entered.place.leave(ended, executing.nowMs())
  }
  try {
    await toItsEnd(run)
    leave('done')
  } catch (error) {
    // What a body gives up for good it has tried before it did.
    leave(error instanceof RetryLater || error instanceof ProblemError ? 'failed' : 'neither')
    await afterwards(run, error)
  }
}

const isCancelling = async ({ executing, unit, held, started }: JobRun): Promise<boolean> => {
  const store = { ...executing.store, reads: executing.rows.current }
  return (await storedRow(store, unit, { id: held.id }, started.principal))?.state === 'cancelling'
}

/** A database that cannot be asked is asked again. */
const goneMs = 5_000
/** What cannot be read here (another secret has sealed it), another process may. */
const strangeMs = 600_000

/** Null of one that is another major's. */
const runOf = async (executing: CallEngine, held: HeldWork, holdMs: number): Promise<JobRun | null> => {
  const { model, store } = executing
  const operation = ownOperations(model).find(({ name }) => name === held.operation)
  if (operation?.job === undefined) return null
  const started = openStart(store, held)
  if (!(await isOurs(executing, started.major))) return null
  return {
    executing,
    operation,
    unit: entityOf(store.units, operation.job),
    held,
    started,
    holdMs,
    ending: new AbortController(),
    shown: new Set(),
    untold: { percent: 0, lines: [] },
    attempts: 0,
    last: Promise.resolve(),
  }
}

/** Begins it, runs the body, and keeps what that gave. Rejects with whatever kept it from that. */
const toItsEnd = async (run: JobRun): Promise<void> => {
  const begun = await runPart<JsonObject | null>(run, {
    said: 'begun',
    work: async (_, row, { nowMs }) => {
      if (hasEnded(row)) return { changes: {}, value: null }
      endIfCancelled(row)
      requireGiven(run, row)
      const attempts = Number(row.attempts) + 1
      const changes = { state: 'running', attempts, startedAt: row.startedAt ?? instantAt(nowMs), problem: null }
      return { changes, value: { ...row, attempts } }
    },
  })
  if (!begun) return void (await run.executing.queue.endWork(run.held, null))
  run.attempts = Number(begun.attempts)
  if (run.held.taken > diedMax && !(await hasComeOn(run, begun)))
    throw new ProblemError(problem('internal', { detail: gaveUp }))
  const beat = heartbeat(run)
  try {
    const result = await untilEnded(run, bodyOf(run, begun, beat.tellSoon))
    beat.stop()
    await end(unlessStopped(run), 'done', { percent: 100, ...givenBy(run, result) })
  } finally {
    beat.stop()
  }
}

/** Whoever writes into the database changes nothing that a body acts on in its starter's name. */
const requireGiven = ({ started, unit }: JobRun, row: JsonObject): void => {
  if (isAsGiven(started, unit, row)) return
  throw new ProblemError(problem('conflict', { detail: 'What it was started with was changed past the service.' }))
}

/** What a body has come to the end of is done, also where the service ends meanwhile: nobody does it again. */
const unlessStopped = (run: JobRun): JobRun => {
  const { reason } = run.ending.signal
  return reason instanceof RunEnd && reason.why === 'stopped' ? { ...run, ending: new AbortController() } : run
}

/** How long a body that is told to end may take to, or a third of what its run is held for: past that nobody waits for it, and none of its steps is done any more. */
const graceMs = 10_000

const untilEnded = <Result>({ ending: { signal }, holdMs }: JobRun, body: Promise<Result>): Promise<Result> => {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<never>((_, reject) => {
    const begin = (): void => {
      timer = setTimeout(() => reject(signal.reason), Math.min(graceMs, holdMs / 3)).unref()
    }
    if (signal.aborted) begin()
    else signal.addEventListener('abort', begin, { once: true })
  })
  return Promise.race([body, over]).finally(() => clearTimeout(timer))
}

/** A run that so many processes in a row died of is not begun again, unless one of them did a step of it. */
const diedMax = 5
const gaveUp = `It was begun ${diedMax} times, and each time its process ended before it did.`

const hasComeOn = async (run: JobRun, { step }: JsonObject): Promise<boolean> =>
  typeof step === 'string' && (await attemptOfStep(run, step)) >= run.attempts - diedMax

const bodyOf = async (run: JobRun, begun: JsonObject, onTold: () => void): Promise<unknown> => {
  const { executing, operation } = run
  const body = bodyNamed<JobBody>(executing, operation.name)
  const row = await rowItIsOn(run, begun)
  return body({ value: givenTo(run, begun), row }, jobContext(run, begun, onTold))
}

/** What one major began by itself another may do: each with what its own charter says of it. */
const givenTo = (run: JobRun, { input }: JsonObject): JsonObject => {
  const { operation, started } = run
  if (started.major === null) return readInput(workingAs(run, started.principal, null), operation, {})
  return isObject(input) ? input : {}
}

const rowItIsOn = async (run: JobRun, { on }: JsonObject): Promise<JsonObject | null> => {
  const { entity } = run.operation
  if (!isObject(on) || entity === undefined) return null
  const row = await readsOf(run).read(entity, on)
  if (row) return row
  throw new ProblemError(
    problem('not-found', { detail: `There is no such ${entity} any more, or you may not read it.` }),
  )
}

/** The result as the run's row holds it. What it may not be is a mistake of the body. */
const givenBy = ({ unit, executing, started, operation }: JobRun, result: unknown): JsonObject => {
  if (!unit.fields.has('result')) return {}
  const reader = openReader(executing.store, unit, started.principal)
  const { fields } = readRowInput(reader, { result: (result ?? null) as Json }, 'update')
  const [error] = reader.reading.errors
  if (error) throw new Error(`${operation.name} gives what its result cannot be: ${error.path} ${error.message}`)
  return fields
}

const end = (run: JobRun, state: 'done' | 'failed' | 'cancelled', changes: JsonObject): Promise<void> =>
  runPart(run, {
    said: state,
    work: async (store, _, { nowMs }) => {
      await run.executing.queue.endWork(run.held, store.transaction)
      return { changes: { ...changes, state, endedAt: instantAt(nowMs) } }
    },
  })

/** What becomes of a run that did not come to its end. */
const afterwards = async (ended: JobRun, thrown: unknown): Promise<void> => {
  const error = asItsOwn(ended.operation.errors, whyEnded(ended, thrown))
  // What is said of it now is no part of what was ended.
  const run = { ...ended, ending: new AbortController() }
  if (error instanceof RetryLater) return later(run, error)
  if (!(error instanceof RunEnd)) return failed(run, error)
  const { executing, held } = run
  if (error.why === 'cancelled') return end(run, 'cancelled', {})
  // Its row is no more, so there is nothing that could be told of it.
  if (error.why === 'gone') return void (await executing.queue.endWork(held, null))
  if (error.why === 'interrupted') executing.onFault?.(error.cause, { operation: held.operation })
  if (error.why === 'interrupted' && run.attempts >= interruptedMax) return failed(run, error.cause)
  const waitMs = error.why === 'interrupted' ? backoffMs(run.attempts) : 0
  if (error.why !== 'lost') await executing.queue.delayWork(held, executing.nowMs() + waitMs, null)
}

/** What a database has ended so often in some hours ends for good. */
const interruptedMax = 50

/** A body that is told to end may end with anything. What it could not ask the database between steps is asked by the next attempt. */
const whyEnded = ({ ending: { signal } }: JobRun, thrown: unknown): unknown => {
  if (signal.aborted && signal.reason instanceof RunEnd) return signal.reason
  return isOfDatabase(thrown) ? new RunEnd('interrupted', thrown) : thrown
}

const later = (run: JobRun, { message, afterMs }: RetryLater): Promise<void> =>
  runPart(run, {
    said: 'retry',
    work: async (store, row, { nowMs }) => {
      const { queue } = run.executing
      if (row.state === 'cancelling') {
        await queue.endWork(run.held, store.transaction)
        return { changes: { state: 'cancelled', endedAt: instantAt(nowMs) } }
      }
      await queue.delayWork(run.held, nowMs + (afterMs ?? backoffMs(run.attempts)), store.transaction)
      return { changes: { state: 'queued', problem: { code: 'retry', detail: message } } }
    },
  })

const failed = async (run: JobRun, error: unknown): Promise<void> => {
  const found: Problem = error instanceof ProblemError ? error.problem : problem('internal', { cause: error })
  const { onBug } = run.executing
  if (found.code === 'internal')
    onBug(found.cause ?? new Fault(gaveUp), { operation: run.operation.name, requestId: run.held.id })
  const code = found.code === 'operation-failed' ? (found.reason ?? found.code) : found.code
  await end(run, 'failed', { problem: { code, ...(found.detail !== undefined && { detail: found.detail }) } })
}
