import type { Principal, Selection, Sort } from '../call/call.ts'
import { InputErrors } from '../problem/input-errors.ts'
import { errorPointer, ProblemError, problem } from '../problem/problem.ts'
import { type EntityUnit, planOf } from '../store/entity.ts'
import type { Order as StoreOrder } from '../store/store.ts'
import { type Grant, rolesKey } from './grant.ts'
import { isHidden } from './view.ts'

/** A total order: the asked sorts, then the key. NULLs last both ways. */
export interface Order extends StoreOrder {
  /** Text that a cursor is bound to: the same both ways. */
  readonly id: string
}

/** The order of a selection; kept like views. */
export const orderOf = (
  unit: EntityUnit,
  selection: Selection | undefined,
  grant: Grant,
  principal: Principal,
): Order => {
  const sorts = (selection?.sort ?? []).map(({ field, isDescending }) => [field, isDescending === true])
  const way = selection?.isBackward ? 'back' : 'order'
  return planOf(unit, [way, grant.id, rolesKey(principal), sorts], () => makeOrder(unit, selection, grant, principal))
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
