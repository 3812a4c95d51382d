import { type Problem, type ProblemCode, problemCodes } from '../problem/problem.ts'
import { statusOf } from './status.ts'

export const problemMediaType = 'application/problem+json'

/** A URI that names the kind of problem and asks nobody to fetch it (RFC 9457 section 3.1.1). */
export const problemType = (code: ProblemCode): string => `urn:charter:problem:${code}`

/** Problem details (RFC 9457). `status` where it differs from the code's own: 414 for a long address. */
export const problemDocument = (of: Problem, requestId: string, status = statusOf[of.code]) => ({
  type: problemType(of.code),
  title: problemCodes[of.code],
  status,
  detail: of.detail,
  code: of.code,
  ...(of.reason === undefined ? {} : { reason: of.reason }),
  ...(of.errors === undefined ? {} : { errors: of.errors }),
  ...(of.why === undefined ? {} : { why: of.why }),
  requestId,
})

/** What a problem says in headers: how to sign in (RFC 6750 section 3), when to come back. */
export const problemHeaders = (of: Problem): Readonly<Record<string, string>> => ({
  'content-type': problemMediaType,
  ...(of.code === 'unauthenticated'
    ? { 'www-authenticate': of.isRefusedCredential ? 'Bearer error="invalid_token"' : 'Bearer' }
    : {}),
  ...(of.code === 'step-up-required' ? { 'www-authenticate': 'Bearer error="insufficient_user_authentication"' } : {}),
  // RFC 6750 section 3.1: a token that is good, and not for this.
  ...(of.scopes ? { 'www-authenticate': `Bearer error="insufficient_scope", scope="${of.scopes.join(' ')}"` } : {}),
  ...(of.retryAfterSeconds === undefined ? {} : { 'retry-after': String(of.retryAfterSeconds) }),
})
