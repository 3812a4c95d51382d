import { parseSync } from 'vite'

/** One guard of a source file, and the edits that put a switch into it: with its number on, the guard is not there. */
export interface Guard {
  /** Stable while its line is: `src/runtime/execute/executor.ts#refuse 2`. */
  readonly name: string
  readonly file: string
  readonly line: number
  readonly kind: 'refusal' | 'conjunct' | 'disjunct' | 'bound' | 'check'
  /** The source that goes. */
  readonly text: string
  /**
   * `if (!found) throw new Error(…)`: what our own code says is there is not. The type checker refuses the source without it, and no
   * request comes to it.
   */
  readonly isAssertion: boolean
  readonly inserts: readonly Insert[]
}

/**
 * `off()` in it stands for the switch, and `told(…, is)` for what notes that a value was `is`, the one that makes the guard matter: with
 * any other value the source does the same without it. `given(…)` is of a value that goes on as it is: any but true. Of those at one
 * place, outer ones open first and close last.
 */
export interface Insert {
  readonly at: number
  readonly open?: string
  readonly close?: string
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [member: string]: unknown
}

interface Found {
  readonly kind: Guard['kind']
  readonly node: Node
  readonly isAssertion?: true
  readonly inserts: readonly Insert[]
}

/** Every guard of a TypeScript source, in the order of the source. Throws where it cannot be parsed. */
export const guardsOf = (file: string, source: string): readonly Guard[] => {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  const found: Found[] = []
  const root = program as unknown as Node
  walk(root, null, (node, meant) => found.push(...inNode(node, meant, source, root)))
  const times = new Map<string, number>()
  return [...found]
    .sort((a, b) => a.node.start - b.node.start)
    .map(({ kind, node, isAssertion = false, inserts }) => {
      const text = source.slice(node.start, node.end).replace(/\s+/g, ' ')
      const same = `${file}#${kind} ${text.slice(0, 60)}`
      const nth = (times.get(same) ?? 0) + 1
      times.set(same, nth)
      const line = source.slice(0, node.start).split('\n').length
      return { name: nth === 1 ? same : `${same} ~${nth}`, file, line, kind, text, isAssertion, inserts }
    })
}

/** The source with a switch in each guard: `number` says which is whose. */
export const switched = (
  source: string,
  guards: readonly { readonly guard: Guard; readonly number: number }[],
): string => {
  const spans = guards.flatMap(({ guard, number }) =>
    guard.inserts.map((insert) => ({
      ...insert,
      text: (insert.open ?? insert.close ?? '')
        .replaceAll('off()', `globalThis.__off(${number})`)
        .replaceAll('told(', `globalThis.__told(${number}, `)
        .replaceAll('given(', `globalThis.__given(${number}, `),
      size: guard.text.length,
    })),
  )
  const ordered = spans.sort(
    (a, b) =>
      a.at - b.at ||
      Number(b.close !== undefined) - Number(a.close !== undefined) ||
      (a.close === undefined ? b.size - a.size : a.size - b.size),
  )
  let [text, at] = ['', 0]
  for (const span of ordered) {
    text += source.slice(at, span.at) + span.text
    at = span.at
  }
  return text + source.slice(at)
}

/** What becomes of a node: whether a condition that refuses holds, or what a function gives. Null: neither. */
type Meant = 'asked' | 'given' | null

const walk = (node: Node, meant: Meant, visit: (node: Node, meant: Meant) => void): void => {
  if (isLeftAlone(node)) return
  visit(node, meant)
  for (const [name, value] of Object.entries(node))
    for (const each of Array.isArray(value) ? value : [value])
      if (isNode(each)) walk(each, meantOf(node, name) ?? carried(node, name, meant), visit)
}

const meantOf = (node: Node, member: string): Meant => {
  if (node.type === 'ArrowFunctionExpression' && member === 'body') return 'given'
  if (node.type === 'ReturnStatement' && member === 'argument') return 'given'
  if (node.type === 'ConditionalExpression' && member === 'test') return 'asked'
  return node.type === 'IfStatement' && member === 'test' && refusals(node).length > 0 ? 'asked' : null
}

/** Of `a && b` it is `b` alone that is given, where anything is. */
const carried = ({ type }: Node, member: string, meant: Meant): Meant => {
  if (type === 'ParenthesizedExpression' || (type === 'LogicalExpression' && member === 'right')) return meant
  return meant !== null && (type === 'LogicalExpression' || type === 'UnaryExpression') ? 'asked' : null
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

const expressions = new Set(['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression'])
const isLeftAlone = ({ type }: Node): boolean =>
  (type.startsWith('TS') && !expressions.has(type)) || type === 'ImportDeclaration' || type === 'ExportAllDeclaration'

const inNode = (node: Node, meant: Meant, source: string, root: Node): readonly Found[] => {
  switch (node.type) {
    case 'IfStatement':
      return refusals(node)
    case 'ConditionalExpression':
      return refusingChoices(node, source)
    case 'LogicalExpression':
      return operands(node, meant)
    case 'ExpressionStatement':
      return checks(node)
    case 'VariableDeclaration':
      // What is assigned later counts and does not bound.
      if (node.kind !== 'const') return []
      return (node.declarations as readonly Node[]).flatMap(({ id, init }) => bounds(id, init, root))
    case 'Property':
      return bounds(node.key, node.value)
    case 'CallExpression':
      return least(node, source)
    default:
      return []
  }
}

/** Not there while the switch is on: `(off() && (…))`. */
const never = ({ start, end }: Node): readonly Insert[] => [
  { at: start, open: '(off() && told((' },
  { at: end, close: '), true))' },
]

/** Always fulfilled while the switch is on: `(!off() || (…))`. */
const always = ({ start, end }: Node): readonly Insert[] => [
  { at: start, open: '(!off() || told((' },
  { at: end, close: '), false))' },
]

/** The same of what is given where it is fulfilled: then it is true that is given. */
const alwaysGiven = ({ start, end }: Node): readonly Insert[] => [
  { at: start, open: '(!off() || given((' },
  { at: end, close: ')))' },
]

/** `if (…) throw`, `if (…) return refused(…)`, `if (…) return null`. */
const refusals = (node: Node): readonly Found[] => {
  const { test, consequent, alternate } = node
  if (!isNode(test) || !isNode(consequent) || alternate || !refuses(consequent)) return []
  const isAssertion = isAbsence(test) && throwsPlainly(consequent)
  return [{ kind: 'refusal', node: test, ...(isAssertion && { isAssertion }), inserts: never(test) }]
}

/** `!found` */
const isAbsence = ({ type, operator, argument }: Node): boolean =>
  type === 'UnaryExpression' && operator === '!' && nameOf(argument) !== '' && !claim.test(nameOf(argument))

/** `throw new Error(…)`: neither a problem that a caller is told, nor a mistake of the environment. */
const throwsPlainly = (node: Node): boolean =>
  node.type === 'BlockStatement'
    ? (node.body as readonly Node[]).length === 1 && throwsPlainly((node.body as readonly Node[])[0] as Node)
    : node.type === 'ThrowStatement' &&
      isNode(node.argument) &&
      node.argument.type === 'NewExpression' &&
      nameOf(node.argument.callee) === 'Error'

const refuses = (node: Node): boolean => {
  if (node.type === 'BlockStatement') {
    const body = node.body as readonly Node[]
    const last = body.at(-1)
    return last !== undefined && body.length <= 4 && refuses(last)
  }
  if (node.type === 'ThrowStatement') return true
  // An error that is noted.
  if (node.type === 'ExpressionStatement') return isNoted(node.expression)
  if (node.type !== 'ReturnStatement') return false
  return isRefusal(node.argument)
}

const refusing =
  /^(?:refus|fail|problem|wrong|invalid|denied|forbid|unauth|unknown|sendProblem|sendThrown|reject|sortErrors|misread|note|unsupported|tooL|end|destroy|close)/i

const isRefusal = (value: unknown): boolean => {
  if (!isNode(value)) return true
  if (value.type === 'Literal') return value.value === null || value.value === false
  if (value.type === 'Identifier') return value.name === 'undefined' || refusing.test(String(value.name))
  if (value.type === 'AwaitExpression' || value.type === 'UnaryExpression') return isRefusal(value.argument)
  if (value.type === 'CallExpression') return refusing.test(calleeName(value.callee))
  if (value.type === 'ObjectExpression')
    return (value.properties as readonly Node[]).some(({ key }) =>
      /^(?:problem|errors?|refusal|code)$/.test(nameOf(key)),
    )
  return false
}

const isNoted = (value: unknown): boolean =>
  isNode(value) &&
  ((value.type === 'CallExpression' &&
    (/errors?|mistakes|found|problems|unknown/i.test(objectName(value.callee)) ||
      refusing.test(calleeName(value.callee)))) ||
    (value.type === 'UnaryExpression' && isNoted(value.argument)))

const nameOf = (node: unknown): string => (isNode(node) && typeof node.name === 'string' ? node.name : '')
const calleeName = (node: unknown): string =>
  isNode(node) ? (node.type === 'MemberExpression' ? nameOf(node.property) : nameOf(node)) : ''
const objectName = (node: unknown): string =>
  isNode(node) && node.type === 'MemberExpression' ? nameOf(node.object) || calleeName(node.object) : ''

/** `… ? problem(…) : undefined` and the like: the empty branch is taken. */
const refusingChoices = ({ test, consequent, alternate }: Node, source: string): readonly Found[] => {
  if (!isNode(test) || !isNode(consequent) || !isNode(alternate)) return []
  const says = (node: Node) =>
    /problem\(|ProblemError|code: '|unauthenticated\(/.test(source.slice(node.start, node.end))
  if (isEmpty(alternate) && says(consequent)) return [{ kind: 'refusal', node: test, inserts: never(test) }]
  if (isEmpty(consequent) && says(alternate)) return [{ kind: 'refusal', node: test, inserts: always(test) }]
  return []
}

const isEmpty = (node: Node): boolean =>
  (node.type === 'Literal' && node.value === null) ||
  nameOf(node) === 'undefined' ||
  (node.type === 'ArrayExpression' && (node.elements as readonly unknown[]).length === 0)

/** Each side of `&&` and `||` in the condition of a refusal, and in what a predicate gives. */
const operands = (node: Node, meant: Meant): readonly Found[] => {
  const { left, right, operator } = node
  if (meant === null || !isNode(left) || !isNode(right)) return []
  if (operator === '??' || !isCondition(left) || !isCondition(right)) return []
  const kind = operator === '&&' ? 'conjunct' : 'disjunct'
  const insertsOf = (side: Node): readonly Insert[] =>
    operator !== '&&' ? never(side) : side === right && meant === 'given' ? alwaysGiven(side) : always(side)
  return [left, right]
    .filter((side) => side.type !== 'LogicalExpression' && !isNarrowing(side))
    .map((side) => ({ kind, node: side, inserts: insertsOf(side) }))
}

const conditions = new Set([
  'BinaryExpression',
  'UnaryExpression',
  'CallExpression',
  'LogicalExpression',
  'MemberExpression',
  'ChainExpression',
  'Identifier',
  'AwaitExpression',
])
const isCondition = (node: Node): boolean => {
  if (node.type === 'ParenthesizedExpression' && isNode(node.expression)) return isCondition(node.expression)
  if (node.type === 'BinaryExpression') return /^(?:[<>]=?|[!=]==?|in|instanceof)$/.test(String(node.operator))
  if (node.type === 'UnaryExpression') return node.operator === '!'
  return conditions.has(node.type)
}

/**
 * Says only whether a value is there, or of which kind: the type checker refuses the source without it (`!user || user.name === …`),
 * so that nobody can take it away unseen. A name that reads as a claim (`isWide`) is more than that.
 */
const isNarrowing = (node: Node): boolean => {
  if (node.type === 'ParenthesizedExpression' && isNode(node.expression)) return isNarrowing(node.expression)
  if (node.type === 'UnaryExpression') return isNode(node.argument) && isNarrowing(node.argument)
  if (node.type === 'Identifier') return !claim.test(nameOf(node))
  if (node.type === 'MemberExpression') return !claim.test(nameOf(node.property))
  if (node.type === 'ChainExpression') return isNode(node.expression) && isNarrowing(node.expression)
  if (node.type === 'CallExpression')
    return /^(?:isArray|isObject|isBuffer|isNode|isRow)$/.test(calleeName(node.callee))
  if (node.type !== 'BinaryExpression') return false
  const { left, right, operator } = node
  if (operator === 'in' || operator === 'instanceof') return true
  return [left, right].some(
    (side) =>
      isNode(side) &&
      (nameOf(side) === 'undefined' ||
        (side.type === 'Literal' && side.value === null) ||
        (side.type === 'UnaryExpression' && side.operator === 'typeof') ||
        (side.type === 'MemberExpression' && /^(?:kind|type)$/.test(nameOf(side.property)))),
  )
}

const claim = /^(?:is|has|may|can|should|must|needs|was)[A-Z]/

const checking = /^(?:require|refuse|check|judge|verify|ensure|assert|limit|bound|forbid|reject)/

/** `refuseLate(…)`, `await judge(…)`: a call for its throwing alone. */
const checks = (node: Node): readonly Found[] => {
  const expression =
    isNode(node.expression) && node.expression.type === 'AwaitExpression' ? node.expression.argument : node.expression
  if (!isNode(expression) || expression.type !== 'CallExpression' || !checking.test(calleeName(expression.callee)))
    return []
  // In braces: an `else` behind the statement belongs to the `if` before it.
  const inserts = [
    { at: node.start, open: '{ if (off()) ' },
    { at: node.end, close: ' }' },
  ]
  return [{ kind: 'check', node, inserts }]
}

/** `retryAfterSeconds` bounds nothing: it says when to come back. */
const bounding = /^(?!retryAfter).*(?:Max|Min|Ms|Seconds|Limit|Bytes)$/

/**
 * A number that bounds something: without it there is none. Of a constant the switch stands where it is used, so that what passes
 * through the bound is known; one that no function of its file uses is passed when the file is loaded.
 */
const bounds = (name: unknown, value: unknown, root?: Node): readonly Found[] => {
  if (!isNode(value) || value.type !== 'Literal' || typeof value.value !== 'number') return []
  const called = nameOf(name)
  if (!bounding.test(called)) return []
  const none = /(?:Ms|Seconds)$/.test(called) ? '2_147_483_647' : called.endsWith('Min') ? '0' : '1e12'
  const uses = root ? usesOf(called, root) : []
  const inserts = (uses.length > 0 ? uses : [{ start: value.start, end: value.end, prefix: '' }]).flatMap(
    ({ start, end, prefix }) => [
      { at: start, open: `${prefix}(off() ? ` },
      { at: end, close: ` : ${none})` },
    ],
  )
  return [{ kind: 'bound', node: value, inserts }]
}

interface Use {
  readonly start: number
  readonly end: number
  /** Of `{ max }`: its name. */
  readonly prefix: string
}

/** Where a constant of a file is read; none where the name is declared more than once, or goes to other files. */
const usesOf = (name: string, root: Node): readonly Use[] => {
  const uses: Use[] = []
  let declared = 0
  const visit = (node: Node, parent: Node, member: string): void => {
    if (isLeftAlone(node)) return
    if (node.type === 'Identifier' && node.name === name) {
      if (member === 'id' || member === 'params' || parent.type === 'ExportSpecifier') declared++
      else if (parent.type === 'Property' && parent.shorthand === true) {
        if (member === 'value') uses.push({ start: node.start, end: node.end, prefix: `${name}: ` })
      } else if (parent.computed === true || (member !== 'property' && member !== 'key'))
        uses.push({ start: node.start, end: node.end, prefix: '' })
    }
    if (node.type === 'ObjectPattern' && JSON.stringify(node).includes(`"name":"${name}"`)) declared++
    if (node.type === 'ExportNamedDeclaration' && isDeclaring(node.declaration, name)) declared++
    for (const [each, value] of Object.entries(node))
      for (const below of Array.isArray(value) ? value : [value]) if (isNode(below)) visit(below, node, each)
  }
  visit(root, root, '')
  return declared === 1 ? uses : []
}

const isDeclaring = (declaration: unknown, name: string): boolean =>
  isNode(declaration) &&
  Array.isArray(declaration.declarations) &&
  (declaration.declarations as readonly Node[]).some(({ id }) => nameOf(id) === name)

/** `Math.min(…)` is a bound too. */
const least = ({ callee }: Node, source: string): readonly Found[] => {
  if (!isNode(callee) || source.slice(callee.start, callee.end) !== 'Math.min') return []
  const inserts = [
    { at: callee.start, open: '(off() ? ' },
    { at: callee.end, close: ' : Math.max)' },
  ]
  return [{ kind: 'bound', node: callee, inserts }]
}
