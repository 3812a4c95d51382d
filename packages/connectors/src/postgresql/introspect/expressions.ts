import { parseExpression } from '@charter/charter'
import type { Type } from '@charter/runtime'
import type { BooleanTest, Node } from 'libpg-query'
import { columnIn, literalIn, uncast, wordsIn } from './parse.ts'
import { elementsOf } from './rules.ts'

export interface NamedColumn {
  readonly field: string
  readonly type: Type
  readonly isFolded: boolean
}

/** A condition over fields of one row as a rule of a charter, or null where a charter cannot say it. */
export const ruleText = (node: Node, columns: ReadonlyMap<string, NamedColumn>): string | null => {
  const text = written(node, columns)
  if (text === null) return null
  const types = new Map([...columns.values()].map(({ field, type }) => [field, type]))
  return 'error' in parseExpression(text, types) ? null : text
}

type Columns = ReadonlyMap<string, NamedColumn>

const written = (node: Node, columns: Columns): string | null => {
  if ('BoolExpr' in node) return joined(node.BoolExpr.boolop ?? '', node.BoolExpr.args ?? [], columns)
  if ('NullTest' in node) {
    const column = columnAt(node.NullTest.arg, columns)
    return column && `${column.field} is ${node.NullTest.nulltesttype === 'IS_NOT_NULL' ? 'not ' : ''}null`
  }
  if ('A_Expr' in node) {
    const { kind, lexpr, rexpr } = node.A_Expr
    const sign = wordsIn(node.A_Expr.name)?.at(-1) ?? ''
    if (sign === '=' && (kind === 'AEXPR_OP_ANY' || kind === 'AEXPR_IN')) return among(lexpr, rexpr, columns)
    return kind === 'AEXPR_OP' ? comparison(lexpr, sign, rexpr, columns) : null
  }
  if ('BooleanTest' in node) return booleanTest(node.BooleanTest, columns)
  const flag = columnAt(node, columns)
  return flag?.type.kind === 'boolean' ? `${flag.field} == true` : null
}

const joined = (boolop: string, args: readonly Node[], columns: Columns): string | null => {
  const parts = args.map((each) => written(each, columns))
  if (!parts.every((part) => part !== null)) return null
  if (boolop === 'NOT_EXPR') return `not (${parts[0]})`
  const word = boolop === 'AND_EXPR' ? 'and' : boolop === 'OR_EXPR' ? 'or' : null
  return word && parts.map((part) => `(${part})`).join(` ${word} `)
}

/** `IS TRUE` and its like are never unknown. */
const booleanTest = ({ arg, booltesttype }: BooleanTest, columns: Columns): string | null => {
  const flag = columnAt(arg, columns)
  if (flag?.type.kind !== 'boolean') return null
  const { field } = flag
  switch (booltesttype) {
    case 'IS_TRUE':
      return `(${field} is not null and ${field} == true)`
    case 'IS_FALSE':
      return `(${field} is not null and ${field} == false)`
    case 'IS_NOT_TRUE':
      return `(${field} is null or ${field} == false)`
    case 'IS_NOT_FALSE':
      return `(${field} is null or ${field} == true)`
    default:
      return null
  }
}

const signs: Readonly<Record<string, string>> = { '=': '==', '<>': '!=', '<': '<', '<=': '<=', '>': '>', '>=': '>=' }

const comparison = (left: Node | undefined, sign: string, right: Node | undefined, columns: Columns): string | null => {
  if (left && right && 'NullTest' in left && 'NullTest' in right) return nullTests(left, sign, right, columns)
  const [one, other] = [columnAt(left, columns), columnAt(right, columns)]
  const operator = signs[sign]
  const type = one?.type ?? other?.type
  if (operator === undefined || !type || one?.isFolded || other?.isFolded) return null
  // Text has the order of the column's collation there and of code points here.
  if (type.kind === 'text' && operator !== '==' && operator !== '!=') return null
  const a = one?.field ?? literalText(left, type)
  const b = other?.field ?? literalText(right, type)
  return a === null || b === null ? null : `${a} ${operator} ${b}`
}

/** `(a IS NULL) = (b IS NULL)`: both or neither, as neither side is ever unknown. */
const nullTests = (left: Node, sign: string, right: Node, columns: Columns): string | null => {
  const [a, b] = [written(left, columns), written(right, columns)]
  if (a === null || b === null) return null
  if (sign === '=') return `((${a}) and (${b})) or (not (${a}) and not (${b}))`
  return sign === '<>' ? `((${a}) and not (${b})) or (not (${a}) and (${b}))` : null
}

const among = (left: Node | undefined, right: Node | undefined, columns: Columns): string | null => {
  const column = columnAt(left, columns)
  const values = column && elementsOf(right)?.map((each) => literalText(each, column.type))
  if (!column || column.isFolded || !values || values.length === 0 || values.includes(null)) return null
  return `${column.field} in (${values.join(', ')})`
}

/** Words that a rule reads as its own. */
const reserved = new Set(['not', 'is', 'in', 'and', 'or', 'null', 'true', 'false'])

/** A column, alone or cast to a type that holds all of its own values in the same order. */
const columnAt = (node: Node | undefined, columns: Columns): NamedColumn | null => {
  const path = columnIn(uncast(node))
  const column = path?.length === 1 ? columns.get(path[0] ?? '') : undefined
  if (!node || !column || reserved.has(column.field.toLowerCase())) return null
  return !('TypeCast' in node) || widening[column.type.kind]?.includes(castName(node)) ? column : null
}

const castName = (node: Node): string =>
  'TypeCast' in node ? (wordsIn(node.TypeCast.typeName?.names)?.at(-1) ?? '') : ''

const widening: Readonly<Record<string, readonly string[]>> = {
  text: ['text', 'varchar'],
  enum: ['text'],
  int32: ['int4', 'int8', 'numeric', 'float8'],
  int64: ['int8', 'numeric'],
  decimal: ['numeric'],
  float64: ['float8'],
}

const literalText = (node: Node | undefined, type: Type): string | null => {
  const literal = literalIn(node)
  if (!literal) return null
  switch (type.kind) {
    case 'int32':
    case 'int64':
    case 'decimal':
    case 'float64':
      return /^-?\d+(?:\.\d+)?$/.test(literal.text) ? literal.text : null
    case 'boolean':
      return /^(?:true|false)$/.test(literal.text) ? literal.text : null
    case 'text':
    case 'enum':
    case 'uuid':
    case 'date':
    case 'time':
      return literal.isText ? `'${literal.text.replaceAll("'", "''")}'` : null
    case 'dateTime':
      return literal.isText ? `'${literal.text.replace(' ', 'T')}'` : null
    default:
      return null
  }
}
