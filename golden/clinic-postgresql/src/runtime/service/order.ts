import type { Principal, Selection, Sort } from '../call.ts'
import { InputErrors } from '../input-errors.ts'
import type { Json, JsonObject } from '../json.ts'
import { errorPointer, ProblemError, problem } from '../problem.ts'
import { columnOf, type EntityUnit, planOf } from './entity.ts'
import { type Grant, rolesKey } from './grant.ts'
import type { Condition } from './statement.ts'
import { encode } from './storage.ts'
import { isHidden } from './view.ts'

/** A total order: the asked sorts, then the key. NULLs last both ways. */
export interface Order {
  readonly sorts: readonly Sort[]
  /** ` ORDER BY …` over `t`. */
  readonly sql: string
  /** Text that a cursor is bound to: the same both ways. */
  readonly id: string
  /** Read from its end: NULLs first. */
  readonly isBackward: boolean
}

/** The order of a selection; kept like views. */
export const orderOf = (
  unit: EntityUnit,
  selection: Selection | undefined,
  grant: Grant,
  principal: Principal,
): Order => {
  const asked = (selection?.sort ?? []).map(({ field, isDescending }) => `${isDescending ? '-' : ''}${field}`).join()
  const way = selection?.isBackward ? 'back' : 'order'
  return planOf(unit, `${way} ${grant.id} ${rolesKey(principal)} ${asked}`, () =>
    makeOrder(unit, selection, grant, principal),
  )
}

const makeOrder = (unit: EntityUnit, selection: Selection | undefined, grant: Grant, principal: Principal): Order => {
  const asked = selection?.sort ?? []
  const isBackward = selection?.isBackward === true
  refuseUnsortable(unit, asked, grant, principal)
  const rest = unit.model.key
    .filter((field) => !asked.some((sort) => sort.field === field))
    .map((field): Sort => ({ field }))
  // A list without a key (a view) is ordered by every sortable field that the caller may see: the order of others would tell
  // them. Rows that are equal in those are then indistinguishable.
  const whole =
    unit.model.key.length > 0
      ? rest
      : unit.model.fields
          .filter((field) => field.isSortable && !asked.some((sort) => sort.field === field.name))
          .filter((field) => !isHidden(unit, field, grant, principal))
          .map(({ name }): Sort => ({ field: name }))
  const sorts = [...asked, ...whole]
  return {
    sorts,
    sql: sorts.length === 0 ? '' : ` ORDER BY ${sorts.map((sort) => term(unit, sort, isBackward)).join(', ')}`,
    id: sorts.map((sort) => `${sort.isDescending ? '-' : ''}${sort.field}`).join(','),
    isBackward,
  }
}

const refuseUnsortable = (unit: EntityUnit, asked: readonly Sort[], grant: Grant, principal: Principal): void => {
  const errors = new InputErrors()
  const hidden: string[] = []
  for (const { field: name } of asked) {
    const field = unit.fields.get(name)
    if (field && isHidden(unit, field, grant, principal)) hidden.push(name)
    else if (!field?.isSortable)
      errors.push({
        path: `/sort${errorPointer(name)}`,
        code: field ? 'unsupported' : 'unknown',
        message: field ? `"${name}" cannot be sorted by.` : `${unit.model.name} has no field "${name}" to sort by.`,
      })
  }
  if (hidden.length > 0)
    throw new ProblemError(problem('forbidden', { detail: `You may not sort by ${hidden.join(', ')}.` }))
  if (errors.length > 0) throw new ProblemError(problem('invalid-input', { errors }))
}

const term = (unit: EntityUnit, { field, isDescending = false }: Sort, isBackward: boolean): string => {
  const { sort, isNullable } = columnOf(unit, field)
  const nulls = isNullable ? `(${sort} IS NULL)${isBackward ? ' DESC' : ''}, ` : ''
  return `${nulls}${sort}${isDescending !== isBackward ? ' DESC' : ''}`
}

/** What a cursor keeps of the last row. */
export const positionOf = (order: Order, row: JsonObject): readonly Json[] =>
  order.sorts.map(({ field }) => row[field] ?? null)

/** Rows after a position: `a > ? OR (a = ? AND (b > ? OR …))`, direction and NULLs as the order has them. */
export const afterCondition = (unit: EntityUnit, order: Order, position: readonly Json[]): Condition =>
  after(unit, order, position, 0)

const after = (unit: EntityUnit, order: Order, position: readonly Json[], at: number): Condition => {
  const { sorts, isBackward } = order
  const sort = sorts[at]
  if (!sort) return { sql: '0 = 1', values: [] }
  const column = columnOf(unit, sort.field)
  const value = encode(column.storage, position[at] ?? null)
  const rest = at + 1 < sorts.length ? after(unit, order, position, at + 1) : null
  if (value === null) {
    const among = rest ? `(${column.sort} IS NULL AND ${rest.sql})` : '0 = 1'
    const sql = isBackward ? `(${column.sort} IS NOT NULL OR ${among})` : among
    return { sql, values: rest?.values ?? [] }
  }
  const isLess = (sort.isDescending === true) !== isBackward
  const nulls = column.isNullable && !isBackward ? ` OR ${column.sort} IS NULL` : ''
  const beyond = `${column.sort} ${isLess ? '<' : '>'} ?${nulls}`
  if (!rest) return { sql: `(${beyond})`, values: [value] }
  return { sql: `(${beyond} OR (${column.sort} = ? AND ${rest.sql}))`, values: [value, value, ...rest.values] }
}
