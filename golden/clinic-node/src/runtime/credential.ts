import type { Credential } from './call.ts'
import { ProblemError, problem } from './problem.ts'

/** Carries what a gateway asserts of who calls, apart from what the caller itself shows. */
export const gatewayHeader = 'x-gateway-assertion'

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>

/**
 * What a request shows of who calls, by its headers in lower case: a gateway's assertion where there is one, else
 * `Authorization: Bearer …` (RFC 6750), else `X-Api-Key`. Throws a ProblemError (`unauthenticated`) for another scheme.
 */
export const credentialIn = (headers: Headers): Credential | null => {
  const { authorization, 'x-api-key': key, [gatewayHeader]: assertion } = headers
  // A gateway may hand on what the caller showed to it; what it asserts itself is what counts.
  if (typeof assertion === 'string') return { kind: 'gateway', text: assertion }
  if (typeof authorization === 'string' && authorization !== '') return bearerOf(authorization)
  return typeof key === 'string' ? { kind: 'api-key', text: key } : null
}

const bearerOf = (authorization: string): Credential => {
  // RFC 9110 section 11.1: the scheme's case does not matter.
  if (authorization.slice(0, 7).toLowerCase() !== 'bearer ')
    throw new ProblemError(
      problem('unauthenticated', { detail: 'Only "Authorization: Bearer <token>" is taken here, or X-Api-Key.' }),
    )
  return { kind: 'bearer', text: authorization.slice(7).trim() }
}
