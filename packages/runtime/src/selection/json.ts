import { includedIn, type Selection } from '../call/call.ts'
import type { FilterOperator, Operand, Predicate } from '../call/predicate.ts'
import type { Json, JsonObject } from '../values/json.ts'

/** Aliases and aggregates are not in the language of REST. */
export const isUnsaid = ({ relation, aggregate }: Selection): boolean =>
  relation !== undefined || aggregate !== undefined

/** A selection as the body of `POST …/search`; undefined for what JSON has no words for (aliases, filters by principal). */
export const selectionJson = (select: Selection): JsonObject | undefined => {
  const filter = select.filter && filterJson(select.filter)
  const include = includedIn(select).map(({ member, selection }) => [member, selectionJson(selection)] as const)
  if (isUnsaid(select) || (select.filter && !filter) || include.some(([, inner]) => !inner)) return undefined
  return {
    ...(select.fields && { fields: select.fields }),
    ...(select.sort && { sort: select.sort.map(({ field, isDescending }) => (isDescending ? `-${field}` : field)) }),
    ...(select.limit !== undefined && { limit: select.limit }),
    ...(select.after !== undefined && { after: select.after }),
    ...(select.count !== undefined && { count: select.count }),
    ...(filter && { filter }),
    ...(select.include && { include: Object.fromEntries(include) as JsonObject }),
  }
}

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

export interface Leaf {
  readonly field: string
  readonly op: FilterOperator
  readonly value: Json
  readonly operands: readonly Operand[]
}

export const leafOf = (of: Predicate): Leaf | undefined => {
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

export const fieldOf = (operand: Operand): string | undefined =>
  operand.kind === 'field' && operand.path.length === 1 ? operand.path[0] : undefined
