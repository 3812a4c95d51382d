import {
  condition,
  type Directory,
  type Entry,
  entryOf,
  filterValue,
  type InputError,
  InputErrors,
  isOperator,
  isProtected,
  type Json,
  operatorList,
  type Predicate,
  readFilter,
  readText,
  type Selection,
  sortOf,
} from '../runtime/index.ts'
import { parseFilterText } from './filter-text.ts'
import type { Parameter } from './query.ts'

/** Which parameters an operation takes: a page of rows, one row, a page of audit entries, or none. */
export type SelectionKind = 'page' | 'row' | 'trail' | 'none'

const offered: Readonly<Record<SelectionKind, readonly string[]>> = {
  page: ['filter', 'sort', 'limit', 'after', 'count', 'fields', 'include'],
  row: ['fields', 'include'],
  trail: ['limit', 'after'],
  none: [],
}

/**
 * The selection that query parameters ask for: `filter[drug][like]=a%`, `sort=-a,b`, `fields=a,b`, `include=rel.rel`,
 * `include[rel][limit]=5`, `limit`, `after`, `count=true`. Everything wrong is noted in `errors`, by parameter.
 */
export const readSelection = (
  directory: Directory,
  entry: Entry | null,
  kind: SelectionKind,
  parameters: readonly Parameter[],
  errors: InputErrors,
): Selection | undefined => {
  if (parameters.length === 0) return undefined
  const root = nodeOf(entry, offered[kind])
  for (const parameter of parameters) {
    const [first = '', path = '', ...rest] = parameter.steps
    const note = noteFor(parameter, errors)
    if (first !== 'include' || !root.offered.includes('include')) take(root, parameter.steps, parameter, note)
    else if (parameter.steps.length === 1) {
      once(root, 'include', note)
      for (const each of listOf(parameter.value)) descend(directory, root, each, note)
    } else {
      const node = descend(directory, root, path, note)
      if (node) take(node, rest, parameter, note)
    }
  }
  return selectionOf(root)
}

/** A selection being read, of one entity. */
interface Node {
  readonly entry: Entry | null
  readonly offered: readonly string[]
  readonly given: Set<string>
  readonly include: Map<string, Node>
  readonly conditions: { readonly field: string; readonly isIn: boolean; readonly values: Json[]; of: Predicate }[]
  select: { -readonly [Part in 'fields' | 'sort' | 'limit' | 'after' | 'count']?: Selection[Part] }
  filter?: Predicate
}

const nodeOf = (entry: Entry | null, parts: readonly string[]): Node => ({
  entry,
  offered: parts,
  given: new Set(),
  include: new Map(),
  conditions: [],
  select: {},
})

type Note = (code: InputError['code'], message: string) => undefined

const noteFor =
  ({ name }: Parameter, errors: InputErrors): Note =>
  (code, message) => {
    errors.push({ path: `?${name}`, code, message })
  }

const once = (node: Node, name: string, note: Note): boolean => {
  if (node.given.has(name)) note('duplicate', 'This parameter is given more than once.')
  const isFirst = !node.given.has(name)
  node.given.add(name)
  return isFirst
}

const listOf = (text: string): readonly string[] => (text === '' ? [] : text.split(','))

/** What is made of a path is read by calls in one another. */
const stepsMax = 100

/** The node at a dotted path of relations, made on the way. */
const descend = (directory: Directory, root: Node, path: string, note: Note): Node | undefined => {
  let node = root
  const names = path.split('.')
  if (names.length > stepsMax) return note('too-long', `A path has at most ${stepsMax} relations.`)
  for (const name of names) {
    const relation = node.entry?.relations.get(name)
    if (!relation) return note('unknown', `${node.entry?.model.name ?? 'The result'} has no relation "${name}".`)
    const next = node.include.get(name) ?? nodeOf(entryOf(directory, relation.target), offered.page)
    node.include.set(name, next)
    node = next
  }
  return node
}

const take = (node: Node, steps: readonly string[], { value }: Parameter, note: Note): void => {
  const [part = ''] = steps
  if (!node.offered.includes(part) || (steps.length > 1 && part !== 'filter') || part === 'include') {
    note('unknown', 'There is no such parameter here.')
  } else if (part === 'filter') takeFilter(node, steps.slice(1), value, note)
  else if (once(node, part, note)) takePart(node, part, value, note)
}

const takePart = (node: Node, part: string, value: string, note: Note): void => {
  switch (part) {
    case 'fields':
      node.select.fields = listOf(value)
      break
    case 'sort':
      node.select.sort = listOf(value).map(sortOf)
      break
    case 'limit':
      if (/^\d{1,9}$/.test(value)) node.select.limit = Number(value)
      else note('wrong-type', 'Give a whole number.')
      break
    case 'after':
      node.select.after = value
      break
    default:
      if (value === 'true' || value === 'false') node.select.count = value === 'true'
      else note('wrong-type', 'Give true or false.')
  }
}

const takeFilter = (node: Node, steps: readonly string[], value: string, note: Note): undefined => {
  const { entry } = node
  if (!entry) return
  const [field, operator = 'eq'] = steps
  if (field === undefined) return takeFilterTree(node, entry, value, note)
  if (steps.length > 2) return note('unknown', 'Write filter[field][operator]=value.')
  if (!isOperator(operator)) return note('unknown', `There is no operator "${operator}". Use one of: ${operatorList}.`)
  if (isProtected(entry, field)) return note('unsupported', protectedSentence(field))
  if (operator === 'isNull' && value !== 'true' && value !== 'false') return note('wrong-type', 'Give true or false.')
  if (operator === 'in' && isJoined(entry, field, value))
    return note('wrong-type', `Give it once for each value: ${onceEach(field, value)}.`)
  const known = node.conditions.find((each) => each.isIn && operator === 'in' && each.field === field)
  if (!known && !once(node, `filter.${field}.${operator}`, note)) return
  const values = [...(known?.values ?? []), filterValue(entry, field, operator, value)]
  const of = condition(entry, field, operator, values)
  if (!known) node.conditions.push({ field, isIn: operator === 'in', values, of })
  else {
    known.values.push(...values.slice(-1))
    known.of = of
  }
}

/** Several values with commas between, which is how `sort` and `fields` are given, and none of the field's own. */
const isJoined = ({ fields }: Entry, field: string, value: string): boolean => {
  const type = fields.get(field)?.type
  if (!type || !value.includes(',') || readText(type, value) !== undefined) return false
  return value.split(',').every((each) => readText(type, each.trim()) !== undefined)
}

const onceEach = (field: string, value: string): string => {
  const [first = '', second = ''] = value.split(',').map((each) => `filter[${field}][in]=${each.trim()}`)
  return `${first}&${second}`
}

/** `filter={"or":[…]}`: what brackets cannot say. */
const takeFilterTree = (node: Node, entry: Entry, text: string, note: Note): undefined => {
  if (!once(node, 'filter', note)) return
  const errors = new InputErrors()
  const json = parseFilterText(text, errors)
  const filter = json === undefined ? undefined : readFilter(entry, json, '', errors)
  for (const { path, code, message } of errors) note(code, path === '' ? message : `At ${path}: ${message}`)
  for (const field of filter ? fieldsOf(filter) : [])
    if (isProtected(entry, field)) note('unsupported', protectedSentence(field))
  if (filter) node.filter = filter
}

const protectedSentence = (field: string) =>
  `Values of ${field} are protected and do not go into an address. Who may see them sends the filter in the body of POST …/search; others may not filter by it.`

/** Names of the fields that a filter mentions. */
export const fieldsOf = (of: Predicate): readonly string[] => {
  if (of.kind === 'and' || of.kind === 'or') return of.of.flatMap(fieldsOf)
  if (of.kind === 'not') return fieldsOf(of.of)
  return 'left' in of && of.left.kind === 'field' ? of.left.path : []
}

const selectionOf = (node: Node): Selection => {
  const filter = filterOf(node)
  return {
    ...node.select,
    ...(filter ? { filter } : {}),
    ...(node.include.size > 0
      ? { include: Object.fromEntries([...node.include].map(([name, each]) => [name, selectionOf(each)])) }
      : {}),
  }
}

const filterOf = ({ filter, conditions }: Node): Predicate | undefined => {
  const of = [...(filter ? [filter] : []), ...conditions.map((each) => each.of)]
  return of.length > 1 ? { kind: 'and', of } : of[0]
}
