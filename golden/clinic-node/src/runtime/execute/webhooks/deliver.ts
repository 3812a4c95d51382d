import { webhookNames } from '../../call/webhook-names.ts'
import { answerMs, type Outbound, type OutboundAnswer, OutboundRefused } from '../../limits/outbound.ts'
import { entityOf } from '../../store/entity.ts'
import { isObject, type Json, type JsonObject } from '../../values/json.ts'
import type { JobBody, JobContext } from '../jobs/job-body.ts'
import { isOurs } from '../jobs/majors.ts'
import { storedRow } from '../operation.ts'
import type { CallsInternal } from '../operation-body.ts'
import { signedHeaders } from './signature.ts'
import { maySee, type Subscriber, type SubscriberEngine, subscriberOf } from './subscriber.ts'
import { secretsAt } from './subscription.ts'

/** After which a try is made again; past the last there is none. Some 30 hours. */
const retriesMs = [5e3, 3e4, 12e4, 6e5, 18e5, 36e5, 72e5, 18e6, 36e6, 36e6]
const retryAfterMostMs = 86_400_000

/**
 * Sends one change as its subscriber sees the row now, signed (Standard Webhooks). Redirects are not followed: who is subscribed is who
 * answers at the address.
 */
export const deliverTo =
  (engine: SubscriberEngine, outbound: Outbound): JobBody =>
  async ({ value, row }, context) => {
    const { id, attempt, told, principal, step, signal, tell, retry, fail } = context
    const { store } = engine
    const key = { id: row?.id ?? null }
    // Read once, and nothing of it is used but what is as it was sealed.
    const webhook = await storedRow(store, entityOf(store.units, webhookNames.entity), key, principal)
    if (webhook?.state !== 'active') return fail('not-delivered', `The webhook is ${webhook?.state ?? 'gone'}.`)
    const subscriber = await subscriberOf(engine, webhook)
    if (!subscriber)
      return fail('not-delivered', 'Its subscriber is nobody any more, or the webhook was changed past the service.')
    if (!(await isOurs(engine, subscriber.subscription.by.major)))
      return fail('not-delivered', 'The webhook is told by another version of the service now.')
    const data = await toldOf(value, subscriber, context)
    if (!data) {
      tell('Its subscriber sees no such row now: nothing was sent.')
      return null
    }
    // What is shown goes on record before it leaves.
    await step(`send ${attempt}`, async () => null)
    const nowMs = store.nowMs()
    const body = JSON.stringify({ type: `${value.entity}.${value.change}`, timestamp: value.at, data })
    const message = { id, atSeconds: Math.floor(nowMs / 1000), body }
    const headers = {
      'content-type': 'application/json',
      'user-agent': `${store.model.name} (webhooks)`,
      ...signedHeaders(message, secretsAt(subscriber.subscription, nowMs)),
    }
    const began = performance.now()
    const answer = await outbound
      .post(String(webhook.url), { body, headers, signal })
      .catch((error: unknown) => whyNone(error, signal))
    const ms = Math.round(performance.now() - began)
    const said = typeof answer === 'string' ? answer : `It answered ${answer.status}.`
    tell(`${said} (${ms} ms)`)
    if (typeof answer !== 'string') {
      if (answer.status >= 200 && answer.status < 300) return { status: answer.status, ms }
      if (answer.status === 410) {
        await step('gone', (context) => endOf(context)(key))
        return fail('not-delivered', said)
      }
    }
    // Each try tells what it met. One that the end of its process broke off met nothing, and is not counted.
    const afterMs = retriesMs[told.length]
    if (afterMs === undefined) return fail('not-delivered', said)
    return retry(said, { afterMs: Math.max(afterMs, askedToWait(answer)) })
  }

/** The change with the row as its subscriber sees it now; null where they see none. Of a row that is gone there is only what named it. */
const toldOf = async (
  { entity, change, key }: JsonObject,
  subscriber: Subscriber,
  { rows }: Pick<JobContext, 'rows'>,
): Promise<JsonObject | null> => {
  if (typeof entity !== 'string' || !isObject(key)) return null
  if (change === 'deleted') {
    const tenant = subscriber.principal.tenant ?? null
    return (await maySee(subscriber, { entity, change, key, tenant })) ? { entity, change, key, row: null } : null
  }
  const [row = null] = await rows.list(entity, { where: key, limit: 1 } as Parameters<typeof rows.list>[1])
  return row && { entity, change: change as Json, key, row }
}

/** A sentence of ours: what the network says may tell of the network that the service stands in. */
const whyNone = (error: unknown, signal: AbortSignal): string => {
  if (signal.aborted) throw signal.reason
  // Which of the two would tell what names there are where the service stands.
  if (error instanceof OutboundRefused) return notThere
  const { name, code = '' } = error as NodeJS.ErrnoException
  if (name === 'AbortError') return `It gave no answer in ${answerMs / 1000} seconds.`
  return sentences[code] ?? 'The connection broke before it answered.'
}

const notThere = 'There is no such host, or none that this service sends anything to.'

const sentences: Readonly<Record<string, string>> = {
  ENOTFOUND: notThere,
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

/** The move that the charter has for it, of which the engine's own types do not know. */
const endOf = ({ operations }: CallsInternal): ((key: JsonObject) => Promise<Json>) =>
  (operations as unknown as Readonly<Record<typeof webhookNames.end, (key: JsonObject) => Promise<Json>>>)[
    webhookNames.end
  ]
