import type { Type } from '@charter/runtime'
import type { Node } from 'libpg-query'
import { columnIn, functionIn, literalIn, uncast, wordsIn } from './parse.ts'
import { patternOfLike, patternOfRegex } from './patterns.ts'
import { numberPatterns } from './scalar-types.ts'

/** What a condition says of one column, in the words a charter's type has. Bounds are inclusive, as digits or a date. */
export interface ColumnRule {
  readonly column: string
  readonly values?: readonly string[]
  readonly min?: string
  readonly max?: string
  readonly lengthMin?: number
  readonly lengthMax?: number
  readonly pattern?: string
  readonly isNotNull?: boolean
}

export interface RuledColumn {
  readonly type: Type
  /** Texts that differ can be equal: `citext`, `character(n)`. */
  readonly isFolded: boolean
}

type ColumnOf = (name: string) => RuledColumn | undefined

/** A condition on one column that a type can say, or null. */
export const readRule = (node: Node, columnOf: ColumnOf): ColumnRule | null => {
  if ('BoolExpr' in node && node.BoolExpr.boolop === 'OR_EXPR') return alternatives(node.BoolExpr.args ?? [], columnOf)
  if ('NullTest' in node && node.NullTest.nulltesttype === 'IS_NOT_NULL') {
    const column = soleColumn(node.NullTest.arg)
    return column === null ? null : { column, isNotNull: true }
  }
  if (!('A_Expr' in node)) return null
  const { kind, lexpr, rexpr } = node.A_Expr
  const sign = wordsIn(node.A_Expr.name)?.at(-1) ?? ''
  if ((kind === 'AEXPR_OP_ANY' || kind === 'AEXPR_IN') && sign === '=') return listRule(lexpr, rexpr, columnOf)
  if (kind !== 'AEXPR_OP' && kind !== 'AEXPR_LIKE') return null
  return comparisonRule(lexpr, sign, rexpr, columnOf) ?? comparisonRule(rexpr, flipped[sign] ?? '', lexpr, columnOf)
}

const flipped: Readonly<Record<string, string>> = { '=': '=', '<': '>', '<=': '>=', '>': '<', '>=': '<=' }

/** The name of a column, alone or cast; null for anything else. */
const soleColumn = (node: Node | undefined): string | null => {
  const path = columnIn(uncast(node))
  return path?.length === 1 ? (path[0] ?? null) : null
}

/** `x IS NULL OR …x…` adds nothing, as a CHECK lets NULL pass; `x = 'a' OR x = 'b'` is a list. */
const alternatives = (parts: readonly Node[], columnOf: ColumnOf): ColumnRule | null => {
  const nulls = parts.flatMap((part) =>
    'NullTest' in part && part.NullTest.nulltesttype === 'IS_NULL' ? [soleColumn(part.NullTest.arg)] : [],
  )
  const rest = parts.filter((part) => !('NullTest' in part))
  const read = rest.map((part) => readRule(part, columnOf))
  const [first] = read
  if (!first || nulls.some((column) => column !== first.column)) return null
  if (read.length === 1) return nulls.length > 0 ? first : null
  const lists = read.map((rule) => (rule?.column === first.column ? rule.values : undefined))
  return lists.every((values) => values !== undefined)
    ? { column: first.column, values: [...new Set(lists.flat())] }
    : null
}

const listRule = (left: Node | undefined, right: Node | undefined, columnOf: ColumnOf): ColumnRule | null => {
  if (functionIn(left) === 'upper') return anyCaseRule(left, right, columnOf)
  const column = soleColumn(left)
  const type = column === null ? undefined : columnOf(column)
  if (column === null || type?.type.kind !== 'text' || !hasExactEquality(type, left)) return null
  const values = elementsOf(right)?.map(literalIn)
  const texts = values?.flatMap((value) => (value?.isText ? [value.text] : []))
  return texts && texts.length > 0 && texts.length === values?.length ? { column, values: [...new Set(texts)] } : null
}

/** `upper(x) IN ('M', 'F')`: letters of either case. */
const anyCaseRule = (left: Node | undefined, right: Node | undefined, columnOf: ColumnOf): ColumnRule | null => {
  const args = left && 'FuncCall' in left ? (left.FuncCall.args ?? []) : []
  const column = args.length === 1 ? soleColumn(args[0]) : null
  const texts = elementsOf(right)?.map((each) => literalIn(each)?.text ?? '')
  if (column === null || columnOf(column)?.type.kind !== 'text' || !texts?.length) return null
  if (!texts.every((text) => /^[A-Z0-9 _-]+$/.test(text))) return null
  const either = (text: string) => text.replace(/[A-Z]/g, (letter) => `[${letter}${letter.toLowerCase()}]`)
  return { column, pattern: texts.map(either).join('|') }
}

/** What stands in `ARRAY[…]` or `(…, …)`. */
export const elementsOf = (node: Node | undefined): readonly Node[] | null => {
  const bare = uncast(node)
  if (bare && 'A_ArrayExpr' in bare) return bare.A_ArrayExpr.elements ?? []
  return bare && 'List' in bare ? (bare.List.items ?? []) : null
}

/** `character(n)` is equal to a text of the same letters; `citext` only where it is cast away. */
const hasExactEquality = ({ isFolded, type }: RuledColumn, node: Node | undefined): boolean =>
  !isFolded || (type.kind === 'text' && type.lengthMax !== undefined && node !== undefined)

const lengths = new Set(['length', 'char_length', 'character_length'])

const comparisonRule = (
  left: Node | undefined,
  sign: string,
  right: Node | undefined,
  columnOf: ColumnOf,
): ColumnRule | null => {
  const value = literalIn(right)
  const measured = functionIn(left)
  if (!left || !value) return null
  if (measured !== null) {
    const args = 'FuncCall' in left ? (left.FuncCall.args ?? []) : []
    const column = lengths.has(measured) && args.length === 1 ? soleColumn(args[0]) : null
    const isText = column !== null && columnOf(column)?.type.kind === 'text'
    return column !== null && isText ? lengthRule(column, sign, value.text) : null
  }
  const column = soleColumn(left)
  const ruled = column === null ? undefined : columnOf(column)
  if (column === null || !ruled) return null
  if (ruled.type.kind === 'text' && ruled.type.pattern === numberPatterns.any)
    return isCast(left) ? null : numberRule(column, sign, value.text)
  if (ruled.type.kind === 'text') return textRule(column, sign, value.text, hasExactEquality(ruled, left))
  return isCast(left) ? null : boundRule(column, sign, value.text, ruled.type)
}

/** A cast can change what a number or a time is compared as. */
const isCast = (node: Node): boolean => 'TypeCast' in node

const textRule = (column: string, sign: string, text: string, isExact: boolean): ColumnRule | null => {
  if (!isExact) return null
  if (sign === '=') return { column, values: [text] }
  if (sign === '<>' && text === '') return { column, lengthMin: 1 }
  const pattern = sign === '~' ? patternOfRegex(text) : sign === '~~' ? patternOfLike(text) : null
  return pattern === null ? null : { column, pattern }
}

/** Of a number that is served as text, its sign. */
const numberRule = (column: string, sign: string, text: string): ColumnRule | null => {
  const bound = `${sign} ${unitsOf(text, 0)}`
  if (bound === '>= 0') return { column, pattern: numberPatterns.notNegative }
  return bound === '> 0' ? { column, pattern: numberPatterns.positive } : null
}

const lengthRule = (column: string, sign: string, digits: string): ColumnRule | null => {
  if (sign === '=' && /^\d+$/.test(digits)) return { column, lengthMin: Number(digits), lengthMax: Number(digits) }
  const bound = boundRule(column, sign, digits, { kind: 'int32' })
  if (!bound) return null
  return {
    column,
    ...(bound.min !== undefined && { lengthMin: Math.max(0, Number(bound.min)) }),
    ...(bound.max !== undefined && Number(bound.max) >= 0 && { lengthMax: Number(bound.max) }),
  }
}

/** A strict bound is the next value where there is one; on others a type has no word for it. */
const boundRule = (column: string, sign: string, text: string, type: Type): ColumnRule | null => {
  if (type.kind === 'date') return /^\d{4}-\d\d-\d\d$/.test(text) ? inclusive(column, sign, text) : null
  if (type.kind === 'float64') return /^-?\d+(?:\.\d+)?$/.test(text) ? inclusive(column, sign, text) : null
  const scale = type.kind === 'decimal' ? type.scale : type.kind === 'int32' || type.kind === 'int64' ? 0 : null
  const units = scale === null ? null : unitsOf(text, scale)
  if (scale === null || units === null) return null
  const bound = (at: bigint) => digitsOf(at, scale)
  if (sign === '>') return { column, min: bound(units + 1n) }
  return sign === '<' ? { column, max: bound(units - 1n) } : inclusive(column, sign, bound(units))
}

const inclusive = (column: string, sign: string, bound: string): ColumnRule | null => {
  if (sign === '>=') return { column, min: bound }
  return sign === '<=' ? { column, max: bound } : null
}

/** Digits as a whole number of the last place; null where there are more places than that. */
const unitsOf = (digits: string, scale: number): bigint | null => {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(digits) ?? []
  const places = fraction.replace(/0+$/, '')
  if (whole === '' || places.length > scale) return null
  return BigInt(`${sign}${whole}${places.padEnd(scale, '0')}`)
}

const digitsOf = (units: bigint, scale: number): string => {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0')
  const whole = `${units < 0n ? '-' : ''}${digits.slice(0, digits.length - scale)}`
  return scale === 0 ? whole : `${whole}.${digits.slice(-scale)}`
}
