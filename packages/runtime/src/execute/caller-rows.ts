import type { Page } from '../call/call.ts'
import { requireScopes } from '../identity/sign-in/require-scopes.ts'
import { stepUpFor } from '../identity/step-up.ts'
import { ProblemError, problem } from '../problem/problem.ts'
import { doing, doingThis } from '../problem/said.ts'
import type { WritingStore } from '../rows/call-store.ts'
import { type Grant, grantOf } from '../rows/grant.ts'
import { type InputReader, readingNow, readRowInput, refuseErrors } from '../rows/input.ts'
import { readKey } from '../rows/read-key.ts'
import { type EntityUnit, entityOf, keyOf } from '../store/entity.ts'
import type { Json, JsonObject } from '../values/json.ts'
import type { Execution } from './call-engine.ts'
import { listRows } from './list.ts'
import { selectionOf } from './list-asked.ts'
import type { CallerRows } from './own-rows.ts'
import { removeWhole } from './owned.ts'
import { readRow } from './read.ts'
import { requireShown } from './row-writes.ts'
import { insertRow, readForCreate, readForWrite, type StoredRow, updateRow } from './write.ts'

/** Rows for the body of an operation that has its caller's rights. `onShown` is told of each protected value that is given, by its path. */
export const callerRows = (working: Execution, store: WritingStore, onShown: (path: string) => void): CallerRows => {
  const { executing, principal, nowMs } = working
  /** The right to an action, as a call of it would need it. Throws `forbidden`, `step-up-required`. */
  const may = (unit: EntityUnit, action: string, value: Json = {}): Grant => {
    const operation = `${unit.model.name}.${action}`
    const grant = grantOf(unit, action, principal)
    if (!grant) throw refused(doing(unit.model.name, action, unit.model.plural))
    const { select: _, ...asked } = working.call
    const call = { ...asked, operation, input: { value } }
    requireScopes(executing.model, call, principal)
    stepUpFor(executing.model, call, principal, nowMs)
    return grant
  }
  const readerOf = (unit: EntityUnit, grant: Grant): InputReader => ({
    unit,
    units: store.units,
    reading: readingNow(nowMs, executing.model),
    grant,
    principal,
  })
  const seen = (unit: EntityUnit, revealed: readonly string[]): void => {
    for (const name of revealed) onShown(`${unit.model.name}.${name}`)
  }
  const acted = async (unit: EntityUnit, action: string, grant: Grant, key: JsonObject): Promise<StoredRow> => {
    const reading = grantOf(unit, 'read', principal)
    if (!reading) throw new ProblemError(problem('not-found'))
    const stored = await readForWrite(store, unit, reading, grant, readKey(unit, key), principal)
    if (!stored.mayAct) throw refused(doingThis(unit.model.name, `${unit.model.name}.${action}`))
    return stored
  }
  return {
    read: async (entity, key) => {
      const unit = entityOf(store.units, entity)
      const grant = may(unit, 'read')
      const found = await noneIfNotFound(readRow(store, unit, grant, readKey(unit, key), undefined, principal))
      if (found) seen(unit, found.revealed)
      return (found?.outcome.value ?? null) as JsonObject | null
    },
    list: async (entity, { limit = store.model.limits.pageSizeMax, ...asked } = {}) => {
      const unit = entityOf(store.units, entity)
      const grant = may(unit, 'list')
      const { outcome, revealed } = await listRows(
        store,
        unit,
        grant,
        { ...selectionOf(unit, asked), limit },
        principal,
      )
      seen(unit, revealed)
      return (outcome.value as unknown as Page).items
    },
    create: async (entity, value) => {
      const unit = entityOf(store.units, entity)
      const grant = may(unit, 'create', value)
      const reader = readerOf(unit, grant)
      const input = readForCreate(reader, value)
      const { row } = await insertRow(store, {
        unit,
        grant,
        input,
        reader,
        answer: async (made) => requireShown(store, unit, made),
      })
      return keyOf(unit, row)
    },
    update: async (entity, key, changes) => {
      const unit = entityOf(store.units, entity)
      const grant = may(unit, 'update', changes)
      const { row: stored } = await acted(unit, 'update', grant, key)
      const reader = readerOf(unit, grant)
      const input = readRowInput(reader, changes, 'update')
      refuseErrors(reader.reading.errors)
      const { row } = await updateRow(store, unit, grant, stored, input, reader)
      await requireShown(store, unit, row)
      return keyOf(unit, row)
    },
    delete: async (entity, key) => {
      const unit = entityOf(store.units, entity)
      const grant = may(unit, 'delete')
      const { row } = await acted(unit, 'delete', grant, key)
      await removeWhole(store, unit, row, readerOf(unit, grant))
    },
  }
}

const refused = (what: string): ProblemError =>
  new ProblemError(problem('forbidden', { detail: `You may not ${what}.` }))

const noneIfNotFound = <Result>(reading: Promise<Result>): Promise<Result | null> =>
  reading.catch((error: unknown) => {
    if (error instanceof ProblemError && error.problem.code === 'not-found') return null
    throw error
  })
