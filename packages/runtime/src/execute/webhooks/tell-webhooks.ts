import type { Principal } from '../../call/call.ts'
import { keyEquals } from '../../call/key-equals.ts'
import { type OperationModel, ownOperations, type ServiceModel } from '../../call/model.ts'
import { and } from '../../call/predicate.ts'
import { Fault } from '../../call/service-log.ts'
import { withAsked } from '../../identity/with-asked.ts'
import { endlessRoom } from '../../limits/answer-length.ts'
import { ProblemError } from '../../problem/problem.ts'
import { newNotes } from '../../record/audit-entry.ts'
import type { CallStore } from '../../rows/call-store.ts'
import { isEveryRow } from '../../rows/grant.ts'
import { entityOf, storedFields } from '../../store/entity.ts'
import { rowOf } from '../../store/found-row.ts'
import type { HeldWork, RowChange, StoredChanges, Work } from '../../store/state.ts'
import { canonicalJson } from '../../values/canonical-json.ts'
import { instantAt } from '../../values/instant-at.ts'
import type { JsonObject } from '../../values/json.ts'
import type { CallEngine, Execution } from '../call-engine.ts'
import { mayCall } from '../caller-rows.ts'
import { byItself } from '../jobs/by-itself.ts'
import { principalNow } from '../jobs/run-part.ts'
import type { StartedBy } from '../jobs/sealed-start.ts'
import { sealedWork } from '../jobs/sealed-work.ts'
import { startJob } from '../jobs/start-job.ts'
import { listRows } from '../list.ts'
import { openSubscription } from './subscription.ts'
import { deliveryOperation, hasWebhooks, webhookEntity } from './webhook-bodies.ts'

/** One piece of work over all replicas, which goes on for as long as there are webhooks: it reads on from where it was. */
const workId = 'tell/webhooks'

export const isTelling = ({ id }: Pick<Work, 'id'>): boolean => id === workId

const batch = 100
/** Writes wake it; this is for those whose process died before it did. */
const idleMs = 30_000
const subscriptionsMax = 10_000

/** Up to where all is told: a position of the outbox, and how many changes of the write after it. */
interface Told {
  readonly position: string
  readonly changes: number
}

/** Told from a position of the outbox on. */
export const tellingFrom = (store: CallStore, position: string, dueMs: number): Work =>
  tellingAfter(store, { position, changes: 0 }, dueMs)

const tellingAfter = (store: CallStore, { position, changes }: Told, dueMs: number): Work => ({
  id: workId,
  operation: deliveryOperation,
  sealed: sealedPosition(store).seal([position, changes]),
  dueMs,
})

const sealedPosition = (store: CallStore) => sealedWork(store, 'webhooks', workId)

/** Starts a delivery of each change since to each webhook whose subscriber may see it now, and says up to where that was done: all or none. */
export const tellWebhooks = async (executing: CallEngine, held: HeldWork): Promise<void> => {
  const { model, state, store } = executing
  const operation = ownOperations(model).find(({ name }) => name === deliveryOperation)
  const job = operation?.job
  if (!operation || job === undefined) return void (await state.delayWork(held, executing.nowMs() + idleMs, null))
  const [position, changes] = sealedPosition(store).open(held.sealed)
  const from = { position: String(position), changes: Number(changes) }
  const found = await state.changesAfter(from.position, batch)
  if (!found)
    executing.onFault?.(
      new Fault('The place up to which webhooks were told is none of this database: they go on from now.'),
    )
  if (found?.length === 0) return idle(executing, held, from.position)
  const { deliveries, told } = found
    ? await deliveriesOf(executing, operation, { from, found })
    : { deliveries: [], told: { position: await state.newestChange(), changes: 0 } }
  const act = { operation, tenant: undefined, key: null, rule: 'webhooks', isUnrecorded: deliveries.length === 0 }
  await byItself(executing, held, act, async (own, working) => {
    for (const { by, webhook, value } of deliveries) {
      const as = { ...working, principal: by.principal, call: { ...working.call, principal: by.principal } }
      const lane = canonicalJson(webhook)
      await startJob(as, own, { entity: job, operation, value, key: webhook, lane })
    }
    await state.putWork(tellingAfter(store, told, working.nowMs), own.transaction)
    return true
  })
  executing.onQueued?.()
}

/** What was written while it looked has found nobody to wake. */
const idle = async ({ state, nowMs }: CallEngine, held: HeldWork, position: string): Promise<void> => {
  await state.delayWork(held, nowMs() + idleMs, null)
  const missed = await state.changesAfter(position, 1)
  if (missed?.length) await state.hurryWork(workId, nowMs(), null)
}

interface Delivery {
  readonly by: { readonly principal: Principal }
  /** The webhook's key. */
  readonly webhook: JsonObject
  readonly value: JsonObject
}

/** As many as one transaction starts, and as long as others leave this work alone. */
const [deliveriesMost, lookingMs] = [200, 5_000]

interface Untold {
  readonly from: Told
  readonly found: readonly StoredChanges[]
}

const deliveriesOf = async (
  executing: CallEngine,
  operation: OperationModel,
  { from, found }: Untold,
): Promise<{ readonly deliveries: readonly Delivery[]; readonly told: Told }> => {
  const endMs = performance.now() + lookingMs
  const deliveries: Delivery[] = []
  const webhooks = await activeWebhooks(executing, found)
  const subscribers = new Map<JsonObject, Promise<Subscriber | null>>()
  let told = from
  for (const { position, atMs, changes } of found) {
    for (const change of changes.slice(told.changes)) {
      const value = { entity: change.entity, change: change.change, key: change.key, at: instantAt(atMs) }
      for (const webhook of webhooks.filter((each) => isAskedFor(each, change))) {
        const finding = subscribers.get(webhook) ?? subscriberOf(executing, operation, webhook)
        subscribers.set(webhook, finding)
        const by = await finding
        if (by && (await maySee(by, change))) deliveries.push({ by, webhook: { id: webhook.id ?? null }, value })
      }
      told = { ...told, changes: told.changes + 1 }
      if (deliveries.length >= deliveriesMost || performance.now() > endMs) return { deliveries, told }
    }
    told = { position, changes: 0 }
  }
  return { deliveries, told }
}

const isSubscribable = (model: ServiceModel, name: string): boolean => {
  const field = model.entities
    .find((each) => each.name === webhookEntity)
    ?.fields.find((each) => each.name === 'entities')
  return field?.type.kind === 'array' && field.type.items.kind === 'enum' && field.type.items.values.includes(name)
}

const isAskedFor = ({ entities, changes }: JsonObject, { entity, change }: RowChange): boolean =>
  Array.isArray(entities) && entities.includes(entity) && (!Array.isArray(changes) || changes.includes(change))

/** Of all tenants: each sees by its subscriber. None where nobody could have asked for any of these changes. */
const activeWebhooks = async (
  { rows, store, model }: CallEngine,
  written: readonly StoredChanges[],
): Promise<readonly JsonObject[]> => {
  const entities = new Set(written.flatMap(({ changes }) => changes.map(({ entity }) => entity)))
  if (![...entities].some((name) => isSubscribable(model, name))) return []
  const unit = entityOf(store.units, webhookEntity)
  const fields = storedFields(unit)
  const query = { entity: webhookEntity, fields, rules: null }
  const found = await rows.current.find(query, { equal: { state: 'active' }, limit: subscriptionsMax + 1 })
  if (found.length > subscriptionsMax) throw new Fault(`There are more than ${subscriptionsMax} active webhooks.`)
  return found.map((row) => rowOf(fields, row))
}

interface Subscriber extends Execution {
  readonly started: StartedBy
}

/** As they are now; null where their key has ended, or another secret has sealed who they are. */
const subscriberOf = async (
  executing: CallEngine,
  { name }: OperationModel,
  row: JsonObject,
): Promise<Subscriber | null> => {
  try {
    const { by } = openSubscription(executing.store, String(row.id), String(row.sealed))
    const nowMs = executing.nowMs()
    const { style, address } = by.from
    const origin = { requestId: workId, style, ...(address !== undefined && { address }) }
    const known = await principalNow({ executing, started: by })
    const principal = withAsked(executing.model, { context: { origin } }, known, nowMs)
    const call = { operation: name, input: {}, principal, context: { origin } }
    return { executing, call, principal, notes: newNotes(), nowMs, started: by }
  } catch (error) {
    if (!(error instanceof ProblemError) || error.problem.code === 'unavailable') throw error
    return null
  }
}

/** By the rule that lists, as streams of changes are: on the row as it is now, and of a row that is gone only to who may list every row. */
const maySee = async (subscriber: Subscriber, { entity, change, key, tenant }: RowChange): Promise<boolean> => {
  const { executing, principal } = subscriber
  const unit = entityOf(executing.store.units, entity)
  if (unit.model.tenantField !== undefined && tenant !== (principal.tenant ?? null)) return false
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

/** Wakes it when something was committed here: once for what comes close together. */
export const wakesTelling = (executing: Pick<CallEngine, 'model' | 'state' | 'nowMs' | 'onQueued' | 'onFault'>) => {
  if (!hasWebhooks(executing.model)) return () => {}
  let isComing = false
  return (): void => {
    if (isComing) return
    isComing = true
    setTimeout(async () => {
      isComing = false
      await executing.state.hurryWork(workId, executing.nowMs(), null).catch(() => {})
      executing.onQueued?.()
    }, soonMs).unref()
  }
}

const soonMs = 100
