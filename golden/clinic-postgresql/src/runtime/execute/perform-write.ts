import type { CallInput, Outcome, ValueOutcome } from '../call/call.ts'
import { fileFields, hasBody, isRoute, isRun, type OperationModel } from '../call/model.ts'
import { jsonLength, takeRoom } from '../limits/answer-length.ts'
import { unlessOver } from '../limits/until.ts'
import { ProblemError, problem } from '../problem/problem.ts'
import type { WritingStore } from '../rows/call-store.ts'
import type { Grant } from '../rows/grant.ts'
import { type InputReader, type RowInput, readRowInput, refuseErrors } from '../rows/input.ts'
import { isHidden } from '../rows/view.ts'
import { type EntityUnit, keyOf, tenantFor } from '../store/entity.ts'
import type { Json, JsonObject } from '../values/json.ts'
import { readActed } from './acted-row.ts'
import { mayHoldProtected, prepareKeys, sealAnswer, sealOwnAnswer } from './answers.ts'
import { bodyNamed } from './body-named.ts'
import type { Execution } from './call-engine.ts'
import { idempotencyOf } from './idempotency.ts'
import { operationReach } from './internal-operations.ts'
import { lookAfterwards } from './jobs/look-afterwards.ts'
import { startJob } from './jobs/start-job.ts'
import { moveRow } from './move.ts'
import { refuseOften } from './often.ts'
import { openedRow, protectedIn } from './operation.ts'
import type { OperationBody } from './operation-body.ts'
import { ownContext } from './own-context.ts'
import { removeWhole } from './owned.ts'
import { readInput } from './read-input.ts'
import { readerOf } from './reader-of.ts'
import { keptAnswer, replay, rightsAt } from './replay.ts'
import { runRoute } from './run-route.ts'
import { isBuiltIn, type Target } from './target.ts'
import { insertRow, readForCreate, requireVersion, updateRow } from './write.ts'
import { tellUndecided, type Write, writeApart } from './write-apart.ts'
import { inTransaction, type RowWork, writeTogether } from './write-together.ts'
import { answer, answerRead, answerShown, newRowAnswer } from './written-answer.ts'

/**
 * A write is one transaction: rows, owned relations, audit entry and idempotency record, all or none. Where state lies
 * in a database of its own, an intent goes before and the outcome after (write-apart.ts).
 */
export const performWrite = async (working: Execution, target: Target, grant: Grant): Promise<Outcome> => {
  const { executing, call, principal } = working
  const prepared = prepare(working, target, grant)
  const twin = idempotencyOf(call, principal, executing.secret)
  const isOwn = isBuiltIn(target)
  const isSealed = twin !== null && !isOwn && mayHoldProtected(executing.store, target)
  // Keys are asked for before anything is locked.
  if (isSealed || target.unit?.sealed.length) await prepareKeys(executing)
  await prepareFiles(working, target.unit)
  if (call.context.abort?.aborted) throw new ProblemError(problem('cancelled'))
  const errors = target.kind === 'custom' ? target.operation.errors : []
  const hasOwnCode = !isRepeatable(target)
  const write: Write = {
    ...inTransaction(working, prepared, { errors, isRepeatable: !hasOwnCode, hasOwnCode }),
    // Whether a file may be sent changes nothing; that it was, or may not be, is on record.
    ...(call.input.file !== undefined && { isUnrecorded: true }),
    again: twin && {
      twin,
      keep: async ({ value, version }) => {
        const kept = keptAnswer(value, working.notes, call.select, rightsAt(working, target))
        return {
          value: isOwn
            ? sealOwnAnswer(executing.store, twin.scope, kept)
            : isSealed
              ? await sealAnswer(executing.store, principal, twin.scope, kept)
              : kept,
          ...(version !== undefined && { version }),
        }
      },
      replay: (record, writes) => replay(working, target, grant, record, { ...executing.store, reads: writes }),
    },
  }
  return (executing.state.isTransactional ? writeTogether(write) : writeApart(write)).catch((error: unknown) => {
    throw tellUndecided(error, twin !== null)
  })
}

/** So are those of files: one that cannot be had is told where it is needed. */
const prepareFiles = async (
  { executing: { store }, principal }: Execution,
  unit: EntityUnit | null | undefined,
): Promise<void> => {
  const { files } = store
  if (!unit || !files) return
  const tenant = tenantFor(unit, principal)
  const scopes = fileFields(unit.model).map((field) => files.scopeOf({ field, tenant }))
  await Promise.all(scopes.map((scope) => files.in(scope).catch(() => {})))
}

/** The body of a custom operation may do something outside the transaction; everything else is inside, the start of a job too. */
export const isRepeatable = (target: Target | undefined): boolean =>
  target?.kind !== 'custom' || target.operation.job !== undefined || !hasBody(target.operation)

/** Reads the input before anything is locked, so that a bad request costs no transaction. */
const prepare = (working: Execution, target: Target, grant: Grant): RowWork => {
  if (target.kind === 'custom') return prepareOperation(working, target.unit, target.operation, grant)
  switch (target.action) {
    case 'create':
      return prepareCreate(working, target.unit, grant)
    case 'replace':
    case 'update':
      return prepareUpdate(working, target.unit, grant, target.action)
    default:
      return (store) => remove(working, store, target.unit, grant)
  }
}

const prepareCreate = (working: Execution, unit: EntityUnit, grant: Grant): RowWork => {
  const reader = readerOf(working, unit, grant)
  const input = readForCreate(reader, working.call.input.value)
  return async (store) => {
    const answer = newRowAnswer(working, store, unit)
    const { row, written, made } = await insertRow(store, { unit, grant, input, reader, answer })
    const { notes } = working
    notes.key = keyOf(unit, row)
    notes.written = written
    // After them what the answer reveals.
    notes.fields = [...new Set([...notes.written, ...notes.fields])]
    return made
  }
}

const prepareUpdate = (working: Execution, unit: EntityUnit, grant: Grant, action: 'replace' | 'update'): RowWork => {
  const reader = readerOf(working, unit, grant)
  const read = readRowInput(reader, working.call.input.value, action)
  refuseErrors(reader.reading.errors)
  const input = withFiles(reader, read, working.call.input)
  return async (store) => {
    const stored = await readChanged(working, store, unit, grant)
    const { row, changed } = await updateRow(store, unit, grant, stored, input, reader)
    working.notes.written = changed
    working.notes.fields = changed
    return answerShown(working, store, unit, row)
  }
}

/** Who may not see a field writes none of it, as in a body. */
const withFiles = (reader: InputReader, read: RowInput, { files = {}, file }: CallInput): RowInput => {
  for (const name of file === undefined ? Object.keys(files) : [file]) {
    const field = reader.unit.fields.get(name)
    if (!field || isHidden(reader.unit, field, reader.grant, reader.principal))
      throw new ProblemError(problem('forbidden', { detail: `You may not change "${name}".` }))
  }
  return { ...read, fields: { ...read.fields, ...(files as JsonObject) } }
}

const remove = async (
  working: Execution,
  store: WritingStore,
  unit: EntityUnit,
  grant: Grant,
): Promise<ValueOutcome> => {
  const stored = await readChanged(working, store, unit, grant)
  await removeWhole(store, unit, stored, readerOf(working, unit, grant))
  return { kind: 'value', value: null }
}

/** The stored row, once it may be read, acted on and is the version meant. */
const readMeant = async (
  working: Execution,
  store: WritingStore,
  unit: EntityUnit,
  grant: Grant,
): Promise<JsonObject> => {
  const { row, version } = await readActed(working, store, unit, grant)
  requireVersion(working.call.context, version)
  return row
}

/** As a change of it means it: where the charter asks for a version, one has to be said. */
const readChanged: typeof readMeant = async (working, store, unit, grant) => {
  const row = await readMeant(working, store, unit, grant)
  if (working.executing.model.ifMatch === 'required' && !working.call.context.ifMatch)
    throw new ProblemError(problem('precondition-required'))
  return row
}

const prepareOperation = (
  working: Execution,
  unit: EntityUnit | null,
  operation: OperationModel,
  grant: Grant,
): RowWork => {
  const { executing, call } = working
  if (operation.job !== undefined) refuseOften(executing.rates?.jobs, working.principal)
  const value = readInput(working, operation)
  return async (store) => {
    const meant = unit && operation.hasKey ? await readMeant(working, store, unit, grant) : null
    const { move } = operation
    const done =
      unit && meant && move
        ? await moveRow({ store, reader: readerOf(working, unit, grant), operation, move, stored: meant })
        : null
    const stored = done?.row ?? meant
    const moved = done?.changed ?? []
    working.notes.written = moved
    // A run that waits and was cancelled ends now, and not when it would have been begun.
    if (done && unit && isRun(executing.model, unit.model)) {
      await executing.queue.hurryWork(String(done.row.id), store.transaction)
      lookAfterwards(working, store)
    }
    if (unit && stored && !hasBody(operation)) {
      working.notes.fields = moved
      return answerShown(working, store, unit, stored)
    }
    const row = unit && stored ? await openedRow(store, unit, stored) : null
    const shown = new Set(unit && row ? protectedIn(unit, row) : [])
    const onShown = (path: string) => shown.add(path)
    const { rights = 'caller' } = operation
    const own = operationReach({ working, store, rights, onShown, by: operation.name }, operation)
    if (isRoute(operation)) {
      const answer = await runRoute(working, operation, value, (refuse) =>
        ownContext(working, store, { ...own, refuse }),
      )
      working.notes.fields = [...new Set([...Object.keys(value), ...shown])]
      return { kind: 'value', value: answer }
    }
    const body = bodyNamed<OperationBody>(executing, operation.name)
    if (operation.job !== undefined) {
      const key = unit && row ? keyOf(unit, row) : null
      const run = await startJob(working, store, { entity: operation.job, operation, value, key })
      working.notes.fields = Object.keys(value)
      return resultOf(working, store, operation, run)
    }
    const ran = body({ value, row }, ownContext(working, store, own))
    const result = (await unlessOver(call.context, ran)) ?? null
    // A result of no rows may hold whatever the body was given: all of that is on record as shown.
    const isOpen = operation.result !== null && 'type' in operation.result
    working.notes.fields = [...new Set([...moved, ...Object.keys(value), ...(isOpen ? shown : [])])]
    return resultOf(working, store, operation, result)
  }
}

const resultOf = async (
  working: Execution,
  store: WritingStore,
  { result, name }: OperationModel,
  value: Json,
): Promise<ValueOutcome> => {
  if (!result) return { kind: 'value', value: null }
  if ('type' in result) {
    takeRoom(store.room, jsonLength(value))
    return { kind: 'value', value }
  }
  const unit = store.units.get(result.entity)
  if (!unit) throw new Error(`${name} gives an unknown entity`)
  if (!result.isList) return answer(working, store, unit, value as JsonObject)
  const rows = (value as readonly JsonObject[]).map((row) => answerRead(working, store, unit, row))
  return { kind: 'value', value: (await Promise.all(rows)).flatMap((read) => read?.value ?? []) }
}
