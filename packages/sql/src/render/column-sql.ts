import { type Field, isSealed } from '@charter/charter'
import { type FilterOperator, filterOperators, type Type } from '@charter/runtime'
import type { ColumnSql } from '../store/entity-sql.ts'
import { type AggregateSpelling, aggregateSql } from './aggregate.ts'
import type { ColumnAt, Dialect } from './dialect.ts'
import { columnName } from './names.ts'
import { sealedFilters } from './protect.ts'

/** How one database spells a column that is not sealed, and what is known of it. */
export interface ColumnSpelling extends Pick<ColumnSql, 'select' | 'sort' | 'storage' | 'json'> {
  readonly type: Type
  readonly isNullable: boolean
  /** Of the operators that the type has, those that the database can ask; the others are not read. */
  filters(): Readonly<Record<FilterOperator, string | null>>
  aggregate(): Omit<AggregateSpelling, 'type'>
}

/** How a field is selected, ordered and filtered: a sealed one is found by its token alone. */
export const columnWith = (
  dialect: Pick<Dialect, 'isMember'>,
  { field, column }: Pick<ColumnAt, 'field' | 'column'>,
  { select, sort, storage, json, type, isNullable, filters, aggregate }: ColumnSpelling,
): ColumnSql => {
  const found = isSealed(field) ? undefined : aggregateSql({ type, ...aggregate() })
  return {
    select,
    sort,
    storage,
    ...(json !== undefined && { json }),
    ...(found && { aggregate: found }),
    filters: isSealed(field) ? sealedFilters(dialect, field, column) : offered(filterOperators(type), filters()),
    ...(isNullable && { isNullable }),
    ...nameOf(field),
  }
}

const nameOf = (field: Field): Pick<ColumnSql, 'name'> =>
  columnName(field) === field.name ? {} : { name: columnName(field) }

const offered = (
  operators: readonly FilterOperator[],
  all: ReturnType<ColumnSpelling['filters']>,
): ColumnSql['filters'] =>
  Object.fromEntries(operators.flatMap((each) => (all[each] === null ? [] : [[each, all[each]]])))

export interface Comparison {
  /** What equality is asked of, and the parameter that it is compared with. */
  readonly same: readonly [string, string]
  /** The same of an order. */
  readonly order: readonly [string, string]
  /** Condition that the value can be said; null where every value can. What cannot is in no range and differs from nothing. */
  readonly isSaid: string | null
}

type Compared = Record<'eq' | 'ne' | 'lt' | 'le' | 'gt' | 'ge', string>

/** Filters that compare. */
export const comparisons = ({ same: [same, value], order: [order, bound], isSaid }: Comparison): Compared => {
  const range = (condition: string): string => (isSaid === null ? condition : `(${condition} AND ${isSaid})`)
  return {
    eq: `${same} = ${value}`,
    ne: range(`${same} <> ${value}`),
    lt: range(`${order} < ${bound}`),
    le: range(`${order} <= ${bound}`),
    gt: range(`${order} > ${bound}`),
    ge: range(`${order} >= ${bound}`),
  }
}
