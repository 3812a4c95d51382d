import { keyEquals } from '../../call/key-equals.ts'
import { and } from '../../call/predicate.ts'
import { withAsked } from '../../identity/with-asked.ts'
import { endlessRoom } from '../../limits/answer-length.ts'
import { ProblemError } from '../../problem/problem.ts'
import { newNotes } from '../../record/audit-entry.ts'
import { isEveryRow } from '../../rows/grant.ts'
import type { RowChange } from '../../store/state.ts'
import type { JsonObject } from '../../values/json.ts'
import type { CallEngine, Execution } from '../call-engine.ts'
import { mayCall } from '../caller-rows.ts'
import { principalNow } from '../jobs/run-part.ts'
import { listRows } from '../list.ts'
import { openSubscription, type Subscription } from './subscription.ts'

/** Whom a webhook tells, as they are now. */
export interface Subscriber extends Execution {
  readonly subscription: Subscription
}

export type SubscriberEngine = Pick<CallEngine, 'model' | 'state' | 'members' | 'nowMs' | 'rows' | 'store'>

/** Null where their key has ended, or their row is not as it was sealed. */
export const subscriberOf = async (engine: SubscriberEngine, row: JsonObject): Promise<Subscriber | null> => {
  try {
    const subscription = openSubscription(engine.store, row)
    const nowMs = engine.nowMs()
    const { style, address } = subscription.by.from
    const origin = { requestId: String(row.id), style, ...(address !== undefined && { address }) }
    const executing = engine as CallEngine
    const known = await principalNow({ executing, started: subscription.by })
    const principal = withAsked(engine.model, { context: { origin } }, known, nowMs)
    const call = { operation: 'webhooks', input: {}, principal, context: { origin } }
    return { executing, call, principal, notes: newNotes(), nowMs, subscription }
  } catch (error) {
    if (!(error instanceof ProblemError) || error.problem.code === 'unavailable') throw error
    return null
  }
}

/** By the rule that lists, as streams of changes are: on the row as it is now, and of a row that is gone only to who may list every row. */
export const maySee = async (subscriber: Subscriber, { entity, change, key, tenant }: RowChange): Promise<boolean> => {
  const { executing, principal } = subscriber
  const unit = executing.store.units.get(entity)
  if (!unit || (unit.model.tenantField !== undefined && tenant !== (principal.tenant ?? null))) return false
  const grant = grantNow(subscriber, unit)
  if (!grant) return false
  if (change === 'deleted') return isEveryRow(grant)
  const store = { ...executing.store, reads: executing.rows.current, room: endlessRoom }
  const select = { fields: unit.model.key, filter: and(...keyEquals(unit.model, key)), limit: 1 }
  const { outcome } = await listRows(store, unit, grant, select, principal)
  return (outcome.value as { readonly items: readonly JsonObject[] }).items.length === 1
}

const grantNow = (subscriber: Subscriber, unit: Parameters<typeof mayCall>[1]) => {
  try {
    return mayCall(subscriber, unit, 'list')
  } catch (error) {
    if (error instanceof ProblemError) return null
    throw error
  }
}
