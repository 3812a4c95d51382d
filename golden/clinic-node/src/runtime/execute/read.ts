import { type Principal, type Selection, textValue, type ValueOutcome } from '../call/call.ts'
import { ProblemError, problem } from '../problem/problem.ts'
import { type AnswerForm, asText, asValues, isTextual, type Measured } from '../rows/answer-form.ts'
import type { CallStore } from '../rows/call-store.ts'
import { type Grant, rolesKey } from '../rows/grant.ts'
import { ofKey } from '../rows/unservable.ts'
import { entityTag, versionOf } from '../rows/version.ts'
import { relationsIn, type View, viewOf } from '../rows/view.ts'
import { type EntityUnit, planOf } from '../store/entity.ts'
import type { RowsQuery } from '../store/store.ts'
import type { JsonObject } from '../values/json.ts'
import { includeRelations } from './include.ts'

/** What a read gives, with the names of fields that a reveal action uncovered. */
export interface ReadResult {
  readonly outcome: ValueOutcome
  readonly revealed: readonly string[]
}

/** One row by key, under the grant's condition; `not-found` where there is none or it may not be read. */
export const readRow = (
  store: CallStore,
  unit: EntityUnit,
  grant: Grant,
  key: JsonObject,
  selection: Selection | undefined,
  principal: Principal,
): Promise<ReadResult> => {
  const asked = { store, unit, grant, key, selection, principal }
  return isTextual(store, unit, selection, grant, principal) ? readText(asked) : readValue(asked)
}

const readText = async (asked: Asked): Promise<ReadResult> => {
  const { item: part, version, revealed } = await readAs(asText, asked)
  return { outcome: textValue(part, version === null ? {} : { version }), revealed }
}

const readValue = async (asked: Asked): Promise<ReadResult> => {
  const { item, version, revealed } = await readAs(asValues, asked)
  return { outcome: { kind: 'value', value: item.value, ...(version !== null && { version }) }, revealed }
}

interface Asked {
  readonly store: CallStore
  readonly unit: EntityUnit
  readonly grant: Grant
  readonly key: JsonObject
  readonly selection: Selection | undefined
  readonly principal: Principal
}

const readAs = async <Item extends Measured>(
  form: AnswerForm<Item>,
  { store, unit, grant, key, selection, principal }: Asked,
) => {
  const { view, query } = readPlan(form, unit, grant, selection, principal)
  const rows = await store.reads.find(query, { principal, key })
  const row = rows[0]
  if (!row)
    throw new ProblemError(
      problem('not-found', { detail: `There is no such ${unit.model.name}, or you may not read it.` }),
    )
  const items = await itemsOf(() => form.read(store, unit, view, rows, principal), key)
  if (!selection?.include) {
    const version = entityTag(versionOf(unit, store.versions, principal, row), view.id)
    return { item: items[0] as Item, version, revealed: view.revealed }
  }
  const beyond = await includeRelations(form, { store, unit, grant, selection, rows, view, items, principal })
  // An answer with relations has no version: they change without the row (docs/semantics.md, Update).
  return { item: items[0] as Item, version: null, revealed: [...view.revealed, ...beyond] }
}

/** What cannot be said of the row is told with its key, selected or not. */
const itemsOf = async <Item>(read: () => Item[] | Promise<Item[]>, key: JsonObject): Promise<Item[]> => {
  try {
    return await read()
  } catch (error) {
    throw ofKey(error, key)
  }
}

interface ReadPlan {
  readonly view: View
  readonly query: RowsQuery
}

const readPlan = <Item extends Measured>(
  form: AnswerForm<Item>,
  unit: EntityUnit,
  grant: Grant,
  selection: Selection | undefined,
  principal: Principal,
): ReadPlan => {
  const asked = ['read', form.name, grant.id, rolesKey(principal), selection?.fields ?? null, relationsIn(selection)]
  return planOf(unit, asked, () => {
    const view = viewOf(unit, selection, grant, principal)
    const asks = form.asks(view)
    return { view, query: { ...asks, entity: unit.model.name, byKey: 'given', rules: grant, isVersioned: true } }
  })
}
