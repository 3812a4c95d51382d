import { networkOf, ProblemError, tokenBucket } from '@charter/runtime'
import { addressOf, leaveUnread, openRoute } from '@charter/runtime/http'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Tries of what is secret, by address: many people behind one have room, and who guesses has little. */
const perMinute = 30

/** A route at which something secret is tried, so often from one address. */
export const triedRoute = (nowMs: () => number) => {
  const tries = tokenBucket({ perMinute, nowMs })
  return {
    ...openRoute,
    exposeHeadRoute: false,
    onRequest: async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      const often = tries.take(networkOf(addressOf(request)))
      if (!often) return
      leaveUnread(request, reply)
      throw new ProblemError(often)
    },
  }
}

/** How a route says that at it something secret is tried; made once, as what is counted is counted over all of them. */
export type TriedRoute = ReturnType<typeof triedRoute>
