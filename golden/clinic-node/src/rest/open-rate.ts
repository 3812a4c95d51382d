import type { FastifyRequest } from 'fastify'
import { addressOf } from '../runtime/http/index.ts'
import { networkOf, ProblemError, tokenBucket } from '../runtime/index.ts'

/** Requests that an open route takes of one address in a minute, and at once: whoever sends for others (webhooks) has room. */
const perMinute = 3000

/** How often an address may call what nobody signs in for. Throws a ProblemError (`too-many`). */
export const openRate = (nowMs: () => number = Date.now): ((request: FastifyRequest) => void) => {
  const bucket = tokenBucket({ perMinute, nowMs })
  return (request) => {
    const often = bucket.take(networkOf(addressOf(request)))
    if (often) throw new ProblemError(often)
  }
}
