import type { Asked, Order, Principal, RowsShape } from '../runtime/index.ts'
import { type Condition, conjunction, everywhere, ofTenant, ruled, visible } from './condition.ts'
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
  if (shape.byKey && !key) throw new Error(`a row of ${shape.entity} is asked for by no key`)
  if (after && !shape.order) throw new Error(`rows of ${shape.entity} after a place are asked for in no order`)
  return conjunction([
    first,
    shape.byKey && key ? { sql: entity.sql.byKey, values: keyValues(entity, key) } : null,
    ...Object.keys(equal ?? {}).map((field): Condition => {
      const sql = columnOf(entity, field).filters.eq
      if (sql === undefined) throw new Error(`${shape.entity}.${field} cannot be asked for equality`)
      return { sql, values: [encodeField(entity, field, equal ?? {})] }
    }),
    ...(shape.withDeleted ? everywhere(entity) : visible(entity)),
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
