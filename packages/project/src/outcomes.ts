import { evaluate, type Operand, type Predicate, type Rule, type Truth } from '@charter/runtime'

/** A caller as far as they are known before a row, an attribute or a credential is: over REST, now. */
export interface Known {
  readonly roles: readonly string[]
  readonly nowMs: number
}

/** Whether a rule applies to whoever holds the roles: to every row, to none, or as what is not known yet decides. */
export const appliesTo = (rule: Rule, known: Known): 'always' | 'never' | 'perhaps' => {
  if (rule.roles.length > 0 && !rule.roles.some((role) => known.roles.includes(role))) return 'never'
  const outcomes = rule.when ? outcomesOf(rule.when, known) : [true]
  if (!outcomes.includes(true)) return 'never'
  return outcomes.length === 1 ? 'always' : 'perhaps'
}

const all: readonly Truth[] = [true, false, 'error']

/** Every answer that there may be. */
const outcomesOf = (predicate: Predicate, known: Known): readonly Truth[] => {
  switch (predicate.kind) {
    case 'and':
      return sequence(predicate.of, false, known)
    case 'or':
      return sequence(predicate.of, true, known)
    case 'not':
      return outcomesOf(predicate.of, known).map((truth) => (truth === 'error' ? truth : !truth))
    case 'exists':
      return all
    case 'true':
    case 'false':
    case 'role':
      return [decided(predicate, known)]
    default:
      return operandsOf(predicate).every(isKnown) ? [decided(predicate, known)] : all
  }
}

const decided = (predicate: Predicate, { roles, nowMs }: Known): Truth =>
  evaluate(predicate, {}, { id: '', roles, attributes: {}, asked: { style: 'rest', nowMs } })

/** From the left, as `evaluate` goes: what ends it is an answer, and what does not is where the next begins. */
const sequence = (of: readonly Predicate[], deciding: boolean, known: Known): readonly Truth[] => {
  const ended = new Set<Truth>()
  for (const each of of) {
    const outcomes = outcomesOf(each, known)
    for (const truth of outcomes) if (truth === 'error' || truth === deciding) ended.add(truth)
    if (!outcomes.includes(!deciding)) return [...ended]
  }
  return [...ended, !deciding]
}

/** Whether a condition asks something of a row, on the one entity or behind it. */
export const asksRow = (predicate: Predicate): boolean => {
  switch (predicate.kind) {
    case 'and':
    case 'or':
      return predicate.of.some(asksRow)
    case 'not':
      return asksRow(predicate.of)
    case 'exists':
      return true
    case 'true':
    case 'false':
    case 'role':
      return false
    default:
      return operandsOf(predicate).some(({ kind }) => kind === 'field')
  }
}

type Asking = Exclude<Predicate, { kind: 'true' | 'false' | 'and' | 'or' | 'not' | 'role' | 'exists' }>

const operandsOf = (predicate: Asking): readonly Operand[] => [
  predicate.left,
  ...('right' in predicate ? [predicate.right].flat() : []),
]

const isKnown = (operand: Operand): boolean =>
  operand.kind === 'value' || (operand.kind === 'principal' && knownOfCall.includes(operand.name))

const knownOfCall: readonly string[] = ['call.style', 'call.now', 'call.today']
