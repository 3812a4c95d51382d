import { type Outbound, type OutboundAnswer, OutboundRefused } from '../../limits/outbound.ts'
import type { CallStore } from '../../rows/call-store.ts'
import { entityOf } from '../../store/entity.ts'
import { isObject, type Json, type JsonObject } from '../../values/json.ts'
import type { JobBody, JobContext } from '../jobs/job-body.ts'
import { storedRow } from '../operation.ts'
import { signedHeaders } from './signature.ts'
import { openSubscription, secretsAt } from './subscription.ts'

/** What a receiver has for the head of its answer. */
const answerMs = 10_000
/** After which an attempt is made again; past the last there is none. Some 30 hours. */
const retriesMs = [5e3, 3e4, 12e4, 6e5, 18e5, 36e5, 72e5, 18e6, 36e6, 36e6]
const retryAfterMostMs = 86_400_000

/**
 * Sends one change as its subscriber sees the row now, signed (Standard Webhooks). Redirects are not followed: who is subscribed is who
 * answers at the address.
 */
export const deliverTo =
  (store: CallStore, outbound: Outbound): JobBody =>
  async ({ value, row: webhook }, context) => {
    const { id, attempt, principal, step, signal, tell, retry, fail } = context
    if (webhook?.state !== 'active') return fail('not-delivered', `The webhook is ${webhook?.state}.`)
    const data = await toldOf(value, context)
    if (!data) {
      tell('Its subscriber sees no such row now: nothing was sent.')
      return null
    }
    // What is shown goes on record before it leaves.
    await step(`send ${attempt}`, async () => null)
    const key = { id: webhook.id ?? null }
    const stored = await storedRow(store, entityOf(store.units, 'Webhook'), key, principal)
    if (!stored) return fail('not-delivered', 'There is no such webhook any more.')
    const subscription = openSubscription(store, String(webhook.id), String(stored.sealed))
    const nowMs = store.nowMs()
    const body = JSON.stringify({ type: `${value.entity}.${value.change}`, timestamp: value.at, data })
    const message = { id, atSeconds: Math.floor(nowMs / 1000), body }
    const headers = {
      'content-type': 'application/json',
      'user-agent': `${store.model.name} (webhooks)`,
      ...signedHeaders(message, secretsAt(subscription, nowMs)),
    }
    const began = performance.now()
    const answer = await outbound
      .post(String(webhook.url), { body, headers, signal: AbortSignal.any([signal, AbortSignal.timeout(answerMs)]) })
      .catch((error: unknown) => whyNone(error, signal))
    const ms = Math.round(performance.now() - began)
    const said = typeof answer === 'string' ? answer : `It answered ${answer.status}.`
    tell(`${said} (${ms} ms)`)
    if (typeof answer !== 'string') {
      if (answer.status >= 200 && answer.status < 300) return { status: answer.status, ms }
      if (answer.status === 410) await step('gone', (context) => endOf(context)(key))
      if (answer.status === 410) return fail('not-delivered', said)
    }
    const afterMs = retriesMs[attempt - 1]
    if (afterMs === undefined) return fail('not-delivered', said)
    return retry(said, { afterMs: Math.max(afterMs, askedToWait(answer)) })
  }

/** The change with the row as its subscriber sees it now; null where they see none. Of a row that is gone there is only what named it. */
const toldOf = async (
  { entity, change, key }: JsonObject,
  { rows }: Pick<JobContext, 'rows'>,
): Promise<JsonObject | null> => {
  if (typeof entity !== 'string' || !isObject(key)) return null
  const asked = change === 'deleted' ? { limit: 1 } : { where: key, limit: 1 }
  const [row = null] = await rows.list(entity, asked as Parameters<typeof rows.list>[1])
  if (change === 'deleted') return { entity, change, key, row: null }
  return row && { entity, change: change as Json, key, row }
}

/** A sentence of ours: what the network says may tell of the network that the service stands in. */
const whyNone = (error: unknown, signal: AbortSignal): string => {
  if (signal.aborted) throw signal.reason
  if (error instanceof OutboundRefused) return error.message
  const { name, code = '' } = error as NodeJS.ErrnoException
  if (name === 'AbortError' || name === 'TimeoutError') return `It gave no answer in ${answerMs / 1000} seconds.`
  return sentences[code] ?? 'The connection broke before it answered.'
}

const sentences: Readonly<Record<string, string>> = {
  ENOTFOUND: 'There is no such host.',
  EAI_AGAIN: 'Its host could not be looked up.',
  ECONNREFUSED: 'Nobody listens there.',
  EHOSTUNREACH: 'Its host cannot be reached.',
  ENETUNREACH: 'Its host cannot be reached.',
  CERT_HAS_EXPIRED: 'Its certificate has expired.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'Its certificate is signed by nobody known here.',
  SELF_SIGNED_CERT_IN_CHAIN: 'Its certificate is signed by nobody known here.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'Its certificate is signed by nobody known here.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Its certificate is that of another host.',
}

/** `Retry-After` in seconds (RFC 9110 section 10.2.3), within a day. */
const askedToWait = (answer: OutboundAnswer | string): number => {
  const seconds = typeof answer === 'string' ? '' : (answer.retryAfter ?? '')
  return /^\d{1,9}$/.test(seconds) ? Math.min(retryAfterMostMs, Number(seconds) * 1000) : 0
}

const endOf = (context: object): ((key: JsonObject) => Promise<Json>) =>
  (context as { readonly operations: { readonly endWebhook: (key: JsonObject) => Promise<Json> } }).operations
    .endWebhook
