import type { Type } from '@charter/runtime'
import type { Direction } from './direction.ts'
import { additive, breaking, type Found } from './found.ts'

/** What clients notice of a changed type: another form, narrower input, answers that they do not know yet. */
export const typeBreaks = (about: string, before: Type, after: Type, direction: Direction): readonly Found[] => {
  if (JSON.stringify(before) === JSON.stringify(after)) return []
  if (before.kind === 'enum' && after.kind === 'enum') return enumBreaks(about, before.values, after.values, direction)
  if (before.kind === 'array' && after.kind === 'array')
    return [...boundBreaks(about, before, after), ...typeBreaks(about, before.items, after.items, direction)]
  if (formOf(before) !== formOf(after))
    return [breaking(about, `It was ${before.kind} and is now ${after.kind}, which JSON writes or reads differently.`)]
  return boundBreaks(about, before, after)
}

/** What a client must understand of a value to read and write it, leaving bounds aside. */
const formOf = (type: Type): string => {
  switch (type.kind) {
    case 'decimal':
      return `decimal ${type.scale}`
    case 'int64':
      return `int64 ${type.isNumber ?? false}`
    case 'vector':
      return `vector ${type.size}`
    case 'text':
      return `text ${type.format ?? ''}`
    case 'record':
    case 'union':
    case 'map':
    case 'named':
      return JSON.stringify(type)
    default:
      return type.kind
  }
}

const enumBreaks = (
  about: string,
  before: readonly string[],
  after: readonly string[],
  direction: Direction,
): readonly Found[] => [
  ...before.filter((value) => !after.includes(value)).map((value) => breaking(about, `"${value}" is no longer taken.`)),
  ...after
    .filter((value) => !before.includes(value))
    .map((value) =>
      direction === 'both'
        ? breaking(about, `Answers may now hold "${value}", which clients do not know.`)
        : additive(about, `"${value}" is now taken.`),
    ),
]

const boundBreaks = (about: string, before: Type, after: Type): readonly Found[] => {
  const old = boundsOf(before)
  const now = boundsOf(after)
  return Object.keys(boundSentences).flatMap((name) => {
    const was = old[name]
    const is = now[name]
    if (is === was) return []
    const isTighter = is !== undefined && (was === undefined || isNarrower(name, was, is))
    const sentence = `${boundSentences[name]} ${is === undefined ? 'no longer bounded' : `now ${is}`} (was ${was ?? 'not bounded'}).`
    return [isTighter ? breaking(about, sentence) : additive(about, sentence)]
  })
}

const boundSentences: Readonly<Record<string, string>> = {
  min: 'The least value is',
  max: 'The greatest value is',
  lengthMin: 'The least length is',
  lengthMax: 'The greatest length is',
  precision: 'The number of digits is',
  pattern: 'The pattern is',
}

const boundsOf = (type: Type): Readonly<Record<string, string | undefined>> => {
  const bounds = type as unknown as Readonly<Record<string, unknown>>
  return Object.fromEntries(
    Object.keys(boundSentences).flatMap((name) => (bounds[name] === undefined ? [] : [[name, String(bounds[name])]])),
  )
}

/** A pattern that changes in any way may refuse what it took. Dates and instants order as text, numbers as numbers. */
const isNarrower = (name: string, was: string, is: string): boolean => {
  if (name === 'pattern') return true
  const [a, b] = [Number(was), Number(is)]
  const isLess = Number.isNaN(a) || Number.isNaN(b) ? is < was : b < a
  return name === 'min' || name === 'lengthMin' ? !isLess : isLess
}
