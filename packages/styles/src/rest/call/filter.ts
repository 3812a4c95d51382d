import {
  type FilterOperator,
  type Json,
  type JsonObject,
  type Operand,
  type Predicate,
  readText,
  textOf,
} from '@charter/runtime'

/** A filter as the JSON of `POST …/search`; undefined for what clients cannot ask (principals, roles, paths). */
export const filterJson = (of: Predicate): JsonObject | undefined => {
  switch (of.kind) {
    case 'and':
    case 'or': {
      const branches = of.of.map(filterJson).filter((each) => each !== undefined)
      return branches.length === of.of.length ? { [of.kind]: branches } : undefined
    }
    case 'not': {
      const inner = filterJson(of.of)
      return inner && { not: inner }
    }
    default: {
      const leaf = leafOf(of)
      return leaf && { field: leaf.field, op: leaf.op, value: leaf.value }
    }
  }
}

/** A filter as query parameters, where it is one condition or several that all hold; undefined for any other. */
export const filterParameters = (of: Predicate): readonly (readonly [string, string])[] | undefined => {
  const leaves = (of.kind === 'and' && of.of.length > 1 ? of.of : [of]).map(plainLeaf)
  const names = new Set(leaves.map((leaf) => leaf && `${leaf.field}.${leaf.op}`))
  if (names.size < leaves.length || leaves.some((leaf) => leaf === undefined)) return undefined
  return leaves.flatMap((leaf) =>
    leaf ? leaf.texts.map((text) => [`[${leaf.field}][${leaf.op}]`, text] as const) : [],
  )
}

interface Leaf {
  readonly field: string
  readonly op: FilterOperator
  readonly value: Json
  readonly operands: readonly Operand[]
}

const leafOf = (of: Predicate): Leaf | undefined => {
  const field = 'left' in of ? fieldOf(of.left) : undefined
  if (field === undefined) return undefined
  switch (of.kind) {
    case 'compare':
      return of.right.kind === 'value' ? { field, op: of.op, value: of.right.value, operands: [of.right] } : undefined
    case 'in': {
      const values = of.right.flatMap((each) => (each.kind === 'value' ? [each.value] : []))
      return values.length === of.right.length ? { field, op: 'in', value: values, operands: of.right } : undefined
    }
    case 'like':
      return { field, op: 'like', value: of.pattern, operands: [] }
    case 'startsWith':
      return { field, op: 'startsWith', value: of.prefix, operands: [] }
    case 'isNull':
      return { field, op: 'isNull', value: true, operands: [] }
    default:
      return undefined
  }
}

const fieldOf = (operand: Operand): string | undefined =>
  operand.kind === 'field' && operand.path.length === 1 ? operand.path[0] : undefined

const plainLeaf = (
  of: Predicate,
): { readonly field: string; readonly op: string; readonly texts: readonly string[] } | undefined => {
  if (of.kind === 'not' && of.of.kind === 'isNull') {
    const field = fieldOf(of.of.left)
    return field === undefined ? undefined : { field, op: 'isNull', texts: ['false'] }
  }
  const leaf = leafOf(of)
  const isPlain = leaf && !/[[\]]/.test(leaf.field) && leaf.operands.every(isText)
  if (!isPlain || (leaf.op === 'in' && leaf.operands.length === 0)) return undefined
  const values =
    leaf.op === 'in' ? leaf.operands.map((each) => (each.kind === 'value' ? each.value : null)) : [leaf.value]
  return { field: leaf.field, op: leaf.op, texts: values.map(textOf) }
}

/** Whether the value's spelling in a query reads back as the same value. */
const isText = (operand: Operand): boolean =>
  operand.kind === 'value' && operand.value !== null && readText(operand.type, textOf(operand.value)) === operand.value
