import { closingAt, isSign, isWord, type Token } from './tokens.ts'

/** What a CHECK says of one column, in the words a charter has. Bounds are inclusive, as digits. */
export interface Condition {
  readonly column: string
  readonly values?: readonly string[]
  readonly min?: string
  readonly max?: string
  readonly lengthMin?: number
  readonly lengthMax?: number
  readonly isJson?: boolean
}

/**
 * Reads a CHECK that is a conjunction of simple conditions, each on one column: a list of texts, bounds, lengths,
 * `json_valid`. Null for anything else: the charter then says nothing of it.
 */
export const readCondition = (
  tokens: readonly Token[],
  isInteger: (column: string) => boolean,
): readonly Condition[] | null => {
  const inner = unwrapped(tokens)
  const or = split(inner, 'OR')
  if (or.length > 1) return alternatives(or, isInteger)
  const and = split(inner, 'AND')
  if (and.length === 1) {
    const simple = readSimple(inner, isInteger)
    return simple && [simple]
  }
  const parts = and.map((part) => readCondition(part, isInteger))
  return parts.includes(null) ? null : parts.flatMap((part) => part ?? [])
}

/** `x IS NULL OR …` adds nothing, as a CHECK lets NULL pass; `x = 'a' OR x = 'b'` is a list. */
const alternatives = (
  parts: readonly (readonly Token[])[],
  isInteger: (column: string) => boolean,
): readonly Condition[] | null => {
  const rest = parts.filter((part) => !isNullTest(unwrapped(part)))
  const [only] = rest
  if (rest.length === 1 && only) return readCondition(only, isInteger)
  const read = rest.map((part) => readCondition(part, isInteger))
  const lists = read.map((part) => (part?.length === 1 && part[0]?.values ? part[0] : null))
  const column = lists[0]?.column
  if (column === undefined || lists.some((each) => each?.column !== column)) return null
  return [{ column, values: lists.flatMap((each) => each?.values ?? []) }]
}

const isNullTest = ([name, is, nothing, ...more]: readonly Token[]): boolean =>
  name?.kind === 'name' && isWord(is, 'IS') && isWord(nothing, 'NULL') && more.length === 0

const readSimple = (tokens: readonly Token[], isInteger: (column: string) => boolean): Condition | null => {
  const [first, second, third, fourth, fifth] = tokens
  if (isWord(first, 'JSON_VALID') && isSign(second, '(') && third?.kind === 'name' && tokens.length === 4)
    return { column: third.text, isJson: true }
  if (isWord(first, 'LENGTH') && isSign(second, '(') && third?.kind === 'name' && isSign(fourth, ')'))
    return readLength(third.text, tokens.slice(4))
  if (first?.kind !== 'name') return null
  const column = first.text
  if (isWord(second, 'IN') && isSign(third, '(')) return readList(column, tokens)
  if (isWord(second, 'BETWEEN')) return readBetween(column, tokens.slice(2))
  if (second?.kind !== 'sign') return null
  if ((second.text === '=' || second.text === '==') && third?.kind === 'text' && !fourth)
    return { column, values: [third.text] }
  const digits = numberIn(tokens.slice(2))
  return digits === null || (fifth && digits === null) ? null : bounded(column, second.text, digits, isInteger(column))
}

const readList = (column: string, tokens: readonly Token[]): Condition | null => {
  if (closingAt(tokens, 2) !== tokens.length - 1) return null
  const members = tokens.slice(3, -1)
  const isList = members.every((token, at) => (at % 2 === 0 ? token.kind === 'text' : isSign(token, ',')))
  const values = members.filter((token) => token.kind === 'text').map((token) => token.text)
  return isList && values.length > 0 ? { column, values: [...new Set(values)] } : null
}

const readBetween = (column: string, tokens: readonly Token[]): Condition | null => {
  const and = tokens.findIndex((token) => isWord(token, 'AND'))
  const [min, max] = [numberIn(tokens.slice(0, and)), numberIn(tokens.slice(and + 1))]
  return and < 0 || min === null || max === null ? null : { column, min, max }
}

const readLength = (column: string, tokens: readonly Token[]): Condition | null => {
  const between = isWord(tokens[0], 'BETWEEN') ? readBetween(column, tokens.slice(1)) : null
  const digits = tokens[0]?.kind === 'sign' ? numberIn(tokens.slice(1)) : null
  const read = between ?? (digits === null ? null : bounded(column, tokens[0]?.text ?? '', digits, true))
  if (!read) return null
  const { min, max } = read
  return {
    column,
    ...(min !== undefined && { lengthMin: Math.max(0, Number(min)) }),
    ...(max !== undefined && { lengthMax: Number(max) }),
  }
}

/** A strict bound on whole numbers is the next one; on others a charter has no word for it. */
const bounded = (column: string, sign: string, digits: string, isInteger: boolean): Condition | null => {
  const isWhole = isInteger && /^-?\d+$/.test(digits)
  switch (sign) {
    case '>=':
      return { column, min: digits }
    case '<=':
      return { column, max: digits }
    case '>':
      return isWhole ? { column, min: String(BigInt(digits) + 1n) } : null
    case '<':
      return isWhole ? { column, max: String(BigInt(digits) - 1n) } : null
    default:
      return null
  }
}

const numberIn = (tokens: readonly Token[]): string | null => {
  const [first, second] = tokens
  if (tokens.length === 1 && first?.kind === 'number') return first.text
  return tokens.length === 2 && isSign(first, '-') && second?.kind === 'number' ? `-${second.text}` : null
}

const unwrapped = (tokens: readonly Token[]): readonly Token[] =>
  isSign(tokens[0], '(') && closingAt(tokens, 0) === tokens.length - 1 ? unwrapped(tokens.slice(1, -1)) : tokens

/** Parts between a word at the outermost level; the AND of a BETWEEN belongs to it. */
const split = (tokens: readonly Token[], word: 'AND' | 'OR'): readonly (readonly Token[])[] => {
  const parts: Token[][] = [[]]
  let depth = 0
  let betweens = 0
  for (const token of tokens) {
    if (isSign(token, '(')) depth++
    if (isSign(token, ')')) depth--
    if (depth === 0 && isWord(token, 'BETWEEN')) betweens++
    const isBetween = word === 'AND' && betweens > 0 && depth === 0 && isWord(token, 'AND')
    if (isBetween) betweens--
    if (depth === 0 && isWord(token, word) && !isBetween) parts.push([])
    else parts.at(-1)?.push(token)
  }
  return parts
}
