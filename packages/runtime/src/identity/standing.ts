import type { Principal } from '../call/call.ts'
import { ProblemError } from '../problem/problem.ts'
import { canonicalJson } from '../values/canonical-json.ts'
import type { JsonObject } from '../values/json.ts'

/** How the credential of a principal is verified once more, past any cache. Kept as long as the principal is. */
const renewals = new WeakMap<Principal, () => Promise<Principal>>()

export const rememberRenewal = (principal: Principal, renew: () => Promise<Principal>): void => {
  renewals.set(principal, renew)
}

/** What verifies it once more; undefined where nothing does. */
export const renewalOf = (principal: Principal): (() => Promise<Principal>) | undefined => renewals.get(principal)

/**
 * Whether the sign-in still proves the same principal: it has not ended, its key was not revoked, nor what it may do changed. While
 * whoever knows that cannot be asked (`unavailable`), what was proven stands.
 */
export const stands = async (principal: Principal, nowMs: number): Promise<boolean> => {
  if (principal.untilMs !== undefined && principal.untilMs <= nowMs) return false
  const renew = renewals.get(principal)
  if (!renew) return true
  try {
    return isSamePrincipal(await renew(), principal)
  } catch (error) {
    return error instanceof ProblemError && error.problem.code === 'unavailable'
  }
}

/** Within five seconds, with the time that asking takes. */
const lookEveryMs = 4_000

/**
 * For what is done one after the other under one sign-in: whether that still stands, looked at anew where the last look was longer ago. Once it
 * has ended it stays so.
 */
export const standingOf = (principal: Principal, nowMs: () => number): (() => boolean | Promise<boolean>) => {
  let lookedMs = nowMs()
  let isStanding = true
  return () => {
    const now = nowMs()
    if (!isStanding || now - lookedMs <= lookEveryMs) return isStanding
    return stands(principal, now).then((found) => {
      lookedMs = now
      isStanding &&= found
      return isStanding
    })
  }
}

interface Look {
  readonly followers: Set<() => void>
  readonly timer: NodeJS.Timeout
}

/** One for each principal, whatever it has opened: as many streams of one sign-in cost what one costs. */
const looks = new WeakMap<Principal, Look>()

/** Tells once when a sign-in no longer stands, also where nothing else happens. Gives what stops it. */
export const watchStanding = (principal: Principal, nowMs: () => number, onEnd: () => void): (() => void) => {
  const look = looks.get(principal) ?? lookAfter(principal, nowMs)
  // Of its own, where one follows twice.
  const follower = (): void => onEnd()
  look.followers.add(follower)
  return () => {
    look.followers.delete(follower)
    if (look.followers.size === 0) endLook(principal, look)
  }
}

const lookAfter = (principal: Principal, nowMs: () => number): Look => {
  let isLooking = false
  const look = async (): Promise<void> => {
    // Who is asked slowly is not asked twice at once.
    if (isLooking) return
    isLooking = true
    const isStanding = await stands(principal, nowMs())
    isLooking = false
    if (isStanding) return
    endLook(principal, made)
    for (const each of made.followers) each()
  }
  const made: Look = { followers: new Set(), timer: setInterval(() => void look(), lookEveryMs).unref() }
  looks.set(principal, made)
  return made
}

const endLook = (principal: Principal, look: Look): void => {
  clearInterval(look.timer)
  if (looks.get(principal) === look) looks.delete(principal)
}

/** Whether both may do the same, and for as long. */
export const isSamePrincipal = (one: Principal, other: Principal): boolean => textOf(one) === textOf(other)

/** What it is told of a call is no part of who it is. */
const textOf = ({ asked: _, ...principal }: Principal): string => canonicalJson(principal as unknown as JsonObject)
