import type { FastifyInstance } from 'fastify'
import type { Json } from '../runtime/index.ts'

/** Sends one call on that a browser cannot make itself, to a port that a style has for itself. Rejects with a sentence for what is no call of the contract. */
export type Relay = (call: RelayedCall) => Promise<object>

export interface RelayedCall {
  readonly path: string
  readonly metadata: Readonly<Record<string, string>>
  readonly message: Json
}

const bodyBytesMax = 1024 * 1024

/** `POST /_charter/relay/<style>`, of a scope that answers loopback callers alone. A page of another site cannot send JSON here (Fetch, CORS). */
export const registerRelay = (scope: FastifyInstance, style: string, relay: Relay): void => {
  scope.post(`/_charter/relay/${style}`, { bodyLimit: bodyBytesMax }, async (request, reply) => {
    const { origin, host } = request.headers
    const isJson = /^application\/json\b/.test(request.headers['content-type'] ?? '')
    if (!isJson || (origin !== undefined && !URL.canParse(origin)) || (origin && new URL(origin).host !== host))
      return reply.code(403).send({ detail: 'Only the page of this service may have calls relayed.' })
    const call = callOf(String(request.body))
    if (!call) return reply.code(400).send({ detail: 'Give path, metadata and message: text, the message as JSON.' })
    try {
      return await relay(call)
    } catch (error) {
      return reply.code(400).send({ detail: error instanceof Error ? error.message : 'The call could not be relayed.' })
    }
  })
}

/** Servers of the API take bodies as they came. */
const callOf = (text: string): RelayedCall | null => {
  try {
    const { path, metadata = {}, message } = JSON.parse(text) as Record<string, unknown>
    if (typeof path !== 'string' || typeof message !== 'string') return null
    const texts = Object.entries(Object(metadata) as object).filter(([, value]) => typeof value === 'string')
    return { path, message: JSON.parse(message) as Json, metadata: Object.fromEntries(texts) }
  } catch {
    return null
  }
}
