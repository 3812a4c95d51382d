import { isClock } from '@charter/charter'
import type { Comparison, Json, Operand, Predicate, Truth } from '@charter/runtime'
import { isMoment } from '../moments.ts'
import { type Formula, formulaText } from './formula.ts'

/** Worlds that are tried before the answer is "not shown": conditions that need more are past reading too. */
const worldsMax = 30_000

/**
 * Whether whoever satisfies `narrow` satisfies `wide`: true only where it holds in every world. Incomplete on purpose.
 * A world gives each field and attribute no value, one of the literals it is compared with, or another beside them, and what is
 * compared with a clock a time that it is away from it; what else is asked of them (`like`, order between two fields, membership) is true or false as if it were independent. So
 * worlds are tried that cannot be, and none that can be is left out. `canBeAbsent`: whether an operand may lack a value.
 */
export const implies = (
  narrow: Formula,
  wide: Formula,
  canBeAbsent: (operand: Operand) => boolean = () => true,
): boolean => {
  if (formulaText(narrow) === formulaText(wide)) return true
  const choices = new Map<string, readonly Choice[]>()
  for (const formula of [narrow, wide]) collect(formula, choices, canBeAbsent)
  const axes = [...choices].map(([key, points]) => [key, withoutOther(points)] as const)
  const worlds = axes.reduce((count, [, points]) => count * points.length, 1)
  if (worlds > worldsMax) return false
  for (let number = 0; number < worlds; number++) {
    const world = worldOf(axes, number)
    if (holds(narrow, world) && !holds(wide, world)) return false
  }
  return true
}

/** A value of an operand (`undefined`: none; a symbol: one unlike all literals), or the truth of an independent question. */
type Choice = Json | undefined | symbol
type World = ReadonlyMap<string, Choice>

const other = Symbol('another value')

const worldOf = (axes: readonly (readonly [string, readonly Choice[]])[], number: number): World => {
  let left = number
  return new Map(
    axes.map(([key, points]) => {
      const at = left % points.length
      left = (left - at) / points.length
      return [key, points[at]]
    }),
  )
}

/** Numbers around the literals stand for every other number. */
const withoutOther = (points: readonly Choice[]): readonly Choice[] =>
  points.some((each) => typeof each === 'number') ? points.filter((each) => each !== other) : points

/** Of a clock that is shifted it is the clock's: `distanceOf` and `pointOf` have the rest. */
const keyOf = (operand: Operand): string =>
  operand.kind === 'principal'
    ? `principal.${operand.name}`
    : operand.kind === 'field'
      ? `resource.${operand.path.join('.')}`
      : JSON.stringify(operand.value)

const collect = (
  formula: Formula,
  choices: Map<string, readonly Choice[]>,
  canBeAbsent: (of: Operand) => boolean,
): void => {
  if (formula.kind === 'fact') choices.set(factKey(formula.text), [true, false])
  else if (formula.kind === 'no') collect(formula.of, choices, canBeAbsent)
  else if (formula.kind === 'holds') collectPredicate(formula.when, choices, canBeAbsent)
  else for (const each of formula.of) collect(each, choices, canBeAbsent)
}

const factKey = (text: string): string => `fact ${text}`

const collectPredicate = (
  predicate: Predicate,
  choices: Map<string, readonly Choice[]>,
  canBeAbsent: (of: Operand) => boolean,
): void => {
  switch (predicate.kind) {
    case 'true':
    case 'false':
      return
    case 'and':
    case 'or':
      for (const each of predicate.of) collectPredicate(each, choices, canBeAbsent)
      return
    case 'not':
      collectPredicate(predicate.of, choices, canBeAbsent)
      return
    case 'role':
      choices.set(factKey(predicate.name), [true, false])
      return
    case 'exists':
      addPoints(choices, setKey(predicate), [predicate.atLeast - 1, predicate.atLeast])
      if (predicate.path.length > 0) addPoints(choices, setKey(predicate), [undefined])
      return
    default:
      collectAsking(predicate, choices, canBeAbsent)
  }
}

/** A set stands for how many rows are in it. */
const setKey = ({ path, of, where }: Extract<Predicate, { kind: 'exists' }>): string =>
  `set ${JSON.stringify([path, of, where])}`

const collectAsking = (
  predicate: AtomicPredicate,
  choices: Map<string, readonly Choice[]>,
  canBeAbsent: (of: Operand) => boolean,
): void => {
  for (const operand of operandsOf(predicate))
    if (operand.kind !== 'value')
      addPoints(choices, keyOf(operand), [other, ...(canBeAbsent(operand) ? [undefined] : [])])
  const literal = literalOf(predicate)
  if (literal) addPoints(choices, literal.key, literal.values.flatMap(around))
  else if (predicate.kind !== 'isNull') choices.set(questionOf(predicate).key, [true, false])
}

const addPoints = (choices: Map<string, readonly Choice[]>, key: string, points: readonly Choice[]): void =>
  void choices.set(key, [...new Set([...(choices.get(key) ?? []), ...points])])

/** Integers beside a number: what lies between two literals, below and above them, is decided alike. */
const around = (value: Json): readonly Choice[] => (typeof value === 'number' ? [value - 1, value, value + 1] : [value])

type AtomicPredicate = Exclude<Predicate, { kind: 'true' | 'false' | 'and' | 'or' | 'not' | 'role' | 'exists' }>

const operandsOf = (predicate: AtomicPredicate): readonly Operand[] =>
  predicate.kind === 'in'
    ? [predicate.left, ...predicate.right]
    : 'right' in predicate
      ? [predicate.left, predicate.right]
      : [predicate.left]

/** A comparison of one operand with literals that points can stand for: equality of scalars, order of numbers and moments. */
interface Literal {
  readonly key: string
  readonly values: readonly Json[]
  readonly op: Comparison
}

const literalOf = (predicate: AtomicPredicate): Literal | null => {
  if (predicate.kind === 'in') {
    const points = predicate.right.map((each) => pointOf(each, predicate.left))
    const values = points.filter((each) => each !== null)
    if (predicate.left.kind === 'value' || values.length < predicate.right.length) return null
    return { key: keyOf(predicate.left), values, op: 'eq' }
  }
  if (predicate.kind !== 'compare') return null
  const [left, right, op] =
    predicate.left.kind === 'value' || (isClock(predicate.left) && predicate.right.kind !== 'value')
      ? [predicate.right, predicate.left, mirrored[predicate.op]]
      : [predicate.left, predicate.right, predicate.op]
  if (left.kind === 'value') return null
  if (right.kind !== 'value') return isClock(right) ? { ...distanceOf(left, right), op } : null
  const point = pointOf(right, left)
  if (point === null) return null
  const isEquality = op === 'eq' || op === 'ne'
  return isEquality || typeof point === 'number' ? { key: keyOf(left), values: [point], op } : null
}

/** A literal as what it is compared with can have it; null where no point stands for it. */
const pointOf = (literal: Operand, beside: Operand): Exclude<Json, null> | null => {
  if (literal.kind !== 'value' || literal.value === null || typeof literal.value === 'object') return null
  return isMoment(literal.type) ? momentPoint(String(literal.value), shiftOf(beside)) : literal.value
}

/** Twice the milliseconds, so that there is a point between two; null where it lies between two itself. */
const momentPoint = (text: string, shiftMs: number): number | null => {
  const atMs = Date.parse(text)
  return Number.isNaN(atMs) || /\.\d{4}/.test(text) ? null : 2 * (atMs - shiftMs)
}

/** How far a moment is after a clock: `x < now + 12h` and `x < now + 24h` ask it one question with two literals. */
const distanceOf = (moment: Operand, clock: Operand): Pick<Literal, 'key' | 'values'> => ({
  key: `${keyOf(moment)} after ${keyOf(clock)}`,
  values: [2 * (shiftOf(clock) - shiftOf(moment))],
})

const shiftOf = (operand: Operand): number => (operand.kind === 'principal' ? (operand.plusMs ?? 0) : 0)

const mirrored = { eq: 'eq', ne: 'ne', lt: 'gt', gt: 'lt', le: 'ge', ge: 'le' } as const satisfies Record<
  Comparison,
  Comparison
>

/** One question for a comparison and its opposite: `a != b` is not `a == b`, `a >= b` is not `a < b`. */
const questionOf = (predicate: AtomicPredicate): { readonly key: string; readonly isOpposite: boolean } => {
  if (predicate.kind !== 'compare') return { key: JSON.stringify(predicate), isOpposite: false }
  const [left, right] = [keyOf(predicate.left), keyOf(predicate.right)]
  switch (predicate.op) {
    case 'eq':
    case 'ne':
      return { key: `${[left, right].sort().join(' == ')}`, isOpposite: predicate.op === 'ne' }
    case 'lt':
    case 'ge':
      return { key: `${left} < ${right}`, isOpposite: predicate.op === 'ge' }
    default:
      return { key: `${right} < ${left}`, isOpposite: predicate.op === 'le' }
  }
}

const holds = (formula: Formula, world: World): boolean => {
  switch (formula.kind) {
    case 'all':
      return formula.of.every((each) => holds(each, world))
    case 'any':
      return formula.of.some((each) => holds(each, world))
    case 'no':
      return !holds(formula.of, world)
    case 'fact':
      return world.get(factKey(formula.text)) === true
    case 'holds':
      return truthOf(formula.when, world) === true
  }
}

/** As `evaluate` of the runtime decides: `and`, `or` from the left, an error where a value is missing. */
const truthOf = (predicate: Predicate, world: World): Truth => {
  switch (predicate.kind) {
    case 'true':
      return true
    case 'false':
      return false
    case 'and':
      return sequence(predicate.of, false, world)
    case 'or':
      return sequence(predicate.of, true, world)
    case 'not': {
      const truth = truthOf(predicate.of, world)
      return truth === 'error' ? 'error' : !truth
    }
    case 'role':
      return world.get(factKey(predicate.name)) === true
    case 'exists': {
      const count = world.get(setKey(predicate))
      return count === undefined ? 'error' : Number(count) >= predicate.atLeast
    }
    default:
      return answerOf(predicate, world)
  }
}

const sequence = (of: readonly Predicate[], deciding: boolean, world: World): Truth => {
  for (const each of of) {
    const truth = truthOf(each, world)
    if (truth === 'error' || truth === deciding) return truth
  }
  return !deciding
}

const answerOf = (predicate: AtomicPredicate, world: World): Truth => {
  const isAbsent = (operand: Operand) => operand.kind !== 'value' && world.get(keyOf(operand)) === undefined
  if (predicate.kind === 'isNull') return isAbsent(predicate.left)
  if (operandsOf(predicate).some(isAbsent)) return 'error'
  const literal = literalOf(predicate)
  if (literal) return compared(world.get(literal.key), literal)
  const { key, isOpposite } = questionOf(predicate)
  return (world.get(key) === true) !== isOpposite
}

const compared = (
  value: Choice,
  { values, op }: { readonly values: readonly Json[]; readonly op: Comparison },
): boolean => {
  if (op === 'eq' || op === 'ne') return values.some((each) => each === value) === (op === 'eq')
  const [asked, wanted] = [Number(typeof value === 'symbol' ? Number.NaN : value), Number(values[0])]
  return op === 'lt' ? asked < wanted : op === 'le' ? asked <= wanted : op === 'gt' ? asked > wanted : asked >= wanted
}
