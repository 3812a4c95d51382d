import { type Comparison, type Operand, type Predicate, readingAt, readValue, type Type } from '@charter/runtime'
import { nearest } from './near.ts'

/** Fields a rule may speak of, by name; behind a relation by their path: `product.stock`. */
export interface FieldTypes {
  get(path: string): Type | undefined
  keys(): Iterable<string>
  /** Why there is no such field, where more can be said of it. */
  why?(path: string): string | undefined
}

/** Those of one row's own. */
export const typesOf = (fields: readonly { readonly name: string; readonly type: Type }[]): FieldTypes =>
  new Map(fields.map(({ name, type }) => [name, type]))

/**
 * A rule across fields of one row as a Predicate, or a sentence saying why not.
 *
 *     rule       = and { "or" and }            and = not { "and" not }         not = [ "not" ] atom
 *     atom       = "(" rule ")" | operand comparison operand | operand "is" [ "not" ] "null"
 *                | operand [ "not" ] "in" "(" literal { "," literal } ")" | field      a boolean one, which has to be true
 *     comparison = "==" | "=" | "!=" | "<>" | "<" | "<=" | ">" | ">="
 *     field      = name { "." name }
 *     operand    = field | 'text' | "text" | number | true | false
 */
export const parseExpression = (text: string, fields: FieldTypes): Predicate | { readonly error: string } => {
  const tokens = tokenize(text)
  if ('error' in tokens) return tokens
  const cursor: Cursor = { tokens: tokens.list, at: 0, fields }
  try {
    const predicate = parseOr(cursor, 0)
    const left = cursor.tokens[cursor.at]
    return left ? { error: `\`${left.text}\` is not expected there` } : predicate
  } catch (cause) {
    if (cause instanceof Refusal) return { error: cause.message }
    throw cause
  }
}

interface Token {
  readonly kind: 'word' | 'number' | 'text' | 'sign'
  readonly text: string
}

const tokenize = (text: string): { readonly list: readonly Token[] } | { readonly error: string } => {
  const form =
    /\s+|([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)|(-?\d+(?:\.\d+)?)|'((?:[^']|'')*)'|"([^"]*)"|(==|!=|<>|<=|>=|[<>=(),])/y
  const list: Token[] = []
  while (form.lastIndex < text.length) {
    const start = form.lastIndex
    const match = form.exec(text)
    if (!match) return { error: `\`${text.slice(start, start + 10)}\` is not understood` }
    const [, word, number, single, double, sign] = match
    if (word !== undefined) list.push({ kind: 'word', text: word })
    else if (number !== undefined) list.push({ kind: 'number', text: number })
    else if (single !== undefined) list.push({ kind: 'text', text: single.replaceAll("''", "'") })
    else if (double !== undefined) list.push({ kind: 'text', text: double })
    else if (sign !== undefined) list.push({ kind: 'sign', text: sign })
  }
  return { list }
}

interface Cursor {
  readonly tokens: readonly Token[]
  at: number
  readonly fields: FieldTypes
}

/** Ends the reading of one expression; never leaves this file. */
class Refusal extends Error {}

const refuse = (sentence: string): never => {
  throw new Refusal(sentence)
}

const nestingMax = 32

const parseOr = (cursor: Cursor, depth: number): Predicate => {
  if (depth > nestingMax) refuse(`it nests deeper than ${nestingMax}`)
  const of = [parseAnd(cursor, depth)]
  while (takes(cursor, 'or')) of.push(parseAnd(cursor, depth))
  return of.length === 1 && of[0] ? of[0] : { kind: 'or', of }
}

const parseAnd = (cursor: Cursor, depth: number): Predicate => {
  const of = [parseNot(cursor, depth)]
  while (takes(cursor, 'and')) of.push(parseNot(cursor, depth))
  return of.length === 1 && of[0] ? of[0] : { kind: 'and', of }
}

const parseNot = (cursor: Cursor, depth: number): Predicate => {
  if (takes(cursor, 'not')) return { kind: 'not', of: parseNot(cursor, depth + 1) }
  if (depth > nestingMax) refuse(`it nests deeper than ${nestingMax}`)
  if (!takes(cursor, '(')) return parseAtom(cursor)
  const inner = parseOr(cursor, depth + 1)
  expect(cursor, ')')
  return inner
}

const comparisons: Readonly<Record<string, Comparison>> = {
  '=': 'eq',
  '==': 'eq',
  '!=': 'ne',
  '<>': 'ne',
  '<': 'lt',
  '<=': 'le',
  '>': 'gt',
  '>=': 'ge',
}

const parseAtom = (cursor: Cursor): Predicate => {
  const left = next(cursor)
  if (takes(cursor, 'is')) {
    const isNot = takes(cursor, 'not')
    expect(cursor, 'null')
    const isNull: Predicate = { kind: 'isNull', left: operand(left, undefined, cursor) }
    return isNot ? { kind: 'not', of: isNull } : isNull
  }
  if (isFlag(left, cursor)) {
    const [type, value] = [{ kind: 'boolean' } as const, true]
    return { kind: 'compare', op: 'eq', left: operand(left, type, cursor), right: { kind: 'value', value, type } }
  }
  const isNot = takes(cursor, 'not')
  if (takes(cursor, 'in')) {
    const among = parseIn(left, cursor)
    return isNot ? { kind: 'not', of: among } : among
  }
  if (isNot) refuse('`not` is followed by `in`')
  const sign = next(cursor)
  const op = comparisons[sign.text] ?? refuse(`\`${sign.text}\` is not a comparison`)
  return compare(op, left, next(cursor), cursor)
}

/** Whether a boolean field stands there alone: nothing compares it. */
const isFlag = (left: Token, cursor: Cursor): boolean => {
  const after = cursor.tokens[cursor.at]
  const isEnded =
    after === undefined || after.text === ')' || (after.kind === 'word' && /^(?:and|or)$/i.test(after.text))
  return isEnded && left.kind === 'word' && fieldType(left, cursor)?.kind === 'boolean'
}

const parseIn = (left: Token, cursor: Cursor): Predicate => {
  const type = fieldType(left, cursor) ?? refuse(`\`${left.text}\` before \`in\` is not a field`)
  expect(cursor, '(')
  const right = [operand(next(cursor), type, cursor)]
  while (takes(cursor, ',')) right.push(operand(next(cursor), type, cursor))
  expect(cursor, ')')
  return { kind: 'in', left: operand(left, undefined, cursor), right }
}

const ordered: readonly Type['kind'][] = [
  'int32',
  'int64',
  'decimal',
  'float64',
  'date',
  'time',
  'dateTime',
  'instant',
  'text',
  'duration',
]

const compare = (op: Comparison, left: Token, right: Token, cursor: Cursor): Predicate => {
  const [leftType, rightType] = [fieldType(left, cursor), fieldType(right, cursor)]
  const type = leftType ?? rightType ?? refuse('a comparison needs a field on one side')
  if (leftType && rightType && !isComparable(leftType, rightType))
    refuse(`\`${left.text}\` is ${leftType.kind} and \`${right.text}\` is ${rightType.kind}`)
  if (op !== 'eq' && op !== 'ne' && !ordered.includes(type.kind)) refuse(`values of type ${type.kind} have no order`)
  return { kind: 'compare', op, left: operand(left, type, cursor), right: operand(right, type, cursor) }
}

const isComparable = (a: Type, b: Type): boolean =>
  a.kind === b.kind && (a.kind !== 'decimal' || b.kind !== 'decimal' || a.scale === b.scale)

const fieldType = (token: Token, { fields }: Cursor): Type | undefined => {
  if (token.kind !== 'word' || token.text === 'true' || token.text === 'false') return undefined
  const type = fields.get(token.text)
  if (type) return type
  const why = fields.why?.(token.text)
  if (why !== undefined) return refuse(why)
  const near = nearest(token.text, fields.keys())
  return refuse(`there is no field \`${token.text}\`${near ? `; did you mean \`${near}\`` : ''}`)
}

const operand = (token: Token, type: Type | undefined, cursor: Cursor): Operand => {
  const field = fieldType(token, cursor)
  if (field) return { kind: 'field', path: token.text.split('.'), type: field }
  if (!type) return refuse(`\`${token.text}\` is not a field`)
  const value = readValue(unbounded(type), literal(token, type), '', readingAt('2000-01-01T00:00:00Z'))
  return value === undefined
    ? refuse(`\`${token.text}\` is not a value of type ${type.kind}`)
    : { kind: 'value', value, type }
}

/** A rule may compare with a value that the field itself could not hold (`length < 1000`). */
const unbounded = (type: Type): Type => {
  if (type.kind === 'decimal') return { kind: 'decimal', precision: 38, scale: type.scale }
  if (type.kind === 'int64') return type.isNumber ? type : { kind: 'int64' }
  return type.kind === 'enum' || type.kind === 'array' ? type : ({ kind: type.kind } as Type)
}

const literal = (token: Token, type: Type): string | number | boolean => {
  if (token.kind === 'word') return token.text === 'true'
  if (token.kind === 'text') return token.text
  if (type.kind === 'decimal') return withScale(token.text, type.scale)
  return type.kind === 'int64' && !type.isNumber ? token.text : Number(token.text)
}

const withScale = (digits: string, scale: number): string => {
  const [whole = '', fraction = ''] = digits.split('.')
  return scale === 0 && fraction === '' ? whole : `${whole}.${fraction.padEnd(scale, '0')}`
}

const next = (cursor: Cursor): Token => cursor.tokens[cursor.at++] ?? refuse('it ends too early')

const takes = (cursor: Cursor, text: string): boolean => {
  const token = cursor.tokens[cursor.at]
  const isIt = token !== undefined && token.kind !== 'text' && token.text.toLowerCase() === text
  if (isIt) cursor.at += 1
  return isIt
}

const expect = (cursor: Cursor, text: string): void => {
  if (!takes(cursor, text)) refuse(`\`${text}\` is expected after \`${cursor.tokens[cursor.at - 1]?.text ?? ''}\``)
}
