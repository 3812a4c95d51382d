import type { Json, Order, OrderedBy } from '../runtime/index.ts'
import type { Condition } from './condition.ts'
import { columnOf, type SqlEntity } from './entity.ts'
import { encode } from './storage.ts'

/** ` ORDER BY …` over `t`; empty of no order. */
export const orderBy = (entity: SqlEntity, { sorts, isBackward }: Order): string =>
  sorts.length === 0 ? '' : ` ORDER BY ${sorts.map((sort) => term(entity, sort, isBackward)).join(', ')}`

const term = (entity: SqlEntity, { field, isDescending = false }: OrderedBy, isBackward: boolean): string => {
  const { sort, isNullable } = columnOf(entity, field)
  const nulls = isNullable ? `(${sort} IS NULL)${isBackward ? ' DESC' : ''}, ` : ''
  return `${nulls}${sort}${isDescending !== isBackward ? ' DESC' : ''}`
}

/** Rows after a position: `a > ? OR (a = ? AND (b > ? OR …))`, direction and NULLs as the order has them. */
export const afterCondition = (entity: SqlEntity, order: Order, position: readonly Json[], at = 0): Condition => {
  const { sorts, isBackward } = order
  const sort = sorts[at]
  if (!sort) return { sql: '0 = 1', values: [] }
  const column = columnOf(entity, sort.field)
  const value = encode(column.storage, position[at] ?? null)
  const rest = at + 1 < sorts.length ? afterCondition(entity, order, position, at + 1) : null
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
