import { askedValues, type Operand, type Predicate } from '@charter/runtime'

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
    ? JSON.stringify(operand.value)
    : operand.kind === 'principal'
      ? principalText(operand.name)
      : `resource.${operand.path.join('.')}`

const principalText = (name: string): string => {
  const asked = askedValues.get(name)
  return asked ? `${asked.of}.${asked.name}` : `principal.${name}`
}
