import type { Principal } from '../../call/call.ts'
import { majorOf } from '../../call/major.ts'
import { type OperationModel, ownOperations, type ServiceModel } from '../../call/model.ts'
import { Fault } from '../../call/service-log.ts'
import { webhookNames } from '../../call/webhook-names.ts'
import { ProblemError } from '../../problem/problem.ts'
import type { CallStore } from '../../rows/call-store.ts'
import { entityOf, storedFields } from '../../store/entity.ts'
import { rowOf } from '../../store/found-row.ts'
import type { HeldWork, Work } from '../../store/queue.ts'
import type { RowChange, StoredChanges } from '../../store/state.ts'
import { instantAt } from '../../values/instant-at.ts'
import type { Json, JsonObject } from '../../values/json.ts'
import type { CallEngine } from '../call-engine.ts'
import { byItself } from '../jobs/by-itself.ts'
import { leaveToOthers } from '../jobs/leave-to-others.ts'
import { isOurs } from '../jobs/majors.ts'
import { ifOurs, sealedWork } from '../jobs/sealed-work.ts'
import { startJob } from '../jobs/start-job.ts'
import { maySee, type Subscriber, subscriberOf } from './subscriber.ts'

/** One piece of work over all replicas of a major, which goes on for as long as there are webhooks: it reads on from where it was. */
const workIn = ({ model }: CallStore) => {
  const major = majorOf(model)
  return { id: `${formerId}/${major}`, operation: webhookNames.delivery, major }
}

/** What told all of them before majors had each their own. */
const formerId = 'tell/webhooks'

export const isTelling = ({ id }: Pick<Work, 'id'>): boolean => id === formerId || id.startsWith(`${formerId}/`)

const batch = 100
/** Writes wake it; this is for what nobody saw. */
const idleMs = 30_000
/** Nobody wakes it where a write before what it waits for ends: that one may have changed nothing. */
const behindMs = 500

/** Up to where all is told: a position of the outbox, how many changes of the write after it, and which webhook of the change after those. */
interface Told {
  readonly position: string
  readonly changes: number
  readonly webhook: string
}

/** Told from a position of the outbox on. */
export const tellingFrom = (store: CallStore, position: string, dueMs: number): Work =>
  tellingAfter(store, { position, changes: 0, webhook: '' }, dueMs)

const tellingAfter = (store: CallStore, { position, changes, webhook }: Told, dueMs: number): Work => ({
  ...workIn(store),
  sealed: sealedPosition(store, workIn(store)).seal([position, changes, webhook]),
  dueMs,
})

const sealedPosition = (store: CallStore, { id }: Pick<Work, 'id'>) => sealedWork(store, 'webhooks', id)

/** Starts a delivery of each change since to each webhook whose subscriber may see it now, and says up to where that was done: all or none. */
export const tellWebhooks = async (executing: CallEngine, held: HeldWork): Promise<void> => {
  const { model, state, queue, store } = executing
  const operation = ownOperations(model).find(({ name }) => name === webhookNames.delivery)
  const job = operation?.job
  if (!operation || job === undefined) return void (await queue.delayWork(held, executing.nowMs() + idleMs, null))
  if (held.id === formerId) return takeOver(executing, held, operation)
  const from = placeIn(executing, held)
  const found = from && (await state.changesAfter(from.position, batch))
  if (from && found?.length === 0) return idle(executing, held, from.position)
  if (!found) executing.onFault?.(new Fault(placeLost))
  const { deliveries, told, isAsked } =
    from && found
      ? await deliveriesOf(executing, { from, found })
      : { isAsked: true, deliveries: [], told: { position: await state.newestChange(), changes: 0, webhook: '' } }
  // Some few that nobody asked for are looked through again with the next: where it is would be one more write for each.
  if (found && found.length < batch && !isAsked) return idle(executing, held, told.position)
  const act = { operation, tenant: undefined, key: null, rule: 'webhooks', isUnrecorded: deliveries.length === 0 }
  await byItself(executing, held, act, async (own, working) => {
    for (const { by, webhook, value } of deliveries) {
      const as = { ...working, principal: by.principal, call: { ...working.call, principal: by.principal } }
      await startJob(as, own, { entity: job, operation, value, key: webhook })
    }
    await queue.putWork(tellingAfter(store, told, working.nowMs), own.transaction)
    return true
  })
  executing.onQueued?.()
}

const placeLost =
  'The place up to which webhooks were told is of another database, or was sealed under another secret: they go on from now.'

/** Null of what another service, or another secret, has sealed. */
const placeIn = ({ store }: CallEngine, held: HeldWork): Told | null => {
  const values = ifOurs(() => sealedPosition(store, held).open(held.sealed))
  if (!values) return null
  const [position, changes, webhook] = values
  return { position: String(position), changes: Number(changes), webhook: String(webhook ?? '') }
}

/** Goes on from where the one before majors had each their own was: what was subscribed then is told by one of them. */
const takeOver = async (executing: CallEngine, held: HeldWork, operation: OperationModel): Promise<void> => {
  const { queue, store } = executing
  if (!(await isOurs(executing, undefined))) return leaveToOthers(executing, held)
  const place = placeIn(executing, held)
  const act = { operation, tenant: undefined, key: null, rule: 'webhooks', isUnrecorded: true }
  await byItself(executing, held, act, async (own, { nowMs }) => {
    if (place) await queue.putWork(tellingAfter(store, place, nowMs), own.transaction)
    return queue.endWork(held, own.transaction)
  })
  executing.onQueued?.()
}

/** What was written while it looked has found nobody to wake; what is not shown yet woke it too early. */
const idle = async ({ state, queue, store, nowMs }: CallEngine, held: HeldWork, position: string): Promise<void> => {
  const isBehind = await state.isBehind(position)
  await queue.delayWork(held, nowMs() + (isBehind ? behindMs : idleMs), null)
  const missed = await state.changesAfter(position, 1)
  if (missed?.length) await queue.hurryWork(workIn(store).id, null)
}

interface Delivery {
  readonly by: { readonly principal: Principal }
  /** The webhook's key. */
  readonly webhook: JsonObject
  readonly value: JsonObject
}

/** As many as one transaction starts, and as long as others leave this work alone. */
const [deliveriesMost, lookingMs] = [100, 5_000]

interface Untold {
  readonly from: Told
  readonly found: readonly StoredChanges[]
}

interface Found {
  /** Whether any webhook asked for any of them. */
  readonly isAsked: boolean
  readonly deliveries: readonly Delivery[]
  readonly told: Told
}

/** Looks through changes in their order, and for each through webhooks in the order of their keys, so that it can stop anywhere. */
const deliveriesOf = async (executing: CallEngine, { from, found }: Untold): Promise<Found> => {
  const endMs = performance.now() + lookingMs
  const deliveries: Delivery[] = []
  const webhooks = await activeWebhooks(executing, found)
  const subscribers = new Map<Active, Promise<Subscriber | null>>()
  let [told, isAsked] = [from, false]
  for (const { position, atMs, changes } of found) {
    for (const change of changes.slice(told.changes)) {
      const asked = webhooks.filter((each) => isAskedFor(each, change) && each.id > told.webhook)
      for (const webhook of asked) {
        isAsked = true
        const finding = subscribers.get(webhook) ?? toldHere(executing, webhook)
        subscribers.set(webhook, finding)
        const by = await finding
        if (by && by.subscription.sinceMs <= atMs && (await isSeen(by, change))) {
          const value = { entity: change.entity, change: change.change, key: change.key, at: instantAt(atMs) }
          deliveries.push({ by, webhook: { id: webhook.id }, value })
        }
        told = { ...told, webhook: webhook.id }
        if (deliveries.length >= deliveriesMost || performance.now() > endMs) return { deliveries, told, isAsked }
      }
      told = { ...told, changes: told.changes + 1, webhook: '' }
    }
    told = { position, changes: 0, webhook: '' }
  }
  return { deliveries, told, isAsked }
}

/** Null of whom another major tells. */
const toldHere = async (executing: CallEngine, { stored }: Active): Promise<Subscriber | null> => {
  const by = await subscriberOf(executing, stored)
  return by && (await isOurs(executing, by.subscription.by.major)) ? by : null
}

/** What cannot be read for one (a table that somebody took away) is told to nobody, and keeps nobody from the rest. */
const isSeen = async (subscriber: Subscriber, change: RowChange): Promise<boolean> => {
  try {
    return await maySee(subscriber, change)
  } catch (error) {
    if (error instanceof ProblemError && error.problem.code === 'unavailable') throw error
    subscriber.executing.onFault?.(error, { operation: webhookNames.delivery })
    return false
  }
}

/** What `of` says now: an entity that was taken out of it is told no more. */
const subscribable = ({ entities }: ServiceModel): readonly string[] => {
  const field = entities
    .find(({ name }) => name === webhookNames.entity)
    ?.fields.find(({ name }) => name === 'entities')
  return field?.type.kind === 'array' && field.type.items.kind === 'enum' ? field.type.items.values : []
}

/** A webhook as it is told by. */
interface Active {
  readonly id: string
  /** Those that `of` still says. */
  readonly entities: readonly string[]
  /** Null: each. */
  readonly changes: readonly string[] | null
  /** Its row, which is what it was sealed with. */
  readonly stored: JsonObject
}

const isAskedFor = ({ entities, changes }: Active, { entity, change }: RowChange): boolean =>
  entities.includes(entity) && (changes?.includes(change) ?? true)

/** Of all tenants, by their keys: each sees by its subscriber. None where nobody could have asked for any of these changes. */
const activeWebhooks = async (executing: CallEngine, written: readonly StoredChanges[]): Promise<readonly Active[]> => {
  const of = subscribable(executing.model)
  if (!written.some(({ changes }) => changes.some(({ entity }) => of.includes(entity)))) return []
  const active = (await readActive(executing)).map((stored): Active => {
    const { id, entities, changes } = stored
    return {
      id: String(id),
      entities: textsIn(entities).filter((name) => of.includes(name)),
      changes: Array.isArray(changes) ? textsIn(changes) : null,
      stored,
    }
  })
  return active.toSorted((one, other) => (one.id < other.id ? -1 : 1))
}

const textsIn = (list: Json | undefined): readonly string[] => (Array.isArray(list) ? list.map(String) : [])

const readActive = async ({ rows, store, onFault }: CallEngine): Promise<readonly JsonObject[]> => {
  const unit = entityOf(store.units, webhookNames.entity)
  const asked = { equal: { state: 'active' } }
  const read = async (fields: readonly string[], more: { readonly key?: JsonObject } = {}) => {
    const query = { entity: webhookNames.entity, fields, rules: null, ...(more.key && { byKey: 'stored' as const }) }
    return (await rows.current.find(query, { ...asked, ...more })).map((row) => rowOf(fields, row))
  }
  try {
    return await read(storedFields(unit))
  } catch (error) {
    if (error instanceof ProblemError && error.problem.code === 'unavailable') throw error
    onFault?.(error, { operation: webhookNames.delivery })
    // One of them is not as rows are: the others are read by themselves.
    const keys = await read(unit.model.key)
    const each = keys.map((key) => read(storedFields(unit), { key }).catch(() => []))
    return (await Promise.all(each)).flat()
  }
}

export interface TellingWakes {
  /** Something was committed here. */
  wake(): void
  /** Looks whether something was committed anywhere: by another version, or by a process that died before it woke it. */
  look(): Promise<void>
}

/** Wakes it when there is something to tell: once for what comes close together. */
export const wakesTelling = (executing: Pick<CallEngine, 'queue' | 'state' | 'onQueued'>, store: CallStore) => {
  let isComing = false
  let seen: string | null = null
  const wake = (): void => {
    if (isComing) return
    isComing = true
    setTimeout(async () => {
      isComing = false
      await executing.queue.hurryWork(workIn(store).id, null).catch(() => {})
      executing.onQueued?.()
    }, soonMs).unref()
  }
  const look = async (): Promise<void> => {
    const newest = await executing.state.newestChange()
    if (seen !== newest) wake()
    seen = newest
  }
  return { wake, look } satisfies TellingWakes
}

const soonMs = 100
