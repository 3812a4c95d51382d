import type { Asked, Order, Principal, RowsShape } from '../runtime/index.ts'
import { type Condition, conjunction, ofTenant, ruled, visible } from './condition.ts'
import { columnOf, encodeField, keyValues, type SqlEntity } from './entity.ts'
import { filterCondition } from './filter.ts'
import { afterCondition, atCondition } from './order.ts'

/** What makes a row one of those that are meant: the key or the equal fields first, then who may, then what else is asked. */
export const where = (
  entity: SqlEntity,
  shape: RowsShape & { readonly order?: Order },
  { principal, key, equal, filter, after, at }: Asked,
  first: Condition | null = null,
): Condition => {
  if (!principal && (shape.rules || shape.ofTenant)) throw new Error('rules are asked of somebody')
  return conjunction([
    first,
    shape.byKey ? { sql: entity.sql.byKey, values: keyValues(entity, key ?? {}) } : null,
    ...Object.keys(equal ?? {}).map((field): Condition => {
      const sql = columnOf(entity, field).filters.eq
      return sql === undefined
        ? { sql: '0 = 1', values: [] }
        : { sql, values: [encodeField(entity, field, equal ?? {})] }
    }),
    shape.withDeleted ? null : visible(entity),
    principal ? permitted(entity, shape, principal) : null,
    filter ? filterCondition(entity, filter) : null,
    after && shape.order ? afterCondition(entity, shape.order, after) : null,
    at && shape.order ? atCondition(entity, shape.order, at) : null,
  ])
}

const permitted = (
  entity: SqlEntity,
  { rules, ofTenant: isOfTenant }: RowsShape,
  principal: Principal,
): Condition | null => (rules ? ruled(entity, rules, principal) : isOfTenant ? ofTenant(entity, principal) : null)
