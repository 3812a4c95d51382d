import type { Json, JsonObject, TextPart, TextRow } from '@charter/runtime'
import { type AnswerContext, takeRest } from './shaping.ts'

/** A row's own members as JSON texts by the charter's names, and what was included in it by name. */
export interface RowTexts {
  /** Null where a text cannot be taken apart: a member is a list or an object. */
  own(name: string): string | null
  included(name: string): TextPart | null
}

/**
 * A member of the answer as JSON text. Null where that cannot be said of the text alone, or something is missing: then the row is
 * read, and what is wrong with it noted on the way.
 */
export type TextSlot = (row: RowTexts, shaping: AnswerContext) => string | null

/** A field that goes out as it came. */
export const plainText =
  (name: string, isNullable: boolean): TextSlot =>
  (row) => {
    const text = row.own(name)
    return text === 'null' && !isNullable ? null : text
  }

/** A value made of fields. */
export const madeText =
  (names: readonly string[], make: (row: JsonObject) => Json | undefined): TextSlot =>
  (row) => {
    const members: [string, Json][] = []
    for (const name of names) {
      const text = row.own(name)
      if (text === null) return null
      members.push([name, JSON.parse(text)])
    }
    const value = make(Object.fromEntries(members))
    return value === undefined ? null : JSON.stringify(value)
  }

/** What is written in the answer's words for rows whose fields are `names`, in that order. */
export interface RowTemplate {
  readonly names: readonly string[]
  readonly slots: readonly { readonly key: string; readonly text: TextSlot }[]
  /** The first slots are those fields in that order, each as it came but for its name. */
  readonly isOwnFirst: boolean
  /** Whether null may stand wherever it does in them. */
  readonly isNullable: boolean
}

/** Writes rows of one selection. Null where a row has to be read for that. */
export interface RowWriter {
  row(row: TextRow, shaping: AnswerContext): string | null
  /** Rows without anything included, a line each, joined by commas. Null where they have to be looked at one by one. */
  lines(rows: string): string | null
}

export const unwritable: RowWriter = { row: () => null, lines: () => null }

export const rowWriter = ({ names, slots, isOwnFirst, isNullable }: RowTemplate): RowWriter => {
  const starts = names.map((name, at) => startOf(name, at))
  const renamed = slots.slice(0, names.length).map(({ key }, at) => startOf(key, at))
  const last = starts.findLastIndex((start, at) => start !== renamed[at])
  const rename = renamer(starts, renamed, last)
  const members = slots.map(({ key, text }) => ({ start: `${JSON.stringify(key)}:`, text }))
  const isOwn = members.length === names.length && names.length > 0 && isOwnFirst
  const isWhole = (own: string): boolean => isOwnFirst && (isNullable || !own.includes(':null'))
  return {
    row: (row, shaping) => {
      const own = isWhole(row.own) ? rename(row.own) : null
      if (own !== null && members.length === names.length) return own
      const texts = textsOf(row, names, starts)
      let written = own === null || names.length === 0 ? '' : own.slice(0, -1)
      for (let at = own === null ? 0 : names.length; at < members.length; at++) {
        const { start, text } = members[at] as (typeof members)[number]
        const { left } = shaping.room
        const value = text(texts, shaping)
        if (value === null) return null
        const member = `${written === '' ? '{' : ','}${start}${value}`
        takeRest(shaping.room, left, member)
        written += member
      }
      return written === '' ? '{}' : `${written}}`
    },
    lines: (rows) => {
      const [from = '', to = ''] = [starts[0], renamed[0]]
      if (!isOwn || last > 0 || !isWhole(rows) || !rows.startsWith(from)) return null
      return to + rows.slice(from.length).replaceAll(`\n${from}`, `,${to}`)
    },
  }
}

const startOf = (name: string, at: number): string => `${at === 0 ? '{' : ','}${JSON.stringify(name)}:`

/** The members under other names: what follows `last`, the last that is renamed, is not looked at. */
const renamer = (
  starts: readonly string[],
  renamed: readonly string[],
  last: number,
): ((own: string) => string | null) => {
  if (last === -1) return (own) => own
  return (own) => {
    let at = 0
    let written = ''
    for (let member = 0; ; member++) {
      const start = starts[member] as string
      if (!own.startsWith(start, at)) return null
      written += renamed[member]
      at += start.length
      if (member === last) return written + own.slice(at)
      const end = scalarEnd(own, at)
      if (end === -1) return null
      written += own.slice(at, end)
      at = end
    }
  }
}

const textsOf = (row: TextRow, names: readonly string[], starts: readonly string[]): RowTexts => {
  let values: readonly string[] | null | undefined
  return {
    own: (name) => {
      if (values === undefined) values = valuesOf(row.own, starts)
      return values?.[names.indexOf(name)] ?? null
    },
    included: (name) => row.included.find((member) => member.name === name)?.part ?? null,
  }
}

/** The texts of an object's members, whose names and order are known. Null where a value is no scalar. */
const valuesOf = (text: string, starts: readonly string[]): readonly string[] | null => {
  const values: string[] = []
  let at = 0
  for (const start of starts) {
    if (!text.startsWith(start, at)) return null
    at += start.length
    const end = scalarEnd(text, at)
    if (end === -1) return null
    values.push(text.slice(at, end))
    at = end
  }
  return values
}

/** Where a scalar ends that begins at `at`; -1 for a list or an object. */
const scalarEnd = (text: string, at: number): number => {
  const first = text[at]
  if (first === '{' || first === '[') return -1
  if (first !== '"') {
    const comma = text.indexOf(',', at)
    return comma === -1 ? text.length - 1 : comma
  }
  let end = text.indexOf('"', at + 1)
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end + 1
}

/** After an odd number of backslashes (RFC 8259 section 7). */
const isEscaped = (text: string, at: number): boolean => {
  let before = at
  while (text[before - 1] === '\\') before--
  return (at - before) % 2 === 1
}
