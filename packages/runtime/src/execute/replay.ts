import { createHash } from 'node:crypto'
import { includedIn, type Principal, type Selection, type ValueOutcome } from '../call/call.ts'
import { jsonLength } from '../limits/answer-length.ts'
import { ProblemError, problem } from '../problem/problem.ts'
import type { AuditNotes, UsedRow } from '../record/audit-entry.ts'
import type { CallStore } from '../rows/call-store.ts'
import { type Grant, grantOf } from '../rows/grant.ts'
import { isHidden } from '../rows/view.ts'
import { type EntityUnit, entityOf } from '../store/entity.ts'
import type { IdempotencyRecord } from '../store/state.ts'
import { canonicalJson } from '../values/canonical-json.ts'
import type { Json, JsonObject } from '../values/json.ts'
import { readActed } from './acted-row.ts'
import { openAnswer, openOwnAnswer } from './answers.ts'
import type { Execution } from './call-engine.ts'
import { mayCall } from './caller-rows.ts'
import { readRow } from './read.ts'
import { isBuiltIn, type Target } from './target.ts'

/** An answer as its record holds it. */
interface Kept {
  /** Keys of the rows in `value`, which a selection may have left out; null where it holds none. */
  readonly keys: readonly JsonObject[] | null
  /** Rows without what was included beside them and what is long and was not written; null for one that was told by its key alone. */
  readonly value: Json
  /** Names of the fields that are on record with it. */
  readonly fields: readonly string[]
  /** Of an answer that a body made with its caller's rights: which it used, and a digest of who the caller was. */
  readonly rights?: UsedRights
}

/** What an answer was made with that no row says. */
interface UsedRights {
  readonly used: readonly string[]
  /** Rows that its body was given; null where they were too many to be judged again. */
  readonly rows: readonly UsedRow[] | null
  readonly as: string
}

/** Characters of a value that is kept although the write did not give it. */
const keptMax = 256

/**
 * What is kept of an answer. What was included is not: it is asked for anew. Nor are long values that the write did not give, or a
 * small request would keep a large row each time it is sent.
 */
export const keptAnswer = (
  value: Json,
  { answered, fields, written }: Pick<AuditNotes, 'answered' | 'fields' | 'written'>,
  select: Selection | undefined,
  rights: UsedRights | null,
): Json => {
  const more = rights && { rights }
  const kept = answered.map(({ isRead }, at) =>
    isRead ? ownOf(Array.isArray(value) ? value[at] : value, written, select) : null,
  )
  return (answered.length === 0
    ? { keys: null, value, fields, ...more }
    : {
        keys: answered.map(({ key }) => key),
        value: Array.isArray(value) ? kept : (kept[0] ?? null),
        fields,
        ...more,
      }) satisfies Kept as unknown as Json
}

/** The rights that a body has used, which one with those of the service never does; null of any other call. */
export const rightsAt = ({ notes, principal }: Execution, target: Target): UsedRights | null =>
  target.kind === 'custom' && notes.used.length > 0
    ? { used: notes.used, rows: notes.hasMoreRows ? null : notes.usedRows, as: whoIs(principal) }
    : null

/** What of a caller, and of the call, the rules of rows may speak of: a second factor that was shown longer ago by now is asked again with them. */
const whoIs = ({ roles, attributes, tenant, credential, asked }: Principal): string => {
  const { style = null, address = null } = asked ?? {}
  const of = [roles.toSorted(), attributes, tenant ?? null, ...(asked ? [credential, style, address] : [])]
  return createHash('sha256').update(canonicalJson(of)).digest('base64url')
}

/**
 * A body's answer is shown again to who has the rights of then, and to whom the rows that it was made of are shown now. Throws `forbidden`,
 * `step-up-required`.
 */
const requireRights = async (working: Execution, store: CallStore, { used, rows, as }: UsedRights): Promise<void> => {
  const grants = new Map<string, Grant>()
  for (const each of used) {
    const [entity = '', action = ''] = each.split('.')
    const unit = store.units.get(entity)
    if (unit) grants.set(each, mayCall(working, unit, action))
  }
  if (as !== whoIs(working.principal) || rows === null) throw answeredOtherwise()
  for (const { entity, action, key } of rows) {
    const grant = grants.get(`${entity}.${action}`)
    const read = grant && readRow(store, entityOf(store.units, entity), grant, key, undefined, working.principal)
    if (!(await read?.catch(orNothing))) throw answeredOtherwise()
  }
}

const answeredOtherwise = (): ProblemError =>
  new ProblemError(
    problem('forbidden', {
      detail: 'This was answered before, to you with other rights: send it with another Idempotency-Key.',
    }),
  )

const ownOf = (row: Json, written: readonly string[], select: Selection | undefined): JsonObject => {
  const members = includedIn(select).map(({ member }) => member)
  return Object.fromEntries(
    Object.entries(row as JsonObject).filter(
      ([name, value]) => !members.includes(name) && (written.includes(name) || jsonLength(value) <= keptMax),
    ),
  )
}

/**
 * The same answer again, as far as the rules of now show it: a row that may not be read any more is not found, fields that may not
 * be seen any more are masked, and what was included or not kept is as it is now. `store` sees what was written: a replica may not yet. An operation on a row that answered with anything but such
 * rows is judged by that row. It goes on record like the first time.
 */
export const replay = async (
  working: Execution,
  target: Target,
  grant: Grant,
  { scope, outcome }: Pick<IdempotencyRecord, 'scope' | 'outcome'>,
  store: CallStore,
): Promise<ValueOutcome> => {
  const { principal, notes } = working
  // The record was made by `keptAnswer`.
  const {
    keys,
    value: kept,
    fields,
    rights,
  } = (isBuiltIn(target)
    ? openOwnAnswer(store, scope, outcome.value)
    : await openAnswer(store, principal, scope, outcome.value)) as unknown as Kept
  if (rights) await requireRights(working, store, rights)
  await judgeActed(working, target, grant, store)
  const unit = answeredUnit(working, target)
  if (!unit || !keys) {
    notes.fields = fields
    return { kind: 'value', isReplayed: true, ...outcome, value: kept }
  }
  const rows = Array.isArray(kept) ? (kept as readonly (JsonObject | null)[]) : [kept as JsonObject | null]
  const now: (Shown | null)[] = []
  for (const [at, row] of rows.entries()) now.push(await asNow(working, unit, row, keys[at] ?? {}, store))
  const shown = now.filter((row) => row !== null)
  notes.fields = [...new Set(shown.flatMap(({ revealed }) => revealed))]
  if (Array.isArray(kept)) return { kind: 'value', isReplayed: true, ...outcome, value: shown.map(({ row }) => row) }
  notes.key ??= keys[0] ?? null
  const [only] = shown
  if (only) return { kind: 'value', isReplayed: true, ...outcome, value: only.row }
  const detail = `This was answered before, but there is no such ${unit.model.name} any more, or you may not read it now.`
  throw new ProblemError(problem('not-found', { detail }))
}

/**
 * What an operation answered of its own row, that row's rules show; anything else was made of a row that a fresh call might not
 * reach. One that answers nothing shows nothing. Throws `not-found` and `forbidden` as a fresh call would.
 */
const judgeActed = async (working: Execution, target: Target, grant: Grant, store: CallStore): Promise<void> => {
  if (target.kind !== 'custom' || !target.unit || !target.operation.hasKey) return
  const { result, entity } = target.operation
  if (!result || ('entity' in result && result.entity === entity)) return
  await readActed(working, store, target.unit, grant)
}

/** The entity whose rows the call is answered with. */
const answeredUnit = ({ executing }: Execution, target: Target): EntityUnit | null => {
  if (target.kind === 'entity') return target.unit
  const { result } = target.operation
  return result && 'entity' in result ? (executing.store.units.get(result.entity) ?? null) : null
}

interface Shown {
  readonly row: JsonObject
  /** Paths of fields whose protected values it holds. */
  readonly revealed: readonly string[]
}

/** The row as it is selected now, with the values that its own fields had then; null where it may not be read. */
const asNow = async (
  { principal, call }: Execution,
  unit: EntityUnit,
  kept: JsonObject | null,
  key: JsonObject,
  store: CallStore,
): Promise<Shown | null> => {
  if (!kept) return { row: key, revealed: [] }
  const reading = grantOf(unit, 'read', principal)
  if (!reading) return null
  const read = await readRow(store, unit, reading, key, call.select, principal).catch(orNothing)
  if (!read) return null
  const { outcome, revealed } = read
  const isKept = (name: string): boolean => {
    const field = unit.fields.get(name)
    return field !== undefined && Object.hasOwn(kept, name) && !isHidden(unit, field, reading, principal)
  }
  const now = Object.entries(outcome.value as JsonObject)
  return {
    row: Object.fromEntries(now.map(([name, value]) => [name, isKept(name) ? (kept[name] ?? null) : value])),
    revealed,
  }
}

const orNothing = (error: unknown): null => {
  if (error instanceof ProblemError && error.problem.code === 'not-found') return null
  throw error
}
