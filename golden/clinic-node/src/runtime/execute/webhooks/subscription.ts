import { ProblemError, problem } from '../../problem/problem.ts'
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
 * Sealed with the service's secret, for this row as it is alone: whoever writes into the database subscribes in nobody's name, sends
 * nobody's rows elsewhere, and has nothing go on that was paused.
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
    row.state ?? null,
  ])

/** Throws a ProblemError (`stale-cursor`) for what another service, or another secret, has sealed, or for a row that is not as it was sealed. */
export const openSubscription = (store: CallStore, row: JsonObject): Subscription => {
  // What was sealed before its state was says nothing of that.
  const [secret, before, sinceMs, sealedBy, state = row.state] = sealOf(store, row).open(String(row.sealed))
  const by = startedFrom(sealedBy as readonly Json[])
  if (row.subscriber !== by.principal.id || row.state !== state) throw new ProblemError(problem('stale-cursor'))
  return {
    secret: String(secret),
    before: Array.isArray(before) ? { secret: String(before[0]), untilMs: Number(before[1]) } : null,
    sinceMs: Number(sinceMs),
    by,
  }
}

const sealOf = (store: CallStore, { id, url, entities, changes }: JsonObject): SealedWork =>
  sealedWork(store, 'webhook', String(id), String(url), canonicalJson([entities ?? null, changes ?? null]))

/** Those that a message is signed with at a moment. */
export const secretsAt = ({ secret, before }: Subscription, nowMs: number): readonly string[] =>
  before && before.untilMs > nowMs ? [secret, before.secret] : [secret]
