import { type Principal, type Selection, textValue, type ValueOutcome } from '../call/call.ts'
import { ProblemError, problem } from '../problem/problem.ts'
import { type AnswerForm, asText, asValues, isTextual, type Measured } from '../rows/answer-form.ts'
import type { CallStore } from '../rows/call-store.ts'
import { type Grant, rolesKey } from '../rows/grant.ts'
import { ofKey } from '../rows/unservable.ts'
import { entityTag, versionOf } from '../rows/version.ts'
import { relationsIn, type View, viewOf } from '../rows/view.ts'
import { type EntityUnit, planOf } from '../store/entity.ts'
import type { Found, RowsQuery } from '../store/store.ts'
import type { JsonObject } from '../values/json.ts'
import { includeRelations } from './include.ts'

/** What a read gives, with the names of fields that a reveal action uncovered. */
export interface ReadResult {
  readonly outcome: ValueOutcome
  readonly revealed: readonly string[]
}

/** One row by key, under the grant's condition; `not-found` where there is none or it may not be read. */
export const readRow = async (
  store: CallStore,
  unit: EntityUnit,
  grant: Grant,
  key: JsonObject,
  selection: Selection | undefined,
  principal: Principal,
): Promise<ReadResult> => {
  const { query, of } = rowReading({ store, unit, grant, selection, principal })
  return of(key, await store.reads.find(query, { principal, key }))
}

/** How a row is read: what is asked of it, and what is made of what was found of the one with a key; `not-found` of none. */
export interface RowReading {
  readonly query: RowsQuery
  of(key: JsonObject, found: readonly Found[]): Promise<ReadResult>
}

interface Reading {
  readonly store: CallStore
  readonly unit: EntityUnit
  readonly grant: Grant
  readonly selection: Selection | undefined
  readonly principal: Principal
}

export const rowReading = (reading: Reading): RowReading => {
  const { store, unit, grant, selection, principal } = reading
  return isTextual(store, unit, selection, grant, principal)
    ? readingAs(asText, reading, textValue)
    : readingAs(asValues, reading, ({ value }, { version }) => ({
        kind: 'value',
        value,
        ...(version !== undefined && { version }),
      }))
}

const readingAs = <Item extends Measured>(
  form: AnswerForm<Item>,
  reading: Reading,
  outcomeOf: (item: Item, told: Pick<ValueOutcome, 'key' | 'version'>) => ValueOutcome,
): RowReading => {
  const { store, unit, selection, principal } = reading
  const { view, query } = readPlan(form, reading)
  const showsKey = unit.model.isOwned && unit.model.key.every((name) => view.fields.includes(name))
  const of: RowReading['of'] = async (key, rows) => {
    const row = rows[0]
    if (!row)
      throw new ProblemError(
        problem('not-found', { detail: `There is no such ${unit.model.name}, or you may not read it.` }),
      )
    const items = await itemsOf(() => form.read(store, unit, view, rows, principal), key)
    const item = items[0] as Item
    if (!selection?.include) {
      const version = entityTag(versionOf(unit, store.versions, principal, row), view.id)
      return { outcome: outcomeOf(item, showsKey ? { key, version } : { version }), revealed: view.revealed }
    }
    const beyond = await includeRelations(form, { ...reading, selection, rows, view, items })
    // An answer with relations has no version: they change without the row (docs/semantics.md, Update).
    return { outcome: outcomeOf(item, {}), revealed: [...view.revealed, ...beyond] }
  }
  return { query, of }
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
  { unit, grant, selection, principal }: Reading,
): ReadPlan => {
  const asked = ['read', form.name, grant.id, rolesKey(principal), selection?.fields ?? null, relationsIn(selection)]
  return planOf(unit, asked, () => {
    const view = viewOf(unit, selection, grant, principal)
    const asks = form.asks(view)
    return { view, query: { ...asks, entity: unit.model.name, byKey: 'given', rules: grant, isVersioned: true } }
  })
}
