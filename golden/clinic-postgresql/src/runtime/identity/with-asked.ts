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
  const strongAge = strongAgeOf(principal, nowMs)
  const { style, address } = origin
  const made: Principal = {
    ...principal,
    asked: { style, ...(strongAge !== null && { strongAge }), ...(address !== undefined && { address }) },
  }
  const renew = renewalOf(principal)
  if (renew) rememberRenewal(made, renew)
  return made
}
