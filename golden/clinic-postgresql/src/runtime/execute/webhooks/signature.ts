import { createHmac, randomBytes } from 'node:crypto'

/** What a delivery is signed with: `whsec_` and 32 bytes in base64 (Standard Webhooks, "Signature scheme"). */
export const newSecret = (): string => `${prefix}${randomBytes(32).toString('base64')}`

const prefix = 'whsec_'

export interface SignedMessage {
  /** The same each time that it is sent. */
  readonly id: string
  /** When it is sent, in whole seconds. */
  readonly atSeconds: number
  readonly body: string
}

/** The headers of a message, signed with each of these secrets (https://www.standardwebhooks.com). */
export const signedHeaders = (
  { id, atSeconds, body }: SignedMessage,
  secrets: readonly string[],
): Readonly<Record<string, string>> => ({
  'webhook-id': id,
  'webhook-timestamp': String(atSeconds),
  'webhook-signature': secrets.map((secret) => `v1,${macOf(secret, `${id}.${atSeconds}.${body}`)}`).join(' '),
})

const macOf = (secret: string, text: string): string =>
  createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64'))
    .update(text)
    .digest('base64')
