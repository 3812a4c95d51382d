import type { Expr } from '@cedar-policy/cedar-wasm/nodejs'
import { always, and, type Comparison, not, type Predicate } from '@charter/runtime'
import { compileValue, type Scope } from './operand.ts'
import { refuse } from './refusal.ts'
import type { Value } from './value.ts'

type SetValue = Extract<Value, { kind: 'set' }>
type CountValue = Extract<Value, { kind: 'count' }>

/** Whether the caller is one of those whom the rows of a set stand for. */
export const hasMember = ({ path, name, set }: SetValue): Predicate => {
  const { person, name: entity } = set.target
  if (person === undefined)
    return refuse(
      `Whether the principal is one of \`${name}\`, which are rows of ${entity},`,
      `Say which field of ${entity} holds a \`principal.id\`: \`person: personId\`.`,
      `.${name}`,
    )
  const isPerson: Predicate = {
    kind: 'compare',
    op: 'eq',
    left: { kind: 'field', path: [person] },
    right: { kind: 'principal', name: 'id' },
  }
  return { kind: 'exists', path, of: set.of, where: and(set.where, isPerson), atLeast: 1 }
}

/** Whether a set has no rows. */
export const isNoneIn = (value: SetValue): Predicate => not(atLeast(value, 1))

const atLeast = ({ path, set }: SetValue | CountValue, least: number): Predicate =>
  least <= 0 ? always : { kind: 'exists', path, of: set.of, where: set.where, atLeast: least }

/** Rows are counted no further than this. */
const countMax = 1000

/** A comparison of how many rows there are with a number, on either side of it; null where nothing is counted. */
export const compareCount = (op: Comparison, left: Expr, right: Expr, scope: Scope): Predicate | null => {
  const [first, second] = [countIn(left, scope), countIn(right, scope)]
  if (first) return decided(op, first, right)
  return second && decided(mirrored[op], second, left)
}

const countIn = (expr: Expr, scope: Scope): CountValue | null => {
  if (!('.' in expr)) return null
  const value = compileValue(expr, scope)
  return value.kind === 'count' ? value : null
}

const mirrored: Readonly<Record<Comparison, Comparison>> = {
  eq: 'eq',
  ne: 'ne',
  lt: 'gt',
  le: 'ge',
  gt: 'lt',
  ge: 'le',
}

const decided = (op: Comparison, counted: CountValue, other: Expr): Predicate => {
  const number = 'Value' in other ? other.Value : null
  if (typeof number !== 'number' || number < 0 || number > countMax)
    return refuse(
      `Comparing a count with what is no number from 0 to ${countMax}`,
      'Write the number: `resource.votes >= 2`.',
    )
  const [reached, passed] = [atLeast(counted, number), atLeast(counted, number + 1)]
  if (number === 0 && (op === 'ge' || op === 'lt'))
    return refuse('A comparison that says the same of every count', 'Ask whether there is any: `resource.votes > 0`.')
  switch (op) {
    case 'ge':
      return reached
    case 'gt':
      return passed
    case 'lt':
      return not(reached)
    case 'le':
      return not(passed)
    case 'eq':
      return and(reached, not(passed))
    case 'ne':
      return not(and(reached, not(passed)))
  }
}
