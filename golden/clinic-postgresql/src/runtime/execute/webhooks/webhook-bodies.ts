import { apiKeyOf } from '../../call/api-key-of.ts'
import { majorOf } from '../../call/major.ts'
import { ownOperations } from '../../call/model.ts'
import { webhookNames } from '../../call/webhook-names.ts'
import type { Outbound } from '../../limits/outbound.ts'
import { canonicalJson } from '../../values/canonical-json.ts'
import type { Json, JsonObject } from '../../values/json.ts'
import type { ExecutorOptions } from '../call-engine.ts'
import type { EntityHooks } from '../entity-hooks.ts'
import { isOurs } from '../jobs/majors.ts'
import type { StartedBy } from '../jobs/sealed-start.ts'
import { ifOurs } from '../jobs/sealed-work.ts'
import { askedFrom } from '../jobs/start-job.ts'
import type { AnyOperation, OperationBody, OwnCodeContext } from '../operation-body.ts'
import { callOf } from '../own-context.ts'
import { deliverTo } from './deliver.ts'
import { newSecret } from './signature.ts'
import type { SubscriberEngine } from './subscriber.ts'
import { openSubscription, type Subscription, sealSubscription } from './subscription.ts'

const told = ['url', 'entities', 'changes']

const secretLost = `It was sealed under another secret of the service, or the row was changed past it: make another by \`${webhookNames.rotateSecret}\`.`

const elsewhere = 'It was subscribed at another version of the service, which sends it: ask that one.'

/** How long receivers may still know the secret before. */
const rotationMs = 86_400_000
/** Each is a row, a read and a request for each change. */
const perSubscriberMax = 20

/** The code of what `webhooks` adds to a charter, as a person's own code of it would be handed over. */
export const webhookBodies = (
  engine: SubscriberEngine,
  outbound: Outbound,
): Pick<ExecutorOptions, 'operations'> & Required<Pick<ExecutorOptions, 'hooks'>> => {
  const { store } = engine
  const found = (row: JsonObject): Subscription | null => ifOurs(() => openSubscription(store, row))
  const fresh = (context: OwnCodeContext): Subscription => ({
    secret: newSecret(),
    before: null,
    sinceMs: store.nowMs(),
    by: { ...startedIn(context), major: majorOf(store.model) },
  })

  const show: OperationBody = async ({ row }, { principal, fail }) => {
    if (row?.subscriber !== principal.id) return fail('not-its-subscriber')
    return { secret: found(row)?.secret ?? fail('secret-lost', secretLost) }
  }

  const rotate: OperationBody<ServiceRights> = async ({ row }, context) => {
    const { rows, principal, fail } = context
    if (row?.subscriber !== principal.id) return fail('not-its-subscriber')
    const former = found(row)
    const before = former && { secret: former.secret, untilMs: store.nowMs() + rotationMs }
    const { secret, ...rest } = fresh(context)
    const sealed = sealSubscription(store, row, { ...(former ?? rest), secret, before })
    await rows.update(webhookNames.entity, { id: row.id ?? null }, { sealed })
    return { secret }
  }

  const resend: OperationBody<ServiceRights> = async ({ row, value }, { rows, principal, operations, fail }) => {
    const job = ownOperations(store.model).find(({ name }) => name === webhookNames.delivery)?.job ?? ''
    const delivery = await rows.read(job, { id: value.delivery ?? null })
    const isOfIt = (delivery?.on as JsonObject | undefined)?.id === row?.id
    // Whoever else may act on a webhook does not see as its subscriber does.
    if (row?.subscriber !== principal.id) return fail('not-its-subscriber')
    if (!delivery || !isOfIt) return fail('no-such-delivery')
    const subscription = found(row)
    if (subscription && !(await isOurs(engine, subscription.by.major))) return fail('no-such-delivery', elsewhere)
    const send = (operations as unknown as Readonly<Record<string, Send>>)[webhookNames.delivery]
    return (await send?.({ id: row.id ?? null }, delivery.input as JsonObject)) ?? null
  }

  const hooks: EntityHooks = {
    before: async ({ action, row, stored }, context) => {
      const { principal, rows, refuse } = context
      if (action === 'delete') return undefined
      const why = outbound.refusal(String(row.url))
      if (why !== null) refuse('/url', why)
      if (action === 'create') {
        const own = await rows.list(webhookNames.entity, {
          where: { subscriber: principal.id },
          limit: perSubscriberMax,
        })
        if (own.length === perSubscriberMax) refuse('/url', `A subscriber has at most ${perSubscriberMax} webhooks.`)
        return { sealed: sealSubscription(store, row, fresh(context)) }
      }
      const isMoved = stored.state !== row.state
      const isResumed = isMoved && row.state === 'active'
      const isOther = told.some((name) => canonicalJson(row[name] ?? null) !== canonicalJson(stored[name] ?? null))
      if (!isResumed && !isOther) {
        const known = isMoved ? found(stored) : null
        return known ? { sealed: sealSubscription(store, row, known) } : undefined
      }
      // Where it is sent, and from when on, is said by whom it is told as, with the rights of now.
      if (stored.subscriber !== principal.id) refuse('/url', 'Its subscriber alone says what is told, and where.')
      const { secret, before } = found(stored) ?? fresh(context)
      return { sealed: sealSubscription(store, row, { ...fresh(context), secret, before }) }
    },
  }

  return {
    operations: {
      [webhookNames.showSecret]: show,
      [webhookNames.rotateSecret]: rotate,
      [webhookNames.resend]: resend,
      [webhookNames.delivery]: deliverTo(engine, outbound),
    },
    hooks: { [webhookNames.entity]: hooks },
  }
}

interface ServiceRights extends AnyOperation {
  readonly rights: 'service'
}

const startedIn = (context: OwnCodeContext): StartedBy => {
  const { principal } = context
  return { principal, trace: undefined, apiKey: apiKeyOf(principal), from: askedFrom(principal, callOf(context)) }
}

type Send = (key: JsonObject, value: JsonObject) => Promise<Json>
