import { isRange } from '../limits/outbound.ts'
import { listIn } from './proxies.ts'

/** Where webhooks may be sent besides the Internet. */
export interface WebhooksConfig {
  /** Addresses, and ranges of them in CIDR notation: also without TLS. */
  readonly to: readonly string[]
}

type Environment = Readonly<Record<string, string | undefined>>

/** `WEBHOOKS_TO`: `10.20.0.0/16, 127.0.0.1`. */
export const readWebhooks = ({ WEBHOOKS_TO }: Environment): WebhooksConfig => ({
  to: listIn(WEBHOOKS_TO),
})

/** What is wrong with these settings, each with what to set. */
export const webhookMistakes = (env: Environment): readonly string[] =>
  readWebhooks(env)
    .to.filter((each) => !isRange(each))
    .map((each) => `WEBHOOKS_TO takes addresses and ranges like 10.20.0.0/16, and not "${each}".`)
