import { rememberApiKey } from '../../call/api-key-of.ts'
import type { Principal, ValueOutcome } from '../../call/call.ts'
import { jobLines, type OperationModel } from '../../call/model.ts'
import { withAsked } from '../../identity/with-asked.ts'
import { isElsewhere } from '../../problem/elsewhere.ts'
import { ProblemError, problem } from '../../problem/problem.ts'
import { newNotes } from '../../record/audit-entry.ts'
import { everyRow } from '../../rows/grant.ts'
import { type EntityUnit, keyOf } from '../../store/entity.ts'
import type { HeldWork } from '../../store/queue.ts'
import type { JsonObject } from '../../values/json.ts'
import { boundedBy } from '../bounded.ts'
import type { CallEngine, Execution } from '../call-engine.ts'
import { openReader, storedRow } from '../operation.ts'
import type { OwnStore } from '../own-store.ts'
import { updateRow } from '../write.ts'
import { inTransaction, writeTogether } from '../write-together.ts'
import type { StartedBy } from './sealed-start.ts'

/** A run that this replica holds. */
export interface JobRun {
  readonly executing: CallEngine
  readonly operation: OperationModel
  /** The entity whose rows are the runs. */
  readonly unit: EntityUnit
  readonly held: HeldWork
  readonly started: StartedBy
  /** How long others leave it alone. */
  readonly holdMs: number
  /** Aborts with why: a `RunEnd`. */
  readonly ending: AbortController
  /** Protected values that the body was given, by their path. */
  readonly shown: Set<string>
  /** What has to be told of it that no transaction has told yet. */
  readonly untold: { percent: number; lines: readonly string[] }
  /** How often it was begun, this time too; 0 before it is. */
  attempts: number
  /** The last of its transactions: one at a time, so that none is in the other's way. */
  last: Promise<unknown>
}

/** Why a run does not go on here, though nothing is wrong with it. `lost`: another replica holds it; `gone`: its row is no more. */
export class RunEnd extends Error {
  override readonly name = 'RunEnd'
  readonly why: 'cancelled' | 'lost' | 'gone' | 'stopped' | 'interrupted'

  constructor(why: RunEnd['why'], cause?: unknown) {
    super(`the run ends here: ${why}`, { cause })
    this.why = why
  }
}

export interface RunPart {
  /** As its entry on record says it, after `job:`. Null: it is no act, and is not on record. */
  readonly said: string | null
  /** Asked for by a person's code, which may write by SQL. */
  readonly hasOwnCode?: boolean
  /** Gives what changes of the run's own row, with what the part gives. `row`: that row as it is stored. */
  work(
    store: OwnStore,
    row: JsonObject,
    working: Execution,
  ): Promise<{ readonly changes: JsonObject; readonly value?: unknown }>
}

/**
 * A transaction of a run: nothing of it is done where another holds the run by now. Rejects with a RunEnd, or with what `work` rejects with.
 */
export const runPart = <Value>(run: JobRun, part: RunPart): Promise<Value> => {
  const done = run.last.then(() => perform<Value>(run, part))
  run.last = done.catch(() => {})
  return done
}

const perform = async <Value>(run: JobRun, { said, hasOwnCode = false, work }: RunPart): Promise<Value> => {
  endIfOver(run)
  const principal = hasOwnCode ? await principalNow(run) : run.started.principal
  const working = workingAs(run, principal, said)
  const { executing } = working
  const telling = { ...run.untold }
  run.untold.lines = []
  let gave: { value: unknown } = { value: undefined }
  const prepared = async (store: OwnStore): Promise<ValueOutcome> => {
    if (!(await executing.queue.holdWork(run.held, store.transaction))) throw new RunEnd('lost')
    const row = await storedRow(store, run.unit, { id: run.held.id }, run.started.principal)
    if (!row) throw new RunEnd('gone')
    const { changes, value } = await work(store, row, working)
    gave = { value }
    await updateRow(
      store,
      run.unit,
      everyRow,
      row,
      { fields: { ...changes, ...told(row, telling, changes) }, owned: {} },
      openReader(store, run.unit, run.started.principal),
    )
    return { kind: 'value', value: null }
  }
  const transacted = { errors: run.operation.errors, isRepeatable: true, hasOwnCode }
  try {
    await writeTogether({
      ...inTransaction(working, prepared, transacted),
      again: null,
      ...(said === null && { isUnrecorded: true }),
    })
  } catch (error) {
    run.untold.lines = [...telling.lines, ...run.untold.lines].slice(-jobLines.linesMax)
    throw ended(run, error)
  }
  return gave.value as Value
}

/** What ends the run here, whatever its body makes of it: a database that went away may come back, and the step is done then. */
const ended = ({ ending }: JobRun, error: unknown): unknown => {
  const end = isOfDatabase(error) ? new RunEnd('interrupted', error) : error
  if (end instanceof RunEnd) ending.abort(end)
  return end
}

/** Whoever cannot be asked for now, or may have done it: it is begun again, and finds out. */
export const isOfDatabase = (error: unknown): boolean =>
  error instanceof ProblemError && ['unavailable', 'timeout'].includes(error.problem.code) && !isElsewhere(error)

export const endIfOver = ({ ending: { signal } }: JobRun): void => {
  if (signal.aborted) throw signal.reason
}

/** Ends the run where somebody has asked for that. */
export const endIfCancelled = ({ state }: JsonObject): void => {
  if (state === 'cancelling') throw new RunEnd('cancelled')
}

/** Whether a run has come to its end, as its row says. */
export const hasEnded = ({ endedAt }: JsonObject): boolean => (endedAt ?? null) !== null

/**
 * Who started the run, as they are now: with the roles that rows say, or that their API key has. Throws a ProblemError (`unauthenticated`) where
 * that was revoked. What a token said stands as it was.
 */
export const principalNow = async ({
  executing,
  started,
}: Pick<JobRun, 'executing' | 'started'>): Promise<Principal> => {
  const { principal, apiKey } = started
  const shown = apiKey === undefined ? principal : await ofApiKey(executing, principal, apiKey)
  const found = (await executing.members?.now(shown)) ?? { ...shown }
  // What it starts by itself ends with the key, too.
  rememberApiKey(found, apiKey)
  return found
}

const ofApiKey = async (executing: CallEngine, principal: Principal, id: string): Promise<Principal> => {
  const key = await executing.state.findApiKeyById(id)
  const isTheirs = key?.principal === principal.id && key.tenant === (principal.tenant ?? key.tenant)
  if (!key || !isTheirs || (key.expiresAtMs !== null && key.expiresAtMs <= executing.nowMs()))
    throw new ProblemError(keyEnded)
  const { scopes: _, ...person } = principal
  return {
    ...person,
    roles: principal.roles.filter((role) => key.roles.includes(role)),
    attributes: executing.model.access.membership ? principal.attributes : key.attributes,
    ...(key.scopes !== null && { scopes: key.scopes }),
  }
}

const keyEnded = problem('unauthenticated', {
  detail: 'The API key that started this run has expired, or was revoked.',
})

/** A part of the run as a call of its own, within the time of a call. */
export const workingAs = (run: JobRun, principal: Principal, said: string | null): Execution => {
  const { operation, unit, started, held } = run
  const { model } = run.executing
  const nowMs = run.executing.nowMs()
  const call = {
    operation: operation.name,
    input: {},
    principal,
    context: {
      deadlineMs: Date.now() + model.limits.requestTimeoutMs,
      abort: run.ending.signal,
      origin: { style: 'job', requestId: held.id },
      ...(started.trace !== undefined && { trace: started.trace }),
    },
  }
  const executing = boundedBy(run.executing, call)
  const notes = {
    ...newNotes(),
    entity: unit.model.name,
    key: keyOf(unit, { id: held.id }),
    fields: [...run.shown],
    rule: said === null ? null : `job:${said}`,
  }
  // Rules ask how and from where it was started.
  const { style, address } = started.from
  const asked = { context: { origin: { ...call.context.origin, style, ...(address !== undefined && { address }) } } }
  return { executing, call, principal: withAsked(model, asked, principal, nowMs), notes, nowMs }
}

/** What the body said since it was told last; how much is done only grows, whatever an attempt says that begins anew. */
const told = (row: JsonObject, { percent, lines }: JobRun['untold'], changes: JsonObject): JsonObject => {
  const before = Array.isArray(row.lines) ? row.lines : []
  const most = Math.max(percent, Number(changes.percent ?? 0), Number(row.percent))
  return {
    ...(most > Number(row.percent) || changes.percent !== undefined ? { percent: most } : {}),
    ...(lines.length > 0 && { lines: [...before, ...lines].slice(-jobLines.linesMax) }),
  }
}
