import type { CallStore } from '../../rows/call-store.ts'
import { canonicalJson } from '../../values/canonical-json.ts'
import type { Json, JsonObject } from '../../values/json.ts'
import { type StartedBy, startedFrom, valuesOfStart } from '../jobs/sealed-start.ts'
import { type SealedWork, sealedWork } from '../jobs/sealed-work.ts'

/** What a webhook's row keeps that nobody is shown: who is told, since when, and what that is signed with. */
export interface Subscription {
  readonly secret: string
  /** The one before, which receivers may still know. */
  readonly before: { readonly secret: string; readonly untilMs: number } | null
  readonly sinceMs: number
  /** As whom it sees, and the major by which it is told. */
  readonly by: StartedBy
}

/**
 * Sealed with the service's secret, for this row as it is alone: whoever writes into the database subscribes in nobody's name, and sends
 * nobody's rows elsewhere.
 */
export const sealSubscription = (
  store: CallStore,
  row: JsonObject,
  { secret, before, sinceMs, by }: Subscription,
): string =>
  sealOf(store, row).seal([
    secret,
    before ? [before.secret, before.untilMs] : null,
    sinceMs,
    [...valuesOfStart(by)] as Json,
  ])

/** Throws a ProblemError (`stale-cursor`) for what another service, or another secret, has sealed, or for another row or address. */
export const openSubscription = (store: CallStore, row: JsonObject): Subscription => {
  const [secret, before, sinceMs, by] = sealOf(store, row).open(String(row.sealed))
  return {
    secret: String(secret),
    before: Array.isArray(before) ? { secret: String(before[0]), untilMs: Number(before[1]) } : null,
    sinceMs: Number(sinceMs),
    by: startedFrom(by as readonly Json[]),
  }
}

const sealOf = (store: CallStore, { id, url, entities, changes }: JsonObject): SealedWork =>
  sealedWork(store, 'webhook', String(id), String(url), canonicalJson([entities ?? null, changes ?? null]))

/** Those that a message is signed with at a moment. */
export const secretsAt = ({ secret, before }: Subscription, nowMs: number): readonly string[] =>
  before && before.untilMs > nowMs ? [secret, before.secret] : [secret]
