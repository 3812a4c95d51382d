import { apiKeyOf, rememberApiKey } from '../call/api-key-of.ts'
import type { Call, Principal } from '../call/call.ts'
import type { ServiceModel } from '../call/model.ts'
import { rememberRenewal, renewalOf } from './standing.ts'
import { strongAgeOf } from './step-up.ts'

/** Who calls, with what the rules ask of the call; the same as before where none of them does. */
export const withAsked = (
  model: Pick<ServiceModel, 'access'>,
  { context: { origin } }: Pick<Call, 'context'>,
  principal: Principal,
  nowMs: number,
): Principal => {
  if (!model.access.asksOfCalls) return principal
  const { style, address } = origin
  const made = askedAt({ ...principal, asked: { nowMs, style, ...(address !== undefined && { address }) } }, nowMs)
  const renew = renewalOf(principal)
  if (renew) rememberRenewal(made, renew)
  rememberApiKey(made, apiKeyOf(principal))
  return made
}

/** The same of a later moment, as a stream asks it of each thing that it tells. */
export const askedAt = (principal: Principal, nowMs: number): Principal => {
  if (!principal.asked) return principal
  const { strongAge: _, ...asked } = principal.asked
  const strongAge = strongAgeOf(principal, nowMs)
  return { ...principal, asked: { ...asked, nowMs, ...(strongAge !== null && { strongAge }) } }
}
