import type { Authenticate, Principal } from '../call/call.ts'
import { ProblemError, problem } from '../problem/problem.ts'
import { oncePerPrincipal } from './once-per-principal.ts'
import { rememberRenewal, renewalOf } from './standing.ts'

/** Whoever a session signs in is signed in as long as the session lasts, and what they opened with it no longer. */
export const inSession = (authenticate: Authenticate, nowMs: () => number): Authenticate => {
  const ending = oncePerPrincipal(endingAt)
  return (credential) => {
    const untilMs = credential?.untilMs
    if (untilMs === undefined) return authenticate(credential)
    if (untilMs <= nowMs()) throw new ProblemError(problem('unauthenticated', { detail: 'The session has ended.' }))
    const found = authenticate(credential)
    if (found instanceof Promise) return found.then((principal) => principal && ending(principal, untilMs))
    return found && ending(found, untilMs)
  }
}

const endingAt = (principal: Principal, untilMs: number): Principal => {
  if (principal.untilMs !== undefined && principal.untilMs <= untilMs) return principal
  const made = { ...principal, untilMs }
  rememberRenewal(made, async () => {
    const renewed = await (renewalOf(principal)?.() ?? principal)
    return { ...renewed, untilMs: Math.min(untilMs, renewed.untilMs ?? untilMs) }
  })
  return made
}
