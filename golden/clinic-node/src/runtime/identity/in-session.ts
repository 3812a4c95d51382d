import type { Authenticate, Principal } from '../call/call.ts'
import { ProblemError, problem } from '../problem/problem.ts'
import { rememberRenewal, renewalOf } from './standing.ts'

/** Whoever a session signs in is signed in as long as the session lasts, and what they opened with it no longer. */
export const inSession = (authenticate: Authenticate, nowMs: () => number): Authenticate => {
  const known = new WeakMap<Principal, Map<number, Principal>>()
  const ending = (principal: Principal, untilMs: number): Principal => {
    if (principal.untilMs !== undefined && principal.untilMs <= untilMs) return principal
    const of = known.get(principal) ?? new Map<number, Principal>()
    known.set(principal, of)
    const made = of.get(untilMs) ?? { ...principal, untilMs }
    // Of one sign-in there are a few sessions; of more than that each is made anew.
    if (of.size >= sessionsMax) of.clear()
    of.set(untilMs, made)
    rememberRenewal(made, async () => {
      const renewed = await (renewalOf(principal)?.() ?? principal)
      return { ...renewed, untilMs: Math.min(untilMs, renewed.untilMs ?? untilMs) }
    })
    return made
  }
  return (credential) => {
    const untilMs = credential?.untilMs
    if (untilMs === undefined) return authenticate(credential)
    if (untilMs <= nowMs()) throw new ProblemError(problem('unauthenticated', { detail: 'The session has ended.' }))
    const found = authenticate(credential)
    if (found instanceof Promise) return found.then((principal) => principal && ending(principal, untilMs))
    return found && ending(found, untilMs)
  }
}

const sessionsMax = 100
