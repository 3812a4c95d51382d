import { canonicalJson, type Json, type JsonObject } from '../../src/runtime/index.ts'
import { valueAt } from './pointer-value.ts'
import type { Check } from './scenario.ts'

/** One thing that is not as it must be. */
export interface Mismatch {
  /** Where: a pointer into the body, `status`, `header etag`, `statements`. */
  readonly at: string
  readonly expected: string
  readonly actual: string
}

/** Everything in which a value fails a check; nothing when it passes. */
export const mismatches = (at: string, value: Json | undefined, check: Check): readonly Mismatch[] =>
  rules.flatMap((rule) => {
    const expected = rule(value, check)
    return expected === null ? [] : [{ at, expected, actual: shown(value) }]
  })

/** Null: it holds, or is not asked. Else what was expected. */
type Rule = (value: Json | undefined, check: Check) => string | null

const rules: readonly Rule[] = [
  (value, { equals }) => (equals === undefined || isSame(value, equals) ? null : shown(equals)),
  (value, { differs }) => (differs === undefined || !isSame(value, differs) ? null : `anything but ${shown(differs)}`),
  (value, { holds }) => (holds === undefined || holdsAll(value, holds) ? null : `an object with ${shown(holds)}`),
  (value, { absent }) => (!absent || value === undefined ? null : 'nothing'),
  (value, { present }) => (!present || value !== undefined ? null : 'something'),
  (value, { length }) => (length === undefined || lengthOf(value) === length ? null : `${length} of them`),
  (value, { lengthMin }) =>
    lengthMin === undefined || (lengthOf(value) ?? -1) >= lengthMin ? null : `at least ${lengthMin} of them`,
  (value, { contains }) => (contains === undefined || has(value, contains) ? null : `among it ${shown(contains)}`),
  (value, { lacks }) => (lacks === undefined || !has(value, lacks) ? null : `nowhere in it ${shown(lacks)}`),
  (value, { matches }) =>
    matches === undefined || (typeof value === 'string' && new RegExp(`^(?:${matches})$`, 'su').test(value))
      ? null
      : `text like ${matches}`,
  (value, { some }) => (some === undefined || hasSome(value, some) ? null : `among it an item with ${shown(some)}`),
  (value, { each }) => (each === undefined ? null : eachRule(value, each)),
]

const eachRule = (value: Json | undefined, { at, equals, all, unique }: NonNullable<Check['each']>): string | null => {
  if (!Array.isArray(value)) return 'a list'
  const found = (value as readonly Json[]).map((item) => valueAt(item, at) ?? null)
  if (equals !== undefined && !isSame(found, equals)) return `${at} of each: ${shown(equals)}, not ${shown(found)}`
  if (all !== undefined && !found.every((item) => isSame(item, all))) return `${at} of each: ${shown(all)}`
  if (unique && new Set(found.map(canonicalJson)).size !== found.length) return `${at} of each: different ones`
  return null
}

const isSame = (a: Json | undefined, b: Json): boolean => {
  if (a === undefined) return false
  const [found, expected] = [canonicalJson(a), canonicalJson(b)]
  return found === expected || (expected.includes(anyToken) && found.replaceAll(tokens, anyToken) === expected)
}

/** Stands in an expectation for whatever token a service gave to a value: nobody can know it before. */
export const anyToken = '(a token)'
const tokens = /\btok_[\w-]{32}(?![\w-])/g

const holdsAll = (value: Json | undefined, holds: JsonObject): boolean =>
  value !== null &&
  typeof value === 'object' &&
  Object.entries(holds).every(([name, each]) => isSame((value as JsonObject)[name], each))

const hasSome = (value: Json | undefined, some: JsonObject): boolean =>
  Array.isArray(value) &&
  (value as readonly Json[]).some((item) =>
    Object.entries(some).every(([pointer, each]) => isSame(valueAt(item, pointer), each)),
  )

const lengthOf = (value: Json | undefined): number | undefined =>
  Array.isArray(value) ? value.length : typeof value === 'string' ? [...value].length : undefined

const has = (value: Json | undefined, part: Json): boolean =>
  Array.isArray(value)
    ? (value as readonly Json[]).some((item) => isSame(item, part))
    : typeof value === 'string' && typeof part === 'string' && value.includes(part)

const shownMax = 400

export const shown = (value: Json | undefined): string => {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > shownMax ? `${text.slice(0, shownMax)}… (${text.length} characters)` : text
}
