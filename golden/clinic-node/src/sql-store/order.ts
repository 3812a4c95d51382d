import type { Json, Order, OrderedBy, Place } from '../runtime/index.ts'
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

/**
 * Rows after a place: `a > ? OR (a = ? AND (b > ? OR …))`, direction and NULLs as the order has them. Where only some of those that
 * stand there were told, all of them are meant, and come first: `toldBefore` are to be passed over.
 */
export const afterCondition = (entity: SqlEntity, order: Order, place: Place, at = 0): Condition => {
  const { sorts, isBackward } = order
  const sort = sorts[at]
  if (!sort) return { sql: place.told === undefined ? '0 = 1' : '1 = 1', values: [] }
  const column = columnOf(entity, sort.field)
  const value = encode(column.storage, place.values[at] ?? null)
  const isLast = at + 1 === sorts.length && place.told === undefined
  const rest = isLast ? null : afterCondition(entity, order, place, at + 1)
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

/** How many of the rows of `afterCondition` were told. */
export const toldBefore = (after: Place | undefined): number => after?.told ?? 0

/** Rows that stand exactly at a place. */
export const atCondition = (entity: SqlEntity, { sorts }: Order, place: readonly Json[]): Condition => {
  const each = sorts.map(({ field }, at): Condition => {
    const { sort, storage } = columnOf(entity, field)
    const value = encode(storage, place[at] ?? null)
    return value === null ? { sql: `${sort} IS NULL`, values: [] } : { sql: `${sort} = ?`, values: [value] }
  })
  return { sql: each.map(({ sql }) => sql).join(' AND ') || '1 = 1', values: each.flatMap(({ values }) => values) }
}
