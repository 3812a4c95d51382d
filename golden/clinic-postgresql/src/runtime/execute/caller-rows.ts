import type { Page, Selection } from '../call/call.ts'
import { requireScopes } from '../identity/sign-in/require-scopes.ts'
import { stepUpFor } from '../identity/step-up.ts'
import { endlessRoom } from '../limits/answer-length.ts'
import { ProblemError, problem } from '../problem/problem.ts'
import { doing } from '../problem/said.ts'
import type { UsedRow } from '../record/audit-entry.ts'
import type { CallStore, WritingStore } from '../rows/call-store.ts'
import { type Grant, grantOf } from '../rows/grant.ts'
import { readRowInput, refuseErrors } from '../rows/input.ts'
import { readKey } from '../rows/read-key.ts'
import { type EntityUnit, entityOf, keyOf, tenantFor } from '../store/entity.ts'
import type { Json, JsonObject } from '../values/json.ts'
import { readActed } from './acted-row.ts'
import type { Execution } from './call-engine.ts'
import { fileOfRow } from './files/file-of-row.ts'
import { listRows } from './list.ts'
import { asMistake, refuseMore, rowsAsked, selectionOf } from './list-asked.ts'
import type { CallerRows } from './own-rows.ts'
import { removeWhole } from './owned.ts'
import { readRow } from './read.ts'
import { readerOf } from './reader-of.ts'
import { requireShown } from './row-writes.ts'
import { wholeWrites } from './whole-writes.ts'
import { insertRow, readForCreate, updateRow } from './write.ts'

/** What the body of an operation that has its caller's rights reads rows by. `onShown` is told of each protected value that is given, by its path. */
export const callerReads = (
  working: Execution,
  store: CallStore,
  onShown: (path: string) => void,
): Pick<CallerRows, 'read' | 'list' | 'file'> => {
  const { principal } = working
  const seen = (unit: EntityUnit, revealed: readonly string[]): void => {
    for (const name of revealed) onShown(`${unit.model.name}.${name}`)
  }
  // What a body reads is no part of the answer.
  const reading: CallStore = { ...store, room: endlessRoom }
  const reads: Pick<CallerRows, 'read' | 'list' | 'file'> = {
    file: async (entity, key, field, range) => {
      const unit = entityOf(store.units, entity)
      const row = await reads.read(entity, key)
      onShown(`${unit.model.name}.${field}`)
      return fileOfRow(store, { unit, row, field, range, tenant: tenantFor(unit, principal) })
    },
    read: async (entity, key) => {
      const unit = entityOf(store.units, entity)
      const grant = useRight(working, unit, 'read')
      const found = await noneIfNotFound(readRow(reading, unit, grant, readKey(unit, key), undefined, principal))
      const row = (found?.outcome.value ?? null) as JsonObject | null
      if (found) seen(unit, found.revealed)
      if (row) noteRows(working, unit, 'read', [row])
      return row
    },
    list: async (entity, { limit, ...asked } = {}) => {
      const unit = entityOf(store.units, entity)
      const grant = useRight(working, unit, 'list')
      const items: JsonObject[] = []
      const most = rowsAsked(limit)
      const { pageSizeMax } = store.model.limits
      for (let after: string | null | undefined; after !== null && items.length < most; ) {
        const selection: Selection = {
          ...selectionOf(unit, asked),
          limit: Math.min(most - items.length, pageSizeMax),
          ...(after !== undefined && { after }),
        }
        const { outcome, revealed } = await listRows(reading, unit, grant, selection, principal).catch(asMistake)
        seen(unit, revealed)
        const page = outcome.value as unknown as Page
        items.push(...page.items)
        after = page.next
      }
      refuseMore(unit, limit, items.length)
      noteRows(working, unit, 'list', items)
      return items
    },
  }
  return reads
}

/** A repeated call judges no more rows again than this. */
const usedRowsMax = 100

const noteRows = (
  { notes }: Execution,
  unit: EntityUnit,
  action: UsedRow['action'],
  rows: readonly JsonObject[],
): void => {
  const room = usedRowsMax - notes.usedRows.length
  const more = rows.slice(0, room).map((row) => ({ entity: unit.model.name, action, key: keyOf(unit, row) }))
  notes.usedRows = [...notes.usedRows, ...more]
  if (rows.length > room) notes.hasMoreRows = true
}

/** The same with what writes them, in the operation's transaction. */
export const callerRows = (working: Execution, store: WritingStore, onShown: (path: string) => void): CallerRows => {
  const may = (unit: EntityUnit, action: string, value: Json = {}): Grant => useRight(working, unit, action, value)
  const acted = (unit: EntityUnit, action: string, grant: Grant, key: JsonObject) =>
    readActed(working, store, unit, grant, { key: readKey(unit, key), operation: `${unit.model.name}.${action}` })
  const whole = wholeWrites(store)
  return {
    ...callerReads(working, store, onShown),
    create: (entity, value) =>
      whole(async () => {
        const unit = entityOf(store.units, entity)
        const grant = may(unit, 'create', value)
        const reader = readerOf(working, unit, grant)
        const input = readForCreate(reader, value)
        const { row } = await insertRow(store, {
          unit,
          grant,
          input,
          reader,
          answer: { query: null, of: async (made) => requireShown(store, unit, made) },
        })
        return keyOf(unit, row)
      }),
    update: (entity, key, changes) =>
      whole(async () => {
        const unit = entityOf(store.units, entity)
        const grant = may(unit, 'update', changes)
        const { row: stored } = await acted(unit, 'update', grant, key)
        const reader = readerOf(working, unit, grant)
        const input = readRowInput(reader, changes, 'update')
        refuseErrors(reader.reading.errors)
        const { row } = await updateRow(store, unit, grant, stored, input, reader)
        await requireShown(store, unit, row)
        return keyOf(unit, row)
      }),
    delete: (entity, key) =>
      whole(async () => {
        const unit = entityOf(store.units, entity)
        const grant = may(unit, 'delete')
        const { row } = await acted(unit, 'delete', grant, key)
        await removeWhole(store, unit, row, readerOf(working, unit, grant))
      }),
  }
}

/** The right to an action, noted as one that this call has used. */
const useRight = (working: Execution, unit: EntityUnit, action: string, value: Json = {}): Grant => {
  const used = `${unit.model.name}.${action}`
  const { notes } = working
  if (!notes.used.includes(used)) notes.used = [...notes.used, used]
  return mayCall(working, unit, action, value)
}

/** The right to an action, as a call of it would need it; nobody has any. Throws `forbidden`, `step-up-required`. */
export const mayCall = (
  { executing, call, principal, nowMs }: Execution,
  unit: EntityUnit,
  action: string,
  value: Json = {},
): Grant => {
  const operation = `${unit.model.name}.${action}`
  const grant = principal.credential === 'none' ? null : grantOf(unit, action, principal)
  if (!grant) throw refused(doing(unit.model.name, action, unit.model.plural))
  const { select: _, ...asked } = call
  const own = { ...asked, operation, input: { value } }
  requireScopes(executing.model, own, principal)
  stepUpFor(executing.model, own, principal, nowMs)
  return grant
}

const refused = (what: string): ProblemError =>
  new ProblemError(problem('forbidden', { detail: `You may not ${what}.` }))

const noneIfNotFound = <Result>(reading: Promise<Result>): Promise<Result | null> =>
  reading.catch((error: unknown) => {
    if (error instanceof ProblemError && error.problem.code === 'not-found') return null
    throw error
  })
