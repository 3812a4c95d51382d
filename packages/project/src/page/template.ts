import type { PagePlace, PageTemplate } from '@charter/page'
import type { Json } from '@charter/runtime'

/** What a place is found by: the request with other values of one input, all else as in the example. */
export interface Variation {
  readonly input: string
  readonly value: Json
  readonly others: readonly { readonly value: Json; readonly text: string }[]
  /** All that the input can be: each is rendered, so that other spellings of a value are known. */
  readonly isClosed: boolean
}

type Spelling = PagePlace['as']

const spellings: Readonly<Record<Spelling, (value: Json) => string | null>> = {
  raw: (value) => (typeof value === 'string' ? value : null),
  uri: (value) => (isPlain(value) ? encodeURIComponent(String(value)) : null),
  string: (value) => (typeof value === 'string' ? JSON.stringify(value).slice(1, -1) : null),
  literal: (value) => (typeof value === 'number' || typeof value === 'boolean' ? JSON.stringify(value) : null),
  xml: (value) => (isPlain(value) ? xmlText(String(value)) : null),
}

const isPlain = (value: Json): boolean => value !== null && typeof value !== 'object'

const xmlText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/**
 * A rendered request with the places of its inputs, found by rendering it again with other values: no style need say where a
 * value stands in what it writes. An input whose place is not plain has none, and keeps its example's value.
 */
export const templateOf = (
  text: string,
  variations: readonly Variation[],
  allowed: readonly Spelling[],
): PageTemplate => {
  const found = variations
    .flatMap((variation) => {
      const range = variation.isClosed ? closedRange(text, variation, allowed) : openRange(text, variation, allowed)
      return range ? [range] : []
    })
    .sort((a, b) => a.start - b.start)
  const apart = found.filter((range, at) => at === 0 || range.start >= (found[at - 1]?.end ?? 0))
  const parts = apart.flatMap(({ start, place }, at) => [text.slice(apart[at - 1]?.end ?? 0, start), place])
  return [...parts, text.slice(apart.at(-1)?.end ?? 0)].filter((part) => part !== '')
}

interface Range {
  readonly start: number
  readonly end: number
  readonly place: PagePlace
}

/** Where the value stands whole around what differs, such that every other value put there gives its own rendering. */
const openRange = (text: string, { input, value, others }: Variation, allowed: readonly Spelling[]): Range | null => {
  const [first] = others
  if (!first || others.every((other) => other.text === text)) return null
  const { start, end } = middleOf([text, first.text])
  for (const as of allowed) {
    const spelled = spellings[as](value)
    if (spelled === null || spelled === '') continue
    for (let at = text.indexOf(spelled); at !== -1 && at <= start; at = text.indexOf(spelled, at + 1)) {
      const until = at + spelled.length
      const isHere =
        until >= end && others.every((other) => put(text, at, until, spellings[as](other.value)) === other.text)
      if (isHere) return { start: at, end: until, place: { input, as } }
    }
  }
  return null
}

const put = (text: string, start: number, end: number, spelled: string | null): string | null =>
  spelled === null ? null : text.slice(0, start) + spelled + text.slice(end)

/** What differs over all values is their spelling, whatever it is. */
const closedRange = (text: string, { input, value, others }: Variation, allowed: readonly Spelling[]): Range | null => {
  const open = openRange(text, { input, value, others, isClosed: false }, allowed)
  if (open) return open
  const [as] = allowed
  const { start, end, tail } = middleOf([text, ...others.map((other) => other.text)])
  if (as === undefined || start >= text.length - tail) return null
  const all = [{ value, text }, ...others]
  const spelled = Object.fromEntries(
    all.map((each) => [String(each.value), each.text.slice(start, each.text.length - tail)]),
  )
  return { start, end, place: { input, as, spelled } }
}

/** Where texts that begin and end alike differ: the range in the first, and how long the common end is. */
const middleOf = (
  texts: readonly string[],
): { readonly start: number; readonly end: number; readonly tail: number } => {
  const [first = '', ...rest] = texts
  const shortest = Math.min(...texts.map(({ length }) => length))
  let start = 0
  while (start < shortest && rest.every((text) => text[start] === first[start])) start++
  let tail = 0
  while (tail < shortest - start && rest.every((text) => text.at(-1 - tail) === first.at(-1 - tail))) tail++
  return { start, end: first.length - tail, tail }
}
