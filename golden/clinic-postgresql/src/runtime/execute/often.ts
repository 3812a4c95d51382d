import type { Principal } from '../call/call.ts'
import { principalKey } from '../call/principal-key.ts'
import type { TokenBucket } from '../limits/token-bucket.ts'
import { type Problem, ProblemError } from '../problem/problem.ts'
import type { Execution } from './call-engine.ts'

/** Throws a ProblemError (`too-many`) where a principal has done it too often. */
export const refuseOften = (bucket: TokenBucket | undefined, principal: Principal): void => {
  const often = bucket?.take(principalKey(principal))
  if (often) throw new ProblemError(often)
}

/** A denial of a principal that has had too many: counted on record instead of written for itself. */
export const deniedOften = ({ executing, call, principal, notes }: Execution): Problem | null => {
  const often = notes.intent === null ? executing.rates?.denials.take(principalKey(principal)) : null
  if (!often) return null
  const { style, address = '' } = call.context.origin
  executing.refusals?.note({ style, address, reason: often.code })
  return often
}
