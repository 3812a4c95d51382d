import type { Principal, Selection } from '../call/call.ts'
import type { FieldModel } from '../call/model.ts'
import type { Predicate } from '../call/predicate.ts'
import { keyIdOf, type Place } from '../protect/envelope.ts'
import type { CallStore } from '../rows/call-store.ts'
import { protectionIn } from '../rows/open-rows.ts'
import type { EntityUnit } from '../store/entity.ts'
import { parseExact } from '../values/exact-json.ts'
import type { Json } from '../values/json.ts'
import type { CallEngine } from './call-engine.ts'
import { sealedWork } from './jobs/sealed-work.ts'
import type { Target } from './target.ts'

/** Whether the answer of a write may hold protected values: then its idempotency record is kept sealed. */
export const mayHoldProtected = (store: CallStore, target: Target): boolean =>
  store.protection !== null && (target.kind === 'custom' || target.unit.model.fields.some(isProtected))

/** Whether a field is encrypted, tokenised or revealed: that it was shown goes on record. */
export const isProtected = ({ reveal, protect }: FieldModel): boolean => reveal !== undefined || protect !== undefined

/** Protected fields that a selection compares or sorts by: which rows come of it, or that none does, tells their values. */
export const protectedAsked = ({ model }: EntityUnit, selection: Selection | undefined): readonly string[] => {
  if (!selection?.filter && !selection?.sort) return []
  const names = new Set([
    ...(selection.sort ?? []).map(({ field }) => field),
    ...(selection.filter ? comparedIn(selection.filter) : []),
  ])
  return model.fields.filter((field) => names.has(field.name) && isProtected(field)).map(({ name }) => name)
}

const comparedIn = (filter: Predicate): readonly string[] => {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return filter.of.flatMap(comparedIn)
    case 'not':
      return comparedIn(filter.of)
    default:
      return 'left' in filter && filter.left.kind === 'field' ? filter.left.path : []
  }
}

/** Makes the first keys where there are none, unless a transaction is under way already. */
export const prepareKeys = async ({ store }: CallEngine): Promise<void> => {
  if (store.protection && store.transaction === null) await store.protection.keyring.prepare()
}

/** What an idempotency record holds of an answer: a ciphertext that belongs to it alone. */
export const sealAnswer = (store: CallStore, principal: Principal, scope: string, value: Json): Promise<string> =>
  protectionIn(store).sealRecord(JSON.stringify(value), answerPlace(principal, scope))

/** The answer again; one that was kept before anything was protected is as it was. */
export const openAnswer = async (store: CallStore, principal: Principal, scope: string, value: Json): Promise<Json> =>
  store.protection && typeof value === 'string' && keyIdOf(value) !== null
    ? parseExact(await store.protection.openRecord(value, answerPlace(principal, scope)))
    : value

/** Of an operation of the engine's own: with the service's secret, as what it tells may be one. */
export const sealOwnAnswer = (store: CallStore, scope: string, value: Json): Json =>
  sealedWork(store, 'answer', scope).seal([value])

export const openOwnAnswer = (store: CallStore, scope: string, sealed: Json): Json =>
  sealedWork(store, 'answer', scope).open(String(sealed))[0] ?? null

const answerPlace = ({ tenant }: Principal, scope: string): Place => ({
  tenant: tenant ?? null,
  entity: '',
  field: 'idempotency',
  key: scope,
})
