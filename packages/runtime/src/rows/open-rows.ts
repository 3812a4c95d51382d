import type { Principal } from '../call/call.ts'
import { ProblemError, problem } from '../problem/problem.ts'
import { type Protection, placeOf, recordPlace, type Sealed } from '../protect/protection.ts'
import { type EntityUnit, tenantFor } from '../store/entity.ts'
import type { Found } from '../store/store.ts'
import type { Json, JsonObject } from '../values/json.ts'
import type { CallStore } from './call-store.ts'
import { requireValues } from './required-values.ts'
import { masked, type SealedView, type View } from './view.ts'

/** The answers of rows under a view, protected values opened for whoever may see them. */
export const readRows = (
  store: CallStore,
  unit: EntityUnit,
  view: View,
  rows: readonly Found[],
  principal: Principal,
): Record<string, Json>[] | Promise<Record<string, Json>[]> => {
  const items = rows.map((row) => view.read(row))
  if (view.needing.length > 0) for (const item of items) requireValues(unit, view, item)
  return view.sealed.length === 0 ? items : openItems(store, unit, view, { rows, items }, principal)
}

const openItems = async (
  store: CallStore,
  unit: EntityUnit,
  view: View,
  { rows, items }: { readonly rows: readonly Found[]; readonly items: Record<string, Json>[] },
  principal: Principal,
): Promise<Record<string, Json>[]> => {
  const opening: SealedField[] = []
  for (const [at, item] of items.entries()) {
    const row = rows[at]
    if (row) for (const field of view.sealed) noteOpening(unit, view, field, row, item, principal, opening)
  }
  if (opening.length === 0) return items
  const values = await protectionIn(store).open(opening, transactionOf(store))
  for (const [at, { item, name, shown }] of opening.entries()) item[name] = shown(values[at] ?? null)
  return items
}

interface SealedField extends Sealed {
  readonly item: Record<string, Json>
  readonly name: string
  readonly shown: (value: Json) => Json
}

const noteOpening = (
  unit: EntityUnit,
  view: View,
  { field, uncovered, judgedAt }: SealedView,
  row: Found,
  item: Record<string, Json>,
  principal: Principal,
  opening: SealedField[],
): void => {
  const text = item[field.name]
  if (typeof text !== 'string') return
  const kind = field.protect?.kind ?? 'encrypt'
  const isShown = uncovered === 'always' || (uncovered === 'by-row' && row.isJudged(judgedAt))
  // Who may not see it sees the token itself, or the declared shape of the value, for which it has to be opened.
  if (!isShown && kind === 'tokenize') return
  if (!isShown && (!field.mask || field.mask.kind === 'hide')) item[field.name] = null
  else
    opening.push({
      item,
      name: field.name,
      kind,
      text,
      place: recordPlace(unit, field, { tenant: tenantFor(unit, principal), key: keyIn(unit, view, row) }),
      shown: isShown ? (value) => value : (value) => masked(field.mask, value),
    })
}

const keyIn = (unit: EntityUnit, view: View, row: Found): JsonObject =>
  Object.fromEntries(unit.model.key.map((name) => [name, row.value(view.stored.indexOf(name)) ?? null]))

/** A stored row with the values of its protected fields: for code that is trusted with them. */
export const openRow = async (store: CallStore, unit: EntityUnit, row: JsonObject): Promise<JsonObject> => {
  const sealed = unit.sealed.flatMap((field): readonly (Sealed & { readonly name: string })[] => {
    const text = row[field.name]
    return typeof text === 'string' && field.protect
      ? [{ name: field.name, kind: field.protect.kind, text, place: placeOf(unit, field, row) }]
      : []
  })
  if (sealed.length === 0) return row
  const values = await protectionIn(store).open(sealed, transactionOf(store))
  return { ...row, ...Object.fromEntries(sealed.map(({ name }, at) => [name, values[at] ?? null])) }
}

/** The same row as its columns hold it; only these fields of it are sealed. */
export const sealRow = async (
  store: CallStore,
  unit: EntityUnit,
  row: JsonObject,
  names: readonly string[],
): Promise<JsonObject> => {
  if (!unit.sealed.some(({ name }) => names.includes(name))) return row
  return { ...row, ...(await protectionIn(store).seal(unit, row, names, transactionOf(store))) }
}

/** The service's protection; only a service that was composed without one has none. */
export const protectionIn = ({ protection }: CallStore): Protection => {
  if (!protection)
    throw new ProblemError(problem('unavailable', { cause: new Error('this service was opened without its keys') }))
  return protection
}

const transactionOf = ({ transaction }: CallStore) => transaction ?? null
