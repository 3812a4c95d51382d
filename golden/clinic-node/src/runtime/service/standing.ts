import type { Principal } from '../call.ts'
import { canonicalJson } from '../canonical-json.ts'
import type { JsonObject } from '../json.ts'
import { ProblemError } from '../problem.ts'

/** How the credential of a principal is verified once more, past any cache. Kept as long as the principal is. */
const renewals = new WeakMap<Principal, () => Promise<Principal>>()

export const rememberRenewal = (principal: Principal, renew: () => Promise<Principal>): void => {
  renewals.set(principal, renew)
}

/**
 * Whether the sign-in still proves the same principal: it has not ended, its key was not revoked, nor what it may do changed. While
 * whoever knows that cannot be asked (`unavailable`), what was proven stands.
 */
export const stands = async (principal: Principal, nowMs: number): Promise<boolean> => {
  if (principal.untilMs !== undefined && principal.untilMs <= nowMs) return false
  const renew = renewals.get(principal)
  if (!renew) return true
  try {
    return textOf(await renew()) === textOf(principal)
  } catch (error) {
    return error instanceof ProblemError && error.problem.code === 'unavailable'
  }
}

const textOf = (principal: Principal): string => canonicalJson(principal as unknown as JsonObject)
