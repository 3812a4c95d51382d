import type { Principal } from '../../call/call.ts'
import { ownOperations, type ServiceModel } from '../../call/model.ts'
import { apiKeyOf } from '../../identity/standing.ts'
import type { Outbound } from '../../limits/outbound.ts'
import type { CallStore } from '../../rows/call-store.ts'
import type { Json, JsonObject } from '../../values/json.ts'
import type { ExecutorOptions } from '../call-engine.ts'
import type { EntityHooks } from '../entity-hooks.ts'
import type { StartedBy } from '../jobs/sealed-start.ts'
import type { AnyOperation, OperationBody } from '../operation-body.ts'
import { deliverTo } from './deliver.ts'
import { newSecret } from './signature.ts'
import { openSubscription, type Subscription, sealSubscription } from './subscription.ts'

export const webhookEntity = 'Webhook'
export const deliveryOperation = 'webhookDelivery'

/** Whether a charter has `webhooks`. */
export const hasWebhooks = (model: ServiceModel): boolean =>
  ownOperations(model).some(({ name, isBuiltIn }) => isBuiltIn === true && name === deliveryOperation)

/** How long receivers may still know the secret before. */
const rotationMs = 86_400_000
/** Each is a row, a read and a request for each change. */
const perSubscriberMax = 20

/** The code of what `webhooks` adds to a charter, as a person's own code of it would be handed over. */
export const webhookBodies = (
  store: CallStore,
  outbound: Outbound,
): Pick<ExecutorOptions, 'operations'> & Required<Pick<ExecutorOptions, 'hooks'>> => {
  const subscriptionOf = (row: JsonObject | null): Subscription =>
    openSubscription(store, String(row?.id), String(row?.sealed))

  const show: OperationBody = async ({ row }) => ({ secret: subscriptionOf(row).secret })

  const rotate: OperationBody<ServiceRights> = async ({ row }, { rows }) => {
    const subscription = subscriptionOf(row)
    const before = { secret: subscription.secret, untilMs: store.nowMs() + rotationMs }
    const secret = newSecret()
    const sealed = sealSubscription(store, String(row?.id), { ...subscription, secret, before })
    await rows.update(webhookEntity, { id: row?.id ?? null }, { sealed })
    return { secret }
  }

  const resend: OperationBody<ServiceRights> = async ({ row, value }, { rows, principal, operations, fail }) => {
    const job = ownOperations(store.model).find(({ name }) => name === deliveryOperation)?.job ?? ''
    const delivery = await rows.read(job, { id: value.delivery ?? null })
    const isOfIt = (delivery?.on as JsonObject | undefined)?.id === row?.id
    // Whoever else may act on a webhook does not see as its subscriber does.
    if (!delivery || !isOfIt || row?.subscriber !== principal.id)
      return fail(
        'no-such-delivery',
        'There is no such delivery of this webhook, or it is for its subscriber to send again.',
      )
    const send = (operations as unknown as Readonly<Record<string, Send>>)[deliveryOperation]
    return (await send?.({ id: row?.id ?? null }, delivery.input as JsonObject)) ?? null
  }

  const hooks: EntityHooks = {
    before: async ({ action, row }, { principal, rows, refuse }) => {
      if (action === 'delete') return undefined
      const why = outbound.refusal(String(row.url))
      if (why !== null) refuse('/url', why)
      if (action === 'update') return undefined
      const own = await rows.list(webhookEntity, { where: { subscriber: principal.id }, limit: perSubscriberMax })
      if (own.length === perSubscriberMax) refuse('/url', `A subscriber has at most ${perSubscriberMax} webhooks.`)
      const by = { principal, trace: undefined, apiKey: apiKeyOf(principal), from: askedFrom(principal) }
      return { sealed: sealSubscription(store, String(row.id), { secret: newSecret(), before: null, by }) }
    },
  }

  return {
    operations: {
      showWebhookSecret: show,
      rotateWebhookSecret: rotate,
      resendWebhookDelivery: resend,
      [deliveryOperation]: deliverTo(store, outbound),
    },
    hooks: { [webhookEntity]: hooks },
  }
}

interface ServiceRights extends AnyOperation {
  readonly rights: 'service'
}

type Send = (key: JsonObject, value: JsonObject) => Promise<Json>

/** How it was asked for, where rules ask. */
const askedFrom = ({ asked }: Principal): StartedBy['from'] => ({
  style: asked?.style ?? 'rest',
  address: asked?.address,
})
