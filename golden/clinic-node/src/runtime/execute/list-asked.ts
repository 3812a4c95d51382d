import type { Selection } from '../call/call.ts'
import { and, type FilterOperator, type Predicate } from '../call/predicate.ts'
import { ProblemError } from '../problem/problem.ts'
import { conditionOf } from '../selection/condition.ts'
import type { EntityUnit } from '../store/entity.ts'
import type { Json } from '../values/json.ts'
import type { ListOfRows } from './own-rows.ts'

/** What own code asks of a list, as a call asks it. */
export const selectionOf = (unit: EntityUnit, { where = {}, sort = [] }: Omit<ListOfRows, 'limit'>): Selection => ({
  filter: and(
    ...Object.entries(where).flatMap(([field, asked]) => conditionsOf(unit, field, asked as Json | undefined)),
  ),
  sort: sort.map((name) => ({ field: name.replace(/^-/, ''), isDescending: name.startsWith('-') })),
})

/** At once, of one list. */
const listMax = 10_000

/** Rows to ask for: one more than there may be where nobody says how many. Throws where the limit is none. */
export const rowsAsked = (limit: number | undefined): number => {
  if (limit === undefined) return listMax + 1
  if (Number.isInteger(limit) && limit >= 1 && limit <= listMax) return limit
  throw new RangeError(`a list has a limit from 1 to ${listMax}, and not ${limit}`)
}

/** Nothing is left out in silence: who wants the first of many says so. */
export const refuseMore = ({ model }: EntityUnit, limit: number | undefined, found: number): void => {
  if (limit === undefined && found > listMax)
    throw new RangeError(`there are more than ${listMax} rows of ${model.name}: say \`limit\` for the first of them`)
}

/** What a list cannot be asked is a mistake of the code that asks, and nothing that the client has sent. */
export const asMistake = (error: unknown): never => {
  if (!(error instanceof ProblemError) || error.problem.code !== 'invalid-input') throw error
  const [first] = error.problem.errors ?? []
  throw new Error(`a list asks what cannot be: ${first?.path} ${first?.message}`)
}

/** A value says that the field equals it, an object what else holds of it. */
const conditionsOf = ({ fields }: EntityUnit, field: string, asked: Json | undefined): readonly Predicate[] => {
  // A slip would ask for every row, or for those without a value.
  if (asked === undefined || isEmpty(asked)) throw new TypeError(`\`where\` says nothing of ${field}`)
  const type = fields.get(field)?.type
  if (asked === null) return [conditionOf(field, 'isNull', [true], type)]
  if (typeof asked !== 'object' || Array.isArray(asked)) return [conditionOf(field, 'eq', [asked], type)]
  return Object.entries(asked).map(([operator, value]) =>
    conditionOf(field, operator as FilterOperator, Array.isArray(value) ? value : [value ?? null], type),
  )
}

const isEmpty = (asked: Json): boolean =>
  typeof asked === 'object' && asked !== null && !Array.isArray(asked) && Object.keys(asked).length === 0
