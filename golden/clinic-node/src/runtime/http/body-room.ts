import type { FastifyReply, FastifyRequest } from 'fastify'
import { nobody, type Principal } from '../call/call.ts'
import { networkOf } from '../call/client-network.ts'
import { principalKey } from '../call/principal-key.ts'
import { placesOf } from '../limits/places.ts'
import { ProblemError, problem } from '../problem/problem.ts'
import { addressOf } from './request.ts'

/** Memory for what is sent: so many bodies of the greatest size at once, and so many of one caller. */
const bodiesMax = 64
const bodiesEachMax = 8

/** Of nobody, whom open routes alone let in: bodies of the greatest size, and bodies however short; both at once, and of one network. */
const openMax = 32
const openEachMax = 4
const openBodiesMax = 1024
const openBodiesEachMax = 64

/** Takes memory for a request's body until it is answered. Throws a ProblemError (`too-many`). */
export type HoldBody = (request: FastifyRequest, reply: FastifyReply, principal: Principal) => void

/**
 * `bodyBytesMax`: of one body. One whose length is not said (RFC 9112 section 6) counts as long as its route takes. Who does not sign in
 * has a room apart, so that nobody takes from callers what is theirs.
 */
export const bodyRoom = (bodyBytesMax: number): HoldBody => {
  const known = placesOf({ max: bodiesMax * bodyBytesMax, eachMax: bodiesEachMax * bodyBytesMax })
  const open = placesOf({ max: openMax * bodyBytesMax, eachMax: openEachMax * bodyBytesMax })
  const openBodies = placesOf({ max: openBodiesMax, eachMax: openBodiesEachMax })

  const takeOpen = (network: string, bytes: number): (() => void) | null => {
    const leave = openBodies.take(network)
    const leaveBytes = leave && open.take(network, bytes)
    if (!leaveBytes) leave?.()
    return (
      leaveBytes &&
      (() => {
        leave()
        leaveBytes()
      })
    )
  }

  return (request, reply, principal) => {
    const bytes = bytesOf(request, bodyBytesMax)
    if (bytes === 0) return
    const isOpen = principal === nobody
    const leave = isOpen ? takeOpen(networkOf(addressOf(request)), bytes) : known.take(principalKey(principal), bytes)
    if (!leave)
      throw new ProblemError(problem('too-many', { detail: isOpen ? fullOfNobody : full, retryAfterSeconds: 1 }))
    reply.raw.once('close', leave)
  }
}

const bytesOf = ({ headers, routeOptions }: FastifyRequest, bodyBytesMax: number): number => {
  const most = Math.min(routeOptions.bodyLimit ?? bodyBytesMax, bodyBytesMax)
  return headers['transfer-encoding'] === undefined ? Math.min(Number(headers['content-length'] ?? 0), most) : most
}

const full = `At most ${bodiesMax} bodies of the greatest size are read at once, and ${bodiesEachMax} of one caller.`
const fullOfNobody = `Of callers who do not sign in, at most ${openMax} bodies of the greatest size and ${openBodiesMax} of any are read at once; from one address ${openEachMax} and ${openBodiesEachMax}.`
