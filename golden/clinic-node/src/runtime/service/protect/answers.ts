import { includedIn, type Principal, type Selection } from '../../call.ts'
import type { Json, JsonObject } from '../../json.ts'
import type { EntityUnit } from '../entity.ts'
import type { Executing, Target } from '../executor.ts'
import type { Store } from '../store.ts'
import { keyIdOf, type Place } from './envelope.ts'
import { protectionIn } from './open-rows.ts'
import { isToken } from './token.ts'

/** Whether the answer of a write may hold protected values: then its idempotency record is kept sealed. */
export const mayHoldProtected = (store: Store, target: Target, select: Selection | undefined): boolean =>
  store.protection !== null && (target.kind === 'custom' || isProtectedIn(store, target.unit, select))

const isProtectedIn = (store: Store, unit: EntityUnit, select: Selection | undefined): boolean =>
  unit.sealed.length > 0 ||
  unit.model.fields.some(({ reveal }) => reveal !== undefined) ||
  includedIn(select).some(({ relation, selection }) => {
    const target = store.units.get(unit.relations.get(relation)?.target ?? '')
    return target !== undefined && isProtectedIn(store, target, selection)
  })

/** Makes the first keys where there are none, unless a transaction is under way already. */
export const prepareKeys = async ({ store }: Executing): Promise<void> => {
  if (store.protection && store.transaction === null) await store.protection.keyring.prepare()
}

/** What an idempotency record holds of an answer: a ciphertext that belongs to it alone. */
export const sealAnswer = (store: Store, principal: Principal, scope: string, value: Json): Promise<string> =>
  protectionIn(store).sealRecord(JSON.stringify(value), answerPlace(principal, scope))

/** The answer again; one that was kept before anything was protected is as it was. */
export const openAnswer = async (store: Store, principal: Principal, scope: string, value: Json): Promise<Json> =>
  store.protection && typeof value === 'string' && keyIdOf(value) !== null
    ? (JSON.parse(await store.protection.openRecord(value, answerPlace(principal, scope))) as Json)
    : value

const answerPlace = ({ tenant }: Principal, scope: string): Place => ({
  tenant: tenant ?? null,
  entity: '',
  field: 'idempotency',
  key: scope,
})

/** Fields behind protection that a kept answer holds something of; whether it was masked then, nobody knows any more. */
export const shownIn = ({ model }: EntityUnit, answer: JsonObject): readonly string[] =>
  model.fields
    .filter(
      ({ name, reveal, protect }) => (reveal || protect) && (answer[name] ?? null) !== null && !isToken(answer[name]),
    )
    .map(({ name }) => name)
