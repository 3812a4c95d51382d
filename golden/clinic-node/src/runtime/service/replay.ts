import type { ValueOutcome } from '../call.ts'
import type { Json, JsonObject } from '../json.ts'
import { ProblemError, problem } from '../problem.ts'
import type { IdempotencyRecord } from '../state.ts'
import type { EntityUnit } from './entity.ts'
import type { Target, Working } from './executor.ts'
import { grantOf } from './grant.ts'
import { openAnswer, shownIn } from './protect/answers.ts'
import { readRow } from './read.ts'
import { isHidden } from './view.ts'

/** An answer as its record holds it, with the keys of the rows in it: a selection may have left them out. */
export const keptAnswer = (value: Json, keys: readonly JsonObject[]): Json => ({
  keys: keys.length === 0 ? null : keys,
  value,
})

/**
 * The same answer again, as far as the rules of now show it: a row that may not be read any more is not found, fields that may not
 * be seen any more are masked, and what was included is as it is now. It goes on record like the first time.
 */
export const replay = async (
  working: Working,
  target: Target,
  { scope, outcome }: Pick<IdempotencyRecord, 'scope' | 'outcome'>,
): Promise<ValueOutcome> => {
  const { executing, principal, notes } = working
  const { keys, value: kept } = keptIn(await openAnswer(executing.store, principal, scope, outcome.value))
  const unit = answeredUnit(working, target)
  if (!unit || !keys) return { kind: 'value', isReplayed: true, ...outcome, value: kept }
  const rows = Array.isArray(kept) ? (kept as readonly JsonObject[]) : [kept as JsonObject]
  const now = await Promise.all(rows.map((row, at) => asNow(working, unit, row, keys[at] ?? {})))
  const shown = now.filter((row) => row !== null)
  notes.fields = [...new Set(shown.flatMap((row) => shownIn(unit, row)))]
  if (Array.isArray(kept)) return { kind: 'value', isReplayed: true, ...outcome, value: shown }
  notes.key ??= keys[0] ?? null
  const [value] = shown
  if (value) return { kind: 'value', isReplayed: true, ...outcome, value }
  const detail = `This was answered before, but there is no such ${unit.model.name} any more, or you may not read it now.`
  throw new ProblemError(problem('not-found', { detail }))
}

interface Kept {
  readonly keys: readonly JsonObject[] | null
  readonly value: Json
}

/** A record of the version before holds the value alone, for a day at most. */
const keptIn = (of: Json): Kept =>
  of !== null && typeof of === 'object' && Object.keys(of).join() === 'keys,value'
    ? (of as unknown as Kept)
    : { keys: null, value: of }

/** The entity whose rows the call is answered with. */
const answeredUnit = ({ executing }: Working, target: Target): EntityUnit | null => {
  if (target.kind === 'entity') return target.unit
  const { result } = target.operation
  return result && 'entity' in result ? (executing.store.units.get(result.entity) ?? null) : null
}

const asNow = async (
  { executing, principal, call }: Working,
  unit: EntityUnit,
  row: JsonObject,
  key: JsonObject,
): Promise<JsonObject | null> => {
  // Who could not read it was told its key alone.
  if (Object.keys(row).every((name) => unit.model.key.includes(name))) return row
  const reading = grantOf(unit, 'read', principal)
  if (!reading) return null
  const { outcome } = await readRow(executing.store, unit, reading, key, call.select, principal).catch(orNothing)
  if (outcome === null) return null
  const now = outcome.value as JsonObject
  const isSame = (name: string): boolean => {
    const field = unit.fields.get(name)
    return field !== undefined && !isHidden(unit, field, reading, principal)
  }
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, isSame(name) ? value : (now[name] ?? null)]),
  )
}

const orNothing = (error: unknown): { readonly outcome: null } => {
  if (error instanceof ProblemError && error.problem.code === 'not-found') return { outcome: null }
  throw error
}
