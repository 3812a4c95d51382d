import type { Expr } from '@cedar-policy/cedar-wasm/nodejs'
import { isClock } from '@charter/charter'
import {
  always,
  type Comparison,
  instantAt,
  instantOf,
  isDate,
  type Json,
  never,
  type Operand,
  type Predicate,
  type Type,
} from '@charter/runtime'
import { refuse, refuseUnknown } from './refusal.ts'
import { datetimeIn, dayMs, durationIn, requireBounded } from './time-literals.ts'
import type { Placed, Shifted, Value } from './value.ts'

/** A literal moment, in epoch milliseconds, as literals are kept. */
interface MomentLiteral {
  readonly atMs: number
}

/**
 * Cedar's `datetime` and `duration` (docs.cedarpolicy.com, Data types): fields of type instant and date, `context.now`,
 * `context.today`, literals, `offset` and `durationSince`. What is added or subtracted goes to the side that is known when a call
 * begins, so that a database compares a column with a value and counts nothing.
 * Null where the expression is no call of these.
 */
export const momentOf = (expr: Expr, read: (part: Expr) => Value): Value | null => {
  const [name = '', body] = Object.entries(expr)[0] ?? []
  if (!Array.isArray(body)) return null
  const [first, second] = body as readonly Expr[]
  const apply = functions[name]
  return apply && first ? apply(first, second, read) : null
}

type Read = (first: Expr, second: Expr | undefined, read: (part: Expr) => Value) => Value

const functions: Readonly<Record<string, Read>> = {
  datetime: (first) => momentLiteral(datetimeIn(first)),
  duration: (first) => ({ kind: 'duration', ms: durationIn(first) }),
  offset: (first, second, read) => {
    const [moment, by] = [placed(read(first)), second && read(second)]
    if (!moment || by?.kind !== 'duration') return refuse('`offset` of these', offsetHelp)
    return moment.kind === 'moment' ? momentLiteral(moment.atMs + by.ms) : shiftedBy(moment, by.ms)
  },
  durationSince: (first, second, read) => {
    const [to, from] = [placed(read(first)), second && placed(read(second))]
    return to && from ? { kind: 'elapsed', from, to } : refuse('`durationSince` of these', sinceHelp)
  },
}

const momentLiteral = (atMs: number): Value => ({ kind: 'literal', value: { atMs } satisfies MomentLiteral })

const shiftedBy = (moment: Shifted, ms: number): Shifted => ({ ...moment, plusMs: moment.plusMs + ms })

const offsetHelp = 'Write `resource.bookedAt.offset(duration("24h"))`.'
const sinceExample = 'context.now.durationSince(resource.bookedAt) < duration("24h")'
const sinceHelp = `Write \`${sinceExample}\`.`

/** A moment as one that can be shifted; null where it is none. */
const placed = (value: Value): Placed | null => {
  if (value.kind === 'shifted') return value
  if (value.kind === 'literal') return isMomentLiteral(value.value) ? { kind: 'moment', ...value.value } : null
  return value.kind === 'operand' && isMoment(value.type) ? { ...value, kind: 'shifted', plusMs: 0 } : null
}

/** Whether a literal is a `datetime`. */
export const isMomentLiteral = (literal: Json): literal is { readonly atMs: number } =>
  typeof literal === 'object' && literal !== null && 'atMs' in literal

/** Whether Cedar sees a `datetime`. */
export const isMoment = ({ kind }: Type): boolean => kind === 'instant' || kind === 'date'

const isOfTime = (value: Value): boolean =>
  value.kind === 'duration' || value.kind === 'elapsed' || placed(value) !== null

/** A comparison of moments, or of what passed between two; null where neither side is of time. */
export const compareMoments = (op: Comparison, left: Value, right: Value): Predicate | null => {
  if (!isOfTime(left) && !isOfTime(right)) return null
  if (left.kind === 'elapsed' && right.kind === 'duration') return ordered(op, left.to, later(left.from, right.ms))
  if (left.kind === 'duration' && right.kind === 'elapsed') return ordered(op, later(right.from, left.ms), right.to)
  if (left.kind === 'duration' && right.kind === 'duration') return decided(op, left.ms, right.ms)
  const [first, second] = [placed(left), placed(right)]
  if (first && second) return ordered(op, first, second)
  const text = [left, right].find((each) => each.kind === 'literal' && typeof each.value === 'string')
  if (text?.kind === 'literal' && (first || second)) return refuseText(String(text.value))
  if (left.kind === 'operand' && right.kind === 'operand') return null
  return refuse('This comparison of time', `Write \`resource.endsAt > context.now\`, or \`${sinceExample}\`.`)
}

/** Text beside a moment, which Cedar compares with another moment alone. */
export const refuseText = (text: string): never => {
  const at = instantOf(text) ?? (isDate(text) ? `${text}T00:00:00Z` : undefined)
  const spelled = at === undefined ? '2026-03-31' : isDate(text) ? text : new Date(at).toISOString().replace('.000', '')
  return refuseUnknown('a moment is compared with text', `write \`datetime("${spelled}")\``, JSON.stringify(text))
}

const later = (moment: Placed, ms: number): Placed =>
  moment.kind === 'moment' ? { ...moment, atMs: moment.atMs + ms } : shiftedBy(moment, ms)

const decided = (op: Comparison, left: number, right: number): Predicate => (holds[op](left - right) ? always : never)

/** Whether a comparison holds of two values in this order: negative, zero, positive. */
export const holds: Readonly<Record<Comparison, (order: number) => boolean>> = {
  eq: (order) => order === 0,
  ne: (order) => order !== 0,
  lt: (order) => order < 0,
  le: (order) => order <= 0,
  gt: (order) => order > 0,
  ge: (order) => order >= 0,
}

const ordered = (op: Comparison, left: Placed, right: Placed): Predicate => {
  if (left.kind === 'moment' && right.kind === 'moment') return decided(op, left.atMs, right.atMs)
  const of = left.kind === 'shifted' ? left : right.kind === 'shifted' ? right : null
  const other = left.kind === 'shifted' && right.kind === 'shifted' ? right : null
  if (!of) throw new Error('One of two moments is no literal.')
  if (other && other.type.kind !== of.type.kind)
    return refuse(`Comparing ${of.type.kind} with ${other.type.kind}`, kindHelp)
  const [first, second] = settled(left, right, of.type)
  return { kind: 'compare', op, left: first, right: second }
}

const kindHelp =
  'An instant is compared with `context.now`, a date with `context.today`, and a date and time without a zone with neither.'

/** Both sides with nothing left to add to a column: a clock or a literal takes it. */
const settled = (left: Placed, right: Placed, type: Type): readonly [Operand, Operand] => {
  const plus = { left: plusOf(left), right: plusOf(right) }
  if (plus.left === plus.right) return [operandAt(left, 0, type), operandAt(right, 0, type)]
  if (canShift(right)) return [operandAt(left, 0, type), operandAt(right, plus.right - plus.left, type)]
  if (canShift(left)) return [operandAt(left, plus.left - plus.right, type), operandAt(right, 0, type)]
  return refuse('Time added to one of two fields', `Compare each with \`context.now\`: ${offsetHelp}`)
}

const plusOf = (moment: Placed): number => (moment.kind === 'shifted' ? moment.plusMs : 0)

const canShift = (moment: Placed): boolean => moment.kind === 'moment' || isClock(moment.operand)

const operandAt = (moment: Placed, plusMs: number, type: Type): Operand => {
  requireBounded(plusMs)
  if (type.kind === 'date' && plusMs % dayMs !== 0)
    return refuse('A part of a day added to a date', 'Add whole days: `duration("14d")`.')
  if (moment.kind === 'moment') return literalAt(moment.atMs + plusMs, type)
  if (plusMs === 0 || moment.operand.kind !== 'principal') return moment.operand
  return { ...moment.operand, plusMs }
}

const literalAt = (atMs: number, type: Type): Operand => ({
  kind: 'value',
  value: momentText(atMs, type),
  type: { kind: type.kind } as Type,
})

/** The canonical form of a literal as a value of the type. */
export const momentText = (atMs: number, type: Type): Json => {
  if (atMs < firstMs || atMs > lastMs) return refuse('A year before 0001 or after 9999', 'No field holds one.')
  const text = instantAt(atMs)
  if (type.kind === 'instant') return text
  if (type.kind !== 'date') return refuse(`Comparing ${type.kind} with a datetime`, kindHelp)
  return atMs % dayMs === 0
    ? text.slice(0, 10)
    : refuse('A date compared with a time of day', 'Write the date alone: `datetime("2026-03-31")`.')
}

const firstMs = Date.parse('0001-01-01T00:00:00Z')
const lastMs = Date.parse('9999-12-31T23:59:59.999Z')
