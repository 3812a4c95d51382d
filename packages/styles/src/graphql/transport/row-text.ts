import type { Json, JsonObject, TextPart, TextRow } from '@charter/runtime'
import type { Shaping } from './shaping.ts'

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
export type TextSlot = (row: RowTexts, shaping: Shaping) => string | null

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
export interface RowWriting {
  readonly names: readonly string[]
  readonly slots: readonly { readonly key: string; readonly text: TextSlot }[]
  /** The slots of the first fields in their order are those of the rows: that much of the text goes out as it came. */
  readonly isOwnSame: boolean
  /** Whether null may stand wherever it does in what goes out as it came. */
  readonly isNullable: boolean
}

/** Writes rows of one selection. */
export const rowWriter = ({ names, slots, isOwnSame, isNullable }: RowWriting) => {
  const starts = names.map((name, at) => `${at === 0 ? '{' : ','}${JSON.stringify(name)}:`)
  const members = slots.map(({ key, text }) => ({ start: `${JSON.stringify(key)}:`, text }))
  const sameUntil = isOwnSame ? names.length : 0
  return (row: TextRow, shaping: Shaping): string | null => {
    const goesAsIs = isOwnSame && (isNullable || !row.own.includes(':null'))
    if (goesAsIs && members.length === sameUntil) return row.own
    let values: readonly string[] | null | undefined
    const texts: RowTexts = {
      own: (name) => {
        if (values === undefined) values = valuesOf(row.own, starts)
        return values?.[names.indexOf(name)] ?? null
      },
      included: (name) => row.included.find((member) => member.name === name)?.part ?? null,
    }
    let written = goesAsIs && sameUntil > 0 ? row.own.slice(0, -1) : ''
    for (let at = goesAsIs ? sameUntil : 0; at < members.length; at++) {
      const { start, text } = members[at] as (typeof members)[number]
      const value = text(texts, shaping)
      if (value === null) return null
      written += `${written === '' ? '{' : ','}${start}${value}`
    }
    return written === '' ? '{}' : `${written}}`
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
