import type { Principal, Selection } from '../call.ts'
import { canonicalJson } from '../canonical-json.ts'
import { principalKey } from '../principal-key.ts'
import { ProblemError, problem } from '../problem.ts'
import type { EntityUnit } from './entity.ts'
import { filterDigest } from './filter-digest.ts'
import type { Order } from './order.ts'
import type { Condition } from './statement.ts'
import type { Store } from './store.ts'

/** Rows that are there at all: soft-deleted ones are not. */
export const visible = (unit: EntityUnit): Condition | null =>
  unit.sql.visible ? { sql: unit.sql.visible, values: [] } : null

/** Rows of the caller's tenant; null where all tenants see the same. */
export const ofTenant = ({ sql }: EntityUnit, { tenant }: Principal): Condition | null =>
  sql.tenancy === null ? null : { sql: sql.tenancy, values: [tenant ?? null] }

/** Rows of one page, as asked. Rejects with `invalid-input` below one and past the most there may be: nothing is cut in silence. */
export const pageSize = (store: Store, selection: Selection | undefined): number => {
  const { pageSizeDefault, pageSizeMax } = store.model.limits
  const asked = selection?.limit ?? pageSizeDefault
  if (Number.isInteger(asked) && asked >= 1 && asked <= pageSizeMax) return asked
  const code = asked > pageSizeMax ? 'too-large' : 'too-small'
  const message = `Give a whole number from 1 to ${pageSizeMax}.`
  throw new ProblemError(problem('invalid-input', { errors: [{ path: '/limit', code, message }] }))
}

/** A cursor holds only for the same charter, entity, principal, filter and order. */
export const cursorBinding = (
  store: Store,
  unit: EntityUnit,
  order: Order,
  selection: Selection | undefined,
  principal: Principal,
): string =>
  canonicalJson([
    store.model.digest,
    unit.model.name,
    principalKey(principal),
    order.id,
    selection?.filter ? filterDigest(selection.filter) : null,
  ])
