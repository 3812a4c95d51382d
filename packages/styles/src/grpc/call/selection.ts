import { includedIn, type Json, type JsonObject, type Operand, type Predicate, type Selection } from '@charter/runtime'
import { relatedRow } from '../transport/directory.ts'
import type { MessagePlan } from '../transport/surface.ts'
import { type SurfaceIndex, Unsayable } from './said.ts'

/** A selection as the members of a request. Throws an Unsayable for what no request says. */
export const selectionMembers = (
  saying: SurfaceIndex,
  row: MessagePlan | undefined,
  select: Selection,
): JsonObject => ({
  ...(select.fields && { fields: select.fields }),
  ...(select.include && { include: includeMembers(saying, row, select) }),
  ...(select.filter && { filter: filterMembers(select.filter) }),
  ...(select.sort && { sort: orderBy(row, select.sort) }),
  ...(select.limit !== undefined && { limit: select.limit }),
  ...(select.after !== undefined && { after: select.after }),
  ...(select.count !== undefined && { count: select.count }),
  // Lists of names, as their masks are.
  ...(select.aggregate as JsonObject | undefined),
})

const includeMembers = (saying: SurfaceIndex, row: MessagePlan | undefined, select: Selection): JsonObject =>
  Object.fromEntries(
    includedIn(select).map(({ member, relation, selection: inner }) => {
      if (relation !== member)
        throw new Unsayable(
          `gRPC has no name "${member}" for ${relation}: a relation has its own name in the contract.`,
        )
      return [member, selectionMembers(saying, row && relatedRow(saying, row, member), inner)]
    }),
  )

const orderBy = (row: MessagePlan | undefined, sort: NonNullable<Selection['sort']>): string =>
  sort
    .map(({ field, isDescending }) => {
      const known = row?.fields.find(({ member }) => member === field)
      if (!known && (!/^[^\s,]+$/.test(field) || row?.fields.some(({ name }) => name === field)))
        throw new Unsayable(`gRPC cannot carry the sort by "${field}": it is the name of no field.`)
      return `${known?.name ?? field}${isDescending ? ' desc' : ''}`
    })
    .join(', ')

const filterMembers = (of: Predicate): JsonObject => {
  switch (of.kind) {
    case 'and':
      return { $and: of.of.map(filterMembers) }
    case 'or':
      return { $or: of.of.map(filterMembers) }
    case 'not':
      return { $not: filterMembers(of.of) }
    case 'compare':
      return { [fieldOf(of.left)]: { [of.op]: operandValue(of.right) } }
    case 'in':
      return { [fieldOf(of.left)]: { in: of.right.map(operandValue) } }
    case 'like':
      return { [fieldOf(of.left)]: { like: of.pattern } }
    case 'startsWith':
      return { [fieldOf(of.left)]: { startsWith: of.prefix } }
    case 'isNull':
      return { [fieldOf(of.left)]: { isNull: true } }
    default:
      throw new Unsayable(`gRPC cannot carry a filter of the kind ${of.kind}: clients do not ask it.`)
  }
}

const fieldOf = (operand: Operand): string => {
  const [name, ...more] = operand.kind === 'field' ? operand.path : []
  if (name === undefined || more.length > 0) throw new Unsayable('gRPC filters by fields of the row itself.')
  return name
}

const operandValue = (operand: Operand): Json => {
  if (operand.kind !== 'value') throw new Unsayable('gRPC filters by values alone.')
  return operand.value
}
