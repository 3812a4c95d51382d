import { ProblemError } from '../problem/problem.ts'
import type { Refusal, Refusals } from './service-backend.ts'

/** What to refuse a request with that came to no call, once it is counted: `too-many` where sign-ins of its address failed too often. */
export const countedRefusal = (
  refusals: Refusals | undefined,
  from: Omit<Refusal, 'reason'>,
  error: unknown,
): unknown => {
  if (!refusals || !(error instanceof ProblemError)) return error
  if (error.problem.code !== 'unauthenticated') {
    refusals.note({ ...from, reason: error.problem.code })
    return error
  }
  const instead = refusals.failed(from)
  return instead ? new ProblemError(instead) : error
}
