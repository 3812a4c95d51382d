import type { ValueOutcome } from '../call/call.ts'
import { ProblemError } from '../problem/problem.ts'
import type { AnsweredRow } from '../record/audit-entry.ts'
import type { WritingStore } from '../rows/call-store.ts'
import { grantOf } from '../rows/grant.ts'
import { type EntityUnit, keyOf } from '../store/entity.ts'
import type { Found, RowsQuery } from '../store/store.ts'
import type { JsonObject } from '../values/json.ts'
import type { Execution } from './call-engine.ts'
import { type ReadResult, readRow, rowReading } from './read.ts'
import { requireShown } from './row-writes.ts'

/** What is made of a new row, and what is asked of it for that; null: nothing, and nothing is found. */
export interface RowAnswer<Result> {
  readonly query: RowsQuery | null
  of(row: JsonObject, found: readonly Found[]): Promise<Result>
}

/** The written row as the principal may see it; only its key where it may not be read. */
export const answer = async (
  working: Execution,
  store: WritingStore,
  unit: EntityUnit,
  row: JsonObject,
): Promise<ValueOutcome> => (await answerRead(working, store, unit, row)) ?? keyAnswer(unit, row)

/** The same of a row that this call has written: what is read is shown. */
export const answerShown: typeof answer = async (working, store, unit, row) =>
  (await answerRead(working, store, unit, row)) ?? unread(store, unit, row)

/** The same of a new one. */
export const newRowAnswer = (working: Execution, store: WritingStore, unit: EntityUnit): RowAnswer<ValueOutcome> => {
  const { call, principal } = working
  const grant = grantOf(unit, 'read', principal)
  const reading = grant && rowReading({ store, unit, grant, selection: call.select, principal })
  return {
    query: reading?.query ?? null,
    of: async (row, found) => {
      const key = keyOf(unit, row)
      return (await noted(working, key, reading?.of(key, found))) ?? unread(store, unit, row)
    },
  }
}

/** Null: it may not be read. */
export const answerRead = (
  working: Execution,
  store: WritingStore,
  unit: EntityUnit,
  row: JsonObject,
): Promise<ValueOutcome | null> => {
  const { call, principal } = working
  const key = keyOf(unit, row)
  const grant = grantOf(unit, 'read', principal)
  return noted(working, key, grant ? readRow(store, unit, grant, key, call.select, principal) : undefined)
}

const noted = async (
  { notes }: Execution,
  key: JsonObject,
  read: Promise<ReadResult> | undefined,
): Promise<ValueOutcome | null> => {
  const answered: AnsweredRow = { key, isRead: false }
  notes.answered = [...notes.answered, answered]
  if (!read) return null
  try {
    const { outcome, revealed } = await read
    answered.isRead = true
    notes.fields = [...new Set([...notes.fields, ...revealed])]
    return outcome
  } catch (error) {
    if (error instanceof ProblemError && error.problem.code === 'not-found') return null
    throw error
  }
}

const unread = async (store: WritingStore, unit: EntityUnit, row: JsonObject): Promise<ValueOutcome> => {
  await requireShown(store, unit, row)
  return keyAnswer(unit, row)
}

const keyAnswer = (unit: EntityUnit, row: JsonObject): ValueOutcome => ({ kind: 'value', value: keyOf(unit, row) })
