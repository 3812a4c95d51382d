import { includedIn, type Principal, type Selection } from '../call.ts'
import type { Json } from '../json.ts'
import type { SqlRow } from '../sql.ts'
import type { TextPage, TextPart, TextRow } from '../text-part.ts'
import { type EntityUnit, entityOf } from './entity.ts'
import { type Grant, grantOf } from './grant.ts'
import { readRows } from './protect/open-rows.ts'
import { requireValuesIn } from './required-values.ts'
import type { Store } from './store.ts'
import { type View, viewOf } from './view.ts'

/**
 * What an answer is made of: values, or the JSON text that the database made of them. Both say the same to the byte: an
 * item in text form, joined, is `JSON.stringify` of the item as a value.
 */
export interface AnswerForm<Item> {
  /** Distinguishes plans of the two. */
  readonly name: string
  /** What to select for an item: the first columns hold it, the fields of `keys(view)` follow or are among them. */
  columns(view: View): readonly string[]
  /** Names of the stored fields that the columns hold, by their place; empty where the column is none's. */
  keys(view: View): readonly string[]
  read(
    store: Store,
    unit: EntityUnit,
    view: View,
    rows: readonly SqlRow[],
    principal: Principal,
  ): Item[] | Promise<Item[]>
  /** A page whose items the database joined, a line each, where it can do that. */
  joined?(lines: string, next: string | null, count?: Count): Item
  /** Adds one more member at the item's end. */
  join(item: Item, name: string, member: Item | null): void
  page(items: readonly Item[], next: string | null, count?: Count): Item
}

export interface Count {
  readonly value: number
  readonly isExact: boolean
}

export type ValueItem = Record<string, Json>

export const asValues: AnswerForm<ValueItem> = {
  name: 'values',
  columns: (view) => view.columns,
  keys: (view) => view.stored,
  read: readRows,
  join: (item, name, member) => {
    item[name] = member
  },
  page: (items, next, count) => ({ items, next, ...(count && { count: { ...count } }) }),
}

export const asText: AnswerForm<TextPart> = {
  name: 'text',
  columns: (view) => [view.text ?? '', ...view.needed],
  keys: (view) => ['', ...view.neededFields],
  read: (_store, unit, view, rows) =>
    rows.map((row): TextRow => {
      const own = String(row[0])
      if (view.needing.length > 0) requireValuesIn(unit, view, own)
      return { own, included: [] }
    }),
  joined: (lines, next, count): TextPage => ({ rows: lines, next, ...(count && { count }) }),
  join: (item, name, part) => {
    rowOf(item).included.push({ name, part })
  },
  page: (items, next, count): TextPage => ({ rows: items.map(rowOf), next, ...(count && { count }) }),
}

/** Items are rows: pages are only ever their members. */
const rowOf = (part: TextPart): TextRow => part as TextRow

/** Whether the database can make the whole answer's text: every field shown, here and in what is included, and each sayable. */
export const isTextual = (
  store: Store,
  unit: EntityUnit,
  selection: Selection | undefined,
  grant: Grant,
  principal: Principal,
): boolean => {
  const view = viewOf(unit, selection, grant, principal)
  if (view.text === null) return false
  return includedIn(selection).every(({ member, relation: name, selection: inner }) => {
    const relation = unit.relations.get(name)
    if (!relation || view.fields.includes(member)) return false
    const target = entityOf(store.units, relation.target)
    const given = grantOf(target, relation.kind === 'one' ? 'read' : 'list', principal)
    return given !== null && isTextual(store, target, inner, given, principal)
  })
}
