import { askedValues, type Operand, type Predicate } from '@charter/runtime'
import { isMoment } from './moments.ts'
import { durationText } from './time-literals.ts'

const signs = { eq: '==', ne: '!=', lt: '<', le: '<=', gt: '>', ge: '>=' } as const

/** A predicate as Cedar would spell it, for matrices and diffs. */
export const predicateText = (predicate: Predicate): string => {
  switch (predicate.kind) {
    case 'true':
    case 'false':
      return predicate.kind
    case 'and':
    case 'or':
      return predicate.of.map(grouped).join(predicate.kind === 'and' ? ' && ' : ' || ')
    case 'not':
      return predicate.of.kind === 'isNull'
        ? `${operandText(predicate.of.left)} has a value`
        : `!(${predicateText(predicate.of)})`
    case 'compare':
      return `${operandText(predicate.left)} ${signs[predicate.op]} ${operandText(predicate.right)}`
    case 'in':
      return `[${predicate.right.map(operandText).join(', ')}].contains(${operandText(predicate.left)})`
    case 'like':
      return `${operandText(predicate.left)} like ${JSON.stringify(predicate.pattern)}`
    case 'startsWith':
      return `${operandText(predicate.left)} like ${JSON.stringify(`${predicate.prefix}*`)}`
    case 'isNull':
      return `${operandText(predicate.left)} has no value`
    case 'exists':
      return existsText(predicate)
    case 'role':
      return `principal in Role::${JSON.stringify(predicate.name)}`
    default:
      return `${operandText(predicate.left)}.${predicate.kind}(${operandText(predicate.right)})`
  }
}

/** Which rows of a set, and how many: `resource.team.members[personId == principal.id]`, `count(resource.votes) >= 2`. */
const existsText = ({ path, of, where, atLeast }: Extract<Predicate, { kind: 'exists' }>): string => {
  const rows = `resource.${[...path, ...of].join('.')}`
  const some = where.kind === 'true' ? rows : `${rows}[${predicateText(where).replaceAll('resource.', '')}]`
  return atLeast === 1 ? `some ${some}` : `at least ${atLeast} of ${some}`
}

const grouped = (predicate: Predicate): string =>
  predicate.kind === 'and' || predicate.kind === 'or' ? `(${predicateText(predicate)})` : predicateText(predicate)

const operandText = (operand: Operand): string =>
  operand.kind === 'value'
    ? valueText(operand)
    : operand.kind === 'principal'
      ? principalText(operand)
      : `resource.${operand.path.join('.')}`

const valueText = ({ value, type }: Extract<Operand, { kind: 'value' }>): string =>
  isMoment(type) ? `datetime(${JSON.stringify(value)})` : JSON.stringify(value)

const principalText = ({ name, plusMs = 0 }: Extract<Operand, { kind: 'principal' }>): string => {
  const asked = askedValues.get(name)
  const text = asked ? `${asked.of}.${asked.name}` : `principal.${name}`
  return plusMs === 0 ? text : `${text}.offset(duration("${durationText(plusMs)}"))`
}
