import type { Principal } from '../call/call.ts'
import { forgetOldest } from '../limits/forget-oldest.ts'

/** Others may be made up by callers without end: past these, what was made longest ago is made anew. */
const keptMax = 100

/** What is made of a principal and something else about a request, once: what is kept by principal goes on under the same one. */
export const oncePerPrincipal = <Of>(
  make: (principal: Principal, of: Of) => Principal,
): ((principal: Principal, of: Of) => Principal) => {
  const made = new WeakMap<Principal, Map<Of, Principal>>()
  return (principal, of) => {
    const known = made.get(principal) ?? new Map<Of, Principal>()
    made.set(principal, known)
    const found = known.get(of) ?? make(principal, of)
    known.delete(of)
    forgetOldest(known, keptMax)
    known.set(of, found)
    return found
  }
}
