import type { CallStore } from '../../rows/call-store.ts'
import type { Json } from '../../values/json.ts'
import { type StartedBy, startedFrom, valuesOfStart } from '../jobs/sealed-start.ts'
import { sealedWork } from '../jobs/sealed-work.ts'

/** What a webhook's row keeps that nobody is shown: who is told, and what that is signed with. */
export interface Subscription {
  readonly secret: string
  /** The one before, which receivers may still know. */
  readonly before: { readonly secret: string; readonly untilMs: number } | null
  readonly by: StartedBy
}

/** Sealed with the service's secret, for this row alone: whoever writes into the database subscribes in nobody's name. */
export const sealSubscription = (store: CallStore, id: string, { secret, before, by }: Subscription): string =>
  sealedWork(store, 'webhook', id).seal([
    secret,
    before ? [before.secret, before.untilMs] : null,
    [...valuesOfStart(by)] as Json,
  ])

/** Throws a ProblemError (`stale-cursor`) for what another service, or another secret, has sealed. */
export const openSubscription = (store: CallStore, id: string, sealed: string): Subscription => {
  const [secret, before, by] = sealedWork(store, 'webhook', id).open(sealed)
  return {
    secret: String(secret),
    before: Array.isArray(before) ? { secret: String(before[0]), untilMs: Number(before[1]) } : null,
    by: startedFrom(by as readonly Json[]),
  }
}

/** Those that a message is signed with at a moment. */
export const secretsAt = ({ secret, before }: Subscription, nowMs: number): readonly string[] =>
  before && before.untilMs > nowMs ? [secret, before.secret] : [secret]
