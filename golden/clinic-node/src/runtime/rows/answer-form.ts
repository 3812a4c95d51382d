import { includedIn, type Principal, type Selection } from '../call/call.ts'
import { type PageTold, type TextPage, type TextPart, type TextRow, toldOf } from '../call/text-part.ts'
import { jsonLength, takeRoom } from '../limits/answer-length.ts'
import { type EntityUnit, entityOf } from '../store/entity.ts'
import type { Found, RowsQuery } from '../store/store.ts'
import type { Json } from '../values/json.ts'
import type { CallStore } from './call-store.ts'
import { type Grant, grantOf } from './grant.ts'
import { readRows } from './open-rows.ts'
import { requireValuesIn } from './required-values.ts'
import { type View, viewOf } from './view.ts'

/**
 * What an answer is made of: values, or the JSON text that the database made of them. Both say the same to the byte: an
 * item in text form, joined, is `JSON.stringify` of the item as a value.
 */
export interface AnswerForm<Item extends Measured> {
  /** Distinguishes plans of the two. */
  readonly name: string
  /** What is asked of a row for an item. */
  asks(view: View): Pick<RowsQuery, 'fields' | 'text' | 'judged'>
  /** What it reads takes from the store's room. */
  read(
    store: CallStore,
    unit: EntityUnit,
    view: View,
    rows: readonly Found[],
    principal: Principal,
  ): Item[] | Promise<Item[]>
  /** A page whose items the database joined, a line each, where it can do that. */
  joined?(lines: string, told: PageTold): Item
  /** Adds one more member at the item's end. */
  join(item: Item, name: string, member: Item | null): void
  page(items: readonly Item[], told: PageTold): Item
}

/** `length`: characters of all of it as JSON, with what was joined to it. */
export interface Measured {
  length: number
}

/** Characters of several. */
export const lengthsOf = (items: readonly (Measured | null)[]): number => {
  let length = 0
  for (const item of items) if (item) length += item.length
  return length
}

export interface Count {
  readonly value: number
  readonly isExact: boolean
}

export interface ValueItem extends Measured {
  readonly value: Record<string, Json>
}

export const asValues: AnswerForm<ValueItem> = {
  name: 'values',
  asks: ({ stored: fields, judged }) => ({ fields, judged }),
  read: (store, unit, view, rows, principal) => {
    const values = readRows(store, unit, view, rows, principal)
    return values instanceof Promise ? values.then((opened) => measured(store, opened)) : measured(store, values)
  },
  join: (item, name, member) => {
    const value = member?.value ?? null
    // Set, a member of that name would be what the item inherits from.
    if (name === '__proto__') Object.defineProperty(item.value, name, { value, ...ownMembers })
    else item.value[name] = value
    item.length += joinedLength(name, member)
  },
  page: (items, told) => ({
    value: { items: items.map(({ value }) => value), ...toldOf(told) },
    length: lengthsOf(items),
  }),
}

const ownMembers = { enumerable: true, configurable: true, writable: true }

const measured = ({ room }: CallStore, values: readonly Record<string, Json>[]): ValueItem[] =>
  values.map((value) => {
    const length = jsonLength(value)
    takeRoom(room, length)
    return { value, length }
  })

const joinedLength = (name: string, member: Measured | null): number => name.length + (member?.length ?? 0)

export const asText: AnswerForm<TextPart> = {
  name: 'text',
  asks: ({ needed: fields, fields: text }) => ({ fields, text }),
  read: (store, unit, view, rows) =>
    rows.map((row): TextRow => {
      const own = row.text()
      takeRoom(store.room, own.length)
      requireValuesIn(unit, view, own)
      return { own, included: [], length: own.length }
    }),
  joined: (lines, told): TextPage => ({ rows: lines, length: lines.length, ...toldOf(told) }),
  join: (item, name, part) => {
    const row = rowOf(item)
    row.included.push({ name, part })
    row.length += joinedLength(name, part)
  },
  page: (items, told): TextPage => ({ rows: items.map(rowOf), length: lengthsOf(items), ...toldOf(told) }),
}

/** Items are rows: pages are only ever their members. */
const rowOf = (part: TextPart): TextRow => part as TextRow

/** Whether the database can make the whole answer's text: every field shown, here and in what is included, and each sayable. */
export const isTextual = (
  store: CallStore,
  unit: EntityUnit,
  selection: Selection | undefined,
  grant: Grant,
  principal: Principal,
): boolean => {
  const view = viewOf(unit, selection, grant, principal)
  if (!view.isTextual) return false
  return includedIn(selection).every(({ member, relation: name, selection: inner }) => {
    const relation = unit.relations.get(name)
    if (!relation || view.fields.includes(member)) return false
    const target = entityOf(store.units, relation.target)
    const given = grantOf(target, relation.kind === 'one' ? 'read' : 'list', principal)
    return given !== null && isTextual(store, target, inner, given, principal)
  })
}
