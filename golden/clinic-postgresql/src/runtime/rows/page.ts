import type { Principal, Selection } from '../call/call.ts'
import { principalKey } from '../call/principal-key.ts'
import { ProblemError, problem } from '../problem/problem.ts'
import type { EntityUnit } from '../store/entity.ts'
import { canonicalJson } from '../values/canonical-json.ts'
import type { CallStore } from './call-store.ts'
import { filterDigest } from './filter-digest.ts'
import type { Order } from './order.ts'

/** Rows of one page, as asked. Rejects with `invalid-input` below one and past the most there may be: nothing is cut in silence. */
export const pageSize = (store: CallStore, selection: Selection | undefined): number => {
  const { pageSizeDefault, pageSizeMax } = store.model.limits
  const asked = selection?.limit ?? pageSizeDefault
  if (Number.isInteger(asked) && asked >= 1 && asked <= pageSizeMax) return asked
  const code = asked > pageSizeMax ? 'too-large' : 'too-small'
  const message = `Give a whole number from 1 to ${pageSizeMax}.`
  throw new ProblemError(problem('invalid-input', { errors: [{ path: '/limit', code, message }] }))
}

/** A cursor holds only for the same charter, entity, principal, filter and order. */
export const cursorBinding = (
  store: CallStore,
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
