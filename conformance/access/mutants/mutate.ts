import { parseSync } from 'vite'

/** One small change of a source file, as a person could have slipped it in. */
export interface Mutant {
  readonly file: string
  readonly line: number
  readonly start: number
  readonly end: number
  readonly before: string
  readonly after: string
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [member: string]: unknown
}

/** Every mutant of a TypeScript source: comparisons, connectives, conditions, constants, lists and what is left out. */
export const mutantsOf = (file: string, source: string): readonly Mutant[] => {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  const found: Mutant[] = []
  walk(program as unknown as Node, (node) => {
    for (const { start, end, after } of changesOf(node, source)) {
      const line = source.slice(0, start).split('\n').length
      found.push({ file, line, start, end, before: source.slice(start, end), after })
    }
  })
  return found.filter(({ before, after }) => before !== after)
}

export const mutated = (source: string, { start, end, after }: Mutant): string =>
  source.slice(0, start) + after + source.slice(end)

const walk = (node: Node, visit: (node: Node) => void): void => {
  if (isLeftAlone(node)) return
  visit(node)
  for (const value of Object.values(node))
    for (const each of Array.isArray(value) ? value : [value]) if (isNode(each)) walk(each, visit)
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

const expressions = new Set(['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression'])

/** Types and imports are not run; sentences for people are read by people. */
const isLeftAlone = (node: Node): boolean =>
  (node.type.startsWith('TS') && !expressions.has(node.type)) ||
  node.type === 'ImportDeclaration' ||
  (node.type === 'CallExpression' && ['refuse', 'refuseUnknown', 'inCondition'].includes(nameOf(node.callee))) ||
  (node.type === 'NewExpression' && nameOf(node.callee) === 'Error')

const nameOf = (node: unknown): string => (isNode(node) && typeof node.name === 'string' ? node.name : '')

interface Change {
  readonly start: number
  readonly end: number
  readonly after: string
}

const changesOf = (node: Node, source: string): readonly Change[] => {
  const replace = (after: string): Change => ({ start: node.start, end: node.end, after })
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
      return otherOperators(node, source)
    case 'ConditionalExpression':
    case 'IfStatement':
      return isNode(node.test)
        ? ['true', 'false'].map((after) => ({ start: (node.test as Node).start, end: (node.test as Node).end, after }))
        : []
    case 'UnaryExpression':
      return node.operator === '!' && isNode(node.argument) ? [replace(`(${textOf(node.argument, source)})`)] : []
    case 'ArrayExpression':
      return Array.isArray(node.elements) && node.elements.length > 0 ? [replace('[]')] : []
    case 'ReturnStatement':
      return isNode(node.argument) ? [replace('return undefined')] : []
    case 'CallExpression':
      return withoutCall(node, source)
    case 'Literal':
      return otherLiteral(node).map(replace)
    default:
      return []
  }
}

const textOf = ({ start, end }: Node, source: string): string => source.slice(start, end)

const others: Readonly<Record<string, readonly string[]>> = {
  '===': ['!=='],
  '!==': ['==='],
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '&&': ['||'],
  '||': ['&&'],
  '??': ['&&'],
  '+': ['-'],
  '-': ['+'],
}

const otherOperators = ({ left, right, operator }: Node, source: string): readonly Change[] => {
  if (!isNode(left) || !isNode(right)) return []
  const between = source.slice(left.end, right.start)
  const start = left.end + between.indexOf(String(operator))
  return (others[String(operator)] ?? []).map((after) => ({ start, end: start + String(operator).length, after }))
}

const otherLiteral = ({ value, raw }: Node): readonly string[] => {
  if (typeof value === 'boolean') return [String(!value)]
  if (typeof value === 'number') return [`(${raw} + 1)`]
  // A text with blanks in it is a sentence for people.
  return typeof value === 'string' && value !== '' && !value.includes(' ') ? ["''"] : []
}

/** `x.filter(…)` is `x` again, `some` is `every`. */
const withoutCall = ({ callee, start, end }: Node, source: string): readonly Change[] => {
  if (!isNode(callee) || callee.type !== 'MemberExpression' || !isNode(callee.object) || !isNode(callee.property))
    return []
  const name = nameOf(callee.property)
  if (['filter', 'slice', 'sort', 'reverse'].includes(name))
    return [{ start, end, after: textOf(callee.object, source) }]
  const other = { some: 'every', every: 'some' }[name]
  return other ? [{ start: callee.property.start, end: callee.property.end, after: other }] : []
}
