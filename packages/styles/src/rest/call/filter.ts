import { fieldOf, leafOf, type Operand, type Predicate, readText, textOf } from '@charter/runtime'

/** A filter as query parameters, where it is one condition or several that all hold; undefined for any other. */
export const filterParameters = (of: Predicate): readonly (readonly [string, string])[] | undefined => {
  const leaves = (of.kind === 'and' && of.of.length > 1 ? of.of : [of]).map(plainLeaf)
  const names = new Set(leaves.map((leaf) => leaf && `${leaf.field}.${leaf.op}`))
  if (names.size < leaves.length || leaves.some((leaf) => leaf === undefined)) return undefined
  return leaves.flatMap((leaf) =>
    leaf ? leaf.texts.map((text) => [`[${leaf.field}][${leaf.op}]`, text] as const) : [],
  )
}

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
