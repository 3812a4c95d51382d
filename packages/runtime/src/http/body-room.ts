import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Principal } from '../call/call.ts'
import { principalKey } from '../call/principal-key.ts'
import { placesOf } from '../limits/places.ts'
import { ProblemError, problem } from '../problem/problem.ts'

/** Memory for what is sent: so many bodies of the greatest size at once, and so many of one caller. */
const bodiesMax = 64
const bodiesEachMax = 8

/** Takes memory for a request's body until it is answered. Throws a ProblemError (`too-many`). */
export type HoldBody = (request: FastifyRequest, reply: FastifyReply, principal: Principal) => void

/** `bodyBytesMax`: of one body, which counts as that much where its length is not said (RFC 9112 section 6). */
export const bodyRoom = (bodyBytesMax: number): HoldBody => {
  const room = placesOf({ max: bodiesMax * bodyBytesMax, eachMax: bodiesEachMax * bodyBytesMax })
  return ({ headers }, reply, principal) => {
    const bytes = headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : bodyBytesMax
    if (bytes === 0) return
    const leave = room.take(principalKey(principal), Math.min(bytes, bodyBytesMax))
    if (!leave) throw new ProblemError(problem('too-many', { detail: full, retryAfterSeconds: 1 }))
    reply.raw.once('close', leave)
  }
}

const full = `At most ${bodiesMax} bodies of the greatest size are read at once, and ${bodiesEachMax} of one caller.`
