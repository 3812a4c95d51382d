import type { Principal, Selection } from '../call.ts'
import { canonicalJson } from '../canonical-json.ts'
import type { JsonObject } from '../json.ts'
import { ProblemError, problem } from '../problem.ts'
import type { EntityUnit } from './entity.ts'
import type { Order } from './order.ts'
import type { Condition } from './statement.ts'
import type { Store } from './store.ts'

/** Rows that are there at all: soft-deleted ones are not. */
export const visible = (unit: EntityUnit): Condition | null =>
  unit.sql.visible ? { sql: unit.sql.visible, values: [] } : null

/** Rows of one page: as asked, capped. Rejects with `invalid-input` below one. */
export const pageSize = (store: Store, selection: Selection | undefined): number => {
  const { pageSizeDefault, pageSizeMax } = store.model.limits
  const asked = selection?.limit ?? pageSizeDefault
  if (!Number.isInteger(asked) || asked < 1) {
    throw new ProblemError(
      problem('invalid-input', {
        errors: [{ path: '/limit', code: 'too-small', message: `Give a whole number from 1 to ${pageSizeMax}.` }],
      }),
    )
  }
  return Math.min(asked, pageSizeMax)
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
    principal.id,
    principal.tenant ?? null,
    order.id,
    (selection?.filter ?? null) as JsonObject | null,
  ])
