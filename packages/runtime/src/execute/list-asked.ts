import type { Selection } from '../call/call.ts'
import { and, type FilterOperator, type Predicate } from '../call/predicate.ts'
import { conditionOf } from '../selection/condition.ts'
import type { EntityUnit } from '../store/entity.ts'
import type { Json } from '../values/json.ts'
import type { ListOfRows } from './own-rows.ts'

/** What own code asks of a list, as a call asks it. */
export const selectionOf = (unit: EntityUnit, { where = {}, sort = [] }: Omit<ListOfRows, 'limit'>): Selection => ({
  filter: and(...Object.entries(where).flatMap(([field, asked]) => conditionsOf(unit, field, (asked ?? null) as Json))),
  sort: sort.map((name) => ({ field: name.replace(/^-/, ''), isDescending: name.startsWith('-') })),
})

/** A value says that the field equals it, an object what else holds of it. */
const conditionsOf = ({ fields }: EntityUnit, field: string, asked: Json): readonly Predicate[] => {
  const type = fields.get(field)?.type
  if (asked === null) return [conditionOf(field, 'isNull', [true], type)]
  if (typeof asked !== 'object' || Array.isArray(asked)) return [conditionOf(field, 'eq', [asked], type)]
  return Object.entries(asked).map(([operator, value]) =>
    conditionOf(field, operator as FilterOperator, Array.isArray(value) ? value : [value ?? null], type),
  )
}
