import { type Call, type Execute, failed, type Outcome, type Principal } from '../call/call.ts'
import { evaluate, type Truth } from '../call/evaluate.ts'
import { refuseManyNames } from '../call/few-names.ts'
import type { FileCalls } from '../call/file-calls.ts'
import { isRoute, type Rule, type ServiceModel } from '../call/model.ts'
import { ruledAs } from '../call/ruled-as.ts'
import type { Admit, ExecuteBatch } from '../call/service-backend.ts'
import { hasWebhooks } from '../call/webhook-names.ts'
import { forbidden, whyDenied } from '../call/why.ts'
import { serviceFiles } from '../files/service-files.ts'
import { requireScopes } from '../identity/sign-in/require-scopes.ts'
import { stepUpFor } from '../identity/step-up.ts'
import { withAsked } from '../identity/with-asked.ts'
import { endlessRoom } from '../limits/answer-length.ts'
import { outboundOf } from '../limits/outbound.ts'
import { turnsOf } from '../limits/turns.ts'
import { byDeadline, isLate } from '../limits/until.ts'
import { type Problem, ProblemError, problem } from '../problem/problem.ts'
import { doing } from '../problem/said.ts'
import { auditEntry, newNotes, rowsOf } from '../record/audit-entry.ts'
import type { CallStore } from '../rows/call-store.ts'
import { cursorSeal } from '../rows/cursor.ts'
import { everyRow, type Grant, grantOf, ruleOf } from '../rows/grant.ts'
import { readKey } from '../rows/read-key.ts'
import { versionMac } from '../rows/version.ts'
import { compileEntities } from '../store/entity.ts'
import type { HeldWork } from '../store/queue.ts'
import type { JsonObject } from '../values/json.ts'
import { aggregateRows } from './aggregate.ts'
import { readAuditTrail } from './audit-trail.ts'
import { batchOf } from './batch.ts'
import { boundedBy } from './bounded.ts'
import type { CallEngine, Execution, ExecutorOptions } from './call-engine.ts'
import { streamChanges } from './changes.ts'
import { costOf, refuseCostly } from './cost.ts'
import { fileCalls } from './files/file-calls.ts'
import { fileSweep, fileSweepEveryMs } from './files/file-work.ts'
import { recountWhereAsked } from './files/recount-files.ts'
import { lanesOf } from './jobs/lanes.ts'
import { type RunningOptions, runJob } from './jobs/run-job.ts'
import { scheduledIn, scheduledWork } from './jobs/schedules.ts'
import { keptFor, sweepEveryMs, sweepWork } from './jobs/sweep.ts'
import { listRows } from './list.ts'
import { deniedOften, refuseOften } from './often.ts'
import { isRepeatable, performWrite } from './perform-write.ts'
import { readRow } from './read.ts'
import { readRoute } from './read-route.ts'
import { withReferrers } from './referrers.ts'
import { isFollowed, isOnRow, isRead, routeOf, type Target, targetsOf } from './target.ts'
import { tellFault } from './tell-fault.ts'
import { type TellingWakes, tellingFrom, wakesTelling } from './webhooks/tell-webhooks.ts'
import { webhookBodies } from './webhooks/webhook-bodies.ts'
import { requireHeld } from './write.ts'

export interface Executor {
  /** Never rejects. */
  readonly execute: Execute
  readonly executeBatch: ExecuteBatch
  readonly admit: Admit
  /** Null where no field is a file. */
  readonly files: FileCalls | null
  /** What begins by itself is in the queue from then on. */
  readonly ensureSchedules: () => Promise<void>
  /** Wakes who tells webhooks where something was written elsewhere; null where there are none. */
  readonly lookForChanges: (() => Promise<void>) | null
  /** Runs a piece of work that is held. Never rejects. */
  readonly runJob: (held: HeldWork, options: RunningOptions) => Promise<void>
}

/** One write is told to all streams of a caller, and each may make a long answer of it. */
const toldEachMax = 2

/** Runs Calls under the precedence of docs/semantics.md. */
export const createExecutor = (options: ExecutorOptions): Executor => {
  const store: CallStore = {
    model: options.model,
    units: compileEntities(options.model, options.rows),
    reads: options.rows.reads,
    cursors: cursorSeal(options.secret),
    versions: versionMac(options.secret),
    // Each call has its own (bounded.ts).
    room: endlessRoom,
    nowMs: options.nowMs,
    protection: options.protection ?? null,
    files: options.filesIn ? serviceFiles({ ...options.filesIn, nowMs: options.nowMs }) : null,
    transaction: null,
  }
  const wakes = hasWebhooks(options.model) ? wakesTelling(options, store) : null
  const executing: CallEngine = {
    ...withWebhooks(options, store, wakes),
    store,
    turns: turnsOf(toldEachMax),
    lanes: lanesOf(),
    setbacks: new Map(),
  }
  const targets = targetsOf(options.model, store.units)
  const asked: Execute = (call) => execute(executing, targets, call)
  return {
    execute: asked,
    files: store.files && fileCalls({ ...executing, files: store.files, execute: asked }),
    admit: (call) => admit(executing, targets, call),
    ensureSchedules: async () => {
      const now = { clockMs: await options.queue.clockMs(null), nowMs: options.nowMs() }
      for (const each of scheduledIn(options.model))
        await options.queue.ensureWork(scheduledWork(store, each, now, null))
      for (const each of keptFor(options.model))
        await options.queue.ensureWork(sweepWork(store, each, options.nowMs() + sweepEveryMs))
      if (store.files) await options.queue.ensureWork(fileSweep(store, options.nowMs() + fileSweepEveryMs))
      await recountWhereAsked(executing)
      if (hasWebhooks(options.model))
        await options.queue.ensureWork(tellingFrom(store, await options.state.newestChange(), options.nowMs()))
    },
    lookForChanges: wakes?.look ?? null,
    runJob: (held, running) => runJob(executing, held, running),
    executeBatch: batchOf(executing, {
      execute: (inside, call) => execute(inside, targets, call),
      admit: (call) => admit(executing, targets, call),
      isRead: ({ operation }) => isRead(targets.get(operation)),
      isRepeatable: ({ operation }) => isRepeatable(targets.get(operation)),
      costOf: (call) => costOf(store, targets.get(call.operation), call),
    }),
  }
}

/** With the code of what `webhooks` adds, and commits that wake who tells them. */
const withWebhooks = (options: ExecutorOptions, store: CallStore, wakes: TellingWakes | null): ExecutorOptions => {
  if (!wakes) return options
  const { operations, hooks } = webhookBodies({ ...options, store }, options.outbound ?? outboundOf())
  return {
    ...options,
    operations: { ...options.operations, ...operations },
    hooks: { ...options.hooks, ...hooks },
    feed: {
      ...options.feed,
      wake: () => {
        options.feed.wake()
        wakes.wake()
      },
    },
  }
}

type Targets = ReadonlyMap<string, Target>

const execute = (executing: CallEngine, targets: Targets, call: Call): Promise<Outcome> => {
  const run = (): Promise<Outcome> => attempt(executing, call, (working) => perform(working, targets))
  return executing.measure && targets.has(call.operation) ? executing.measure(call, run) : run()
}

const admit = async (executing: CallEngine, targets: Targets, call: Call): Promise<Problem | null> => {
  const outcome = await attempt(executing, call, async (working) => {
    enter(working, targets)
    return { kind: 'value', value: null }
  })
  return outcome.kind === 'problem' ? outcome.problem : null
}

const attempt = async (
  executing: CallEngine,
  call: Call,
  work: (working: Execution) => Promise<Outcome>,
): Promise<Outcome> => {
  const { principal } = call
  if (!principal) return failed(problem('unauthenticated'))
  const working = workingOn(executing, call, principal)
  try {
    return await work(working)
  } catch (error) {
    return refuse(working, error)
  }
}

const workingOn = (executing: CallEngine, call: Call, principal: Principal): Execution => {
  const nowMs = executing.nowMs()
  return { executing, call, principal: withAsked(executing.model, call, principal, nowMs), notes: newNotes(), nowMs }
}

interface Entered {
  readonly working: Execution
  readonly target: Target
  readonly grant: Grant
}

/** What is asked of a call before anything of its input: that there is such an operation, and that this caller may do it. */
const enter = (asked: Execution, targets: Targets): Entered => {
  const { call, principal, notes, nowMs } = asked
  const target = targets.get(call.operation)
  // Of a request that could not be read the operation is nothing that somebody asked for.
  if (!target)
    throw new ProblemError(
      call.context.unreadable ?? problem('not-found', { detail: `There is no operation "${call.operation}".` }),
    )
  notes.entity = target.unit?.model.name ?? null
  notes.key = keyIn(target, call)
  if (isLate(call.context)) throw new ProblemError(problem('timeout'))
  const executing = isFollowed(target) ? asked.executing : boundedBy(asked.executing, call)
  const working = { ...asked, executing }
  if (principal.credential === 'none' && !routeOf(target)?.route.isOpen)
    throw new ProblemError(problem('unauthenticated'))
  const grant = routeOf(target)?.route.isOpen ? everyRow : allowed(working, target)
  requireScopes(executing.model, call, principal)
  notes.rule = ruleOf(grant)
  stepUpFor(executing.model, call, principal, nowMs)
  return { working, target, grant }
}

/** The key of the row that a call is on: none of what lists, makes or is on no row, whatever its caller gives. */
const keyIn = (target: Target, { input }: Call): JsonObject | null => (isOnRow(target) ? (input.key ?? null) : null)

const perform = async (asked: Execution, targets: Targets): Promise<Outcome> => {
  const { working, target, grant } = enter(asked, targets)
  const { executing, call, notes, nowMs } = working
  if (call.context.unreadable) throw new ProblemError(call.context.unreadable)
  refuseManyNames(call.select)
  refuseCostly(costOf(executing.store, target, call), call.context, executing.model.limits)
  if (target.unit && isOnRow(target)) notes.key = readKey(target.unit, notes.key ?? {})
  if (!isRead(target)) return performWrite(working, target, grant)
  const outcome = await performRead(working, target, grant)
  // Protected values that are shown go on record before they leave (docs/threat-model.md).
  if (notes.fields.length > 0)
    await byDeadline(
      call.context,
      executing.audit.durable(auditEntry(call, 'ok', notes, 'durable', nowMs, rowsOf(outcome)), null),
    )
  else executing.audit.buffered(auditEntry(call, 'ok', notes, 'buffered', nowMs, rowsOf(outcome)))
  return outcome
}

/** The grant for the operation, or `forbidden` with why: no rule allows it for any row. */
const allowed = ({ principal, executing, call }: Execution, target: Target): Grant => {
  // An operation of one's own is ruled by its name alone, whatever it is called.
  const action = target.kind === 'entity' ? ruledAs(target.action) : target.operation.name
  const grant = target.unit ? grantOf(target.unit, action, principal) : ownGrant(executing.model, action, principal)
  if (grant) return grant
  const entity = target.unit?.model.name ?? null
  const many = target.unit?.model.plural
  const detail = `You may not ${doing(entity, target.kind === 'entity' ? target.action : call.operation, many)}.`
  throw forbidden(principal, detail, () => whyDenied(executing.model.access.rules, { entity, many, action, principal }))
}

/** Operations on no entity: rules without one decide, on the principal alone. A `forbid` that cannot be decided forbids. */
const ownGrant = (model: ServiceModel, action: string, principal: Principal): Grant | null => {
  const applying = model.access.rules.filter(
    (rule) =>
      rule.entity === null &&
      rule.actions.includes(action) &&
      (rule.roles.length === 0 || rule.roles.some((role) => principal.roles.includes(role))),
  )
  if (applying.some((rule) => rule.effect === 'forbid' && truthOf(rule, principal) !== false)) return null
  // Of these, none forbids any more.
  const permits = applying.filter((rule) => truthOf(rule, principal) === true)
  return permits.length === 0 ? null : { permits, forbids: [], isOpen: false, id: action }
}

const truthOf = ({ when }: Rule, principal: Principal): Truth => (when ? evaluate(when, {}, principal) : true)

const performRead = async (working: Execution, target: Target, grant: Grant): Promise<Outcome> => {
  const { executing, call, principal, notes } = working
  if (target.kind === 'custom') {
    if (!isRoute(target.operation)) throw new Error(`${target.operation.name} is taken for a route, and is none`)
    return readRoute(working, target.operation)
  }
  const { unit, action } = target
  if (action === 'changes') return streamChanges(working, unit, grant)
  if (action === 'aggregate') refuseOften(executing.rates?.aggregates, principal)
  if (action === 'aggregate') {
    const { outcome, revealed } = await aggregateRows(executing.store, unit, grant, call.select, principal)
    notes.fields = revealed
    return outcome
  }
  if (action === 'list') {
    const { outcome, revealed } = await listRows(executing.store, unit, grant, call.select, principal)
    notes.fields = revealed
    return outcome
  }
  // What is on a row has its key by now.
  const key = notes.key ?? {}
  if (action === 'audit') return { kind: 'value', value: (await readAuditTrail(working, unit, grant, key)) as never }
  const { outcome, revealed } = await readRow(executing.store, unit, grant, key, call.select, principal)
  requireHeld(call.context, outcome)
  const { file } = call.input
  // Who is given the bytes of a file is on record before, whatever else of its row everybody may see.
  notes.fields = file === undefined ? revealed : [...new Set([...revealed, file])]
  return outcome
}

/** Who develops the service is told what the database says. */
const withWords = (found: Problem, { principal }: Execution): Problem =>
  found.databaseSays === undefined || principal.credential !== 'development'
    ? found
    : { ...found, why: { sentence: `The database says: ${found.databaseSays}` } }

/** What keeps a row from going is told, where the rows can be asked: in a batch they have their transaction, which failed. */
const told = async (found: Problem, { executing, call, principal, notes: { key } }: Execution): Promise<Problem> => {
  const unit = executing.store.units.get(call.operation.split('.')[0] ?? '')
  if (!unit || !key || !call.operation.endsWith('.delete') || executing.store.transaction !== null) return found
  return withReferrers(found, { units: executing.store.units, reads: executing.rows.reads, unit, key, principal })
}

/** Turns whatever was thrown into an outcome; refusals of a signed-in principal are recorded before the answer leaves. */
const refuse = async (working: Execution, error: unknown): Promise<Outcome> => {
  const { executing, call, notes, nowMs } = working
  const thrown = error instanceof ProblemError ? error.problem : problem('internal', { cause: error })
  tellFault(executing, thrown, call)
  const found = withWords(thrown.code === 'referenced' ? await told(thrown, working) : thrown, working)
  if (notes.isRecorded) return failed(found)
  const isDenial = found.code === 'forbidden' || found.code === 'step-up-required'
  const often = isDenial ? deniedOften(working) : null
  if (often) return failed(often)
  // What was announced is settled before the answer leaves, as denials are.
  const isDurable = isDenial || notes.intent !== null
  const outcome = found.isUndecided ? 'unknown' : found.code
  const entry = auditEntry(call, outcome, notes, isDurable ? 'durable' : 'buffered', nowMs)
  try {
    // The entry gets there also where the answer does not wait for it any longer.
    if (isDurable) await byDeadline(call.context, executing.audit.durable(entry, null))
    else executing.audit.buffered(entry)
  } catch (fault) {
    if (found.isUndecided) return failed(found)
    const unwritten = fault instanceof ProblemError ? fault.problem : problem('unavailable', { cause: fault })
    tellFault(executing, unwritten, call)
    return failed(unwritten)
  }
  return failed(found)
}
