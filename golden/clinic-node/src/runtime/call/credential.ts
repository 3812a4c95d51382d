import { ProblemError, problem } from '../problem/problem.ts'
import type { Credential } from './call.ts'

/** Carries what a gateway asserts of who calls, apart from what the caller itself shows. */
export const gatewayHeader = 'x-gateway-assertion'

/** Says which organisation a request is for, beside the credential. */
export const organisationHeader = 'charter-organisation'

/** Names of what shows a credential, in lower case. */
export const credentialHeaders = [gatewayHeader, 'authorization', 'x-api-key', organisationHeader] as const

/** What was given under a name, in lower case. */
export type Header = (name: (typeof credentialHeaders)[number]) => string | readonly string[] | undefined

/**
 * What a request shows of who calls, wherever a style keeps it: a gateway's assertion where there is one, else
 * `Authorization: Bearer …` (RFC 6750), else `X-Api-Key`. What is given more than once is one text, which is no credential. Throws a
 * ProblemError (`unauthenticated`) for another scheme.
 */
export const credentialBy = (header: Header): Credential | null => {
  const credential = shownBy(header)
  const organisation = textOf(header(organisationHeader))
  return credential && organisation !== undefined ? { ...credential, organisation } : credential
}

const shownBy = (header: Header): Credential | null => {
  // A gateway may hand on what the caller showed to it; what it asserts itself is what counts.
  const assertion = textOf(header(gatewayHeader))
  if (assertion !== undefined) return { kind: 'gateway', text: assertion }
  const authorization = textOf(header('authorization'))
  if (authorization !== undefined && authorization !== '') return bearerOf(authorization)
  const key = textOf(header('x-api-key'))
  return key === undefined ? null : { kind: 'api-key', text: key }
}

/** The same of headers, by their names in lower case. */
export const credentialIn = (
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): Credential | null => credentialBy((name) => headers[name])

const textOf = (given: string | readonly string[] | undefined): string | undefined =>
  typeof given === 'string' ? given : given?.join(', ')

const bearerOf = (authorization: string): Credential => {
  // RFC 9110 section 11.1: the scheme's case does not matter.
  if (authorization.slice(0, 7).toLowerCase() !== 'bearer ')
    throw new ProblemError(
      problem('unauthenticated', { detail: 'Only "Authorization: Bearer <token>" is taken here, or X-Api-Key.' }),
    )
  return { kind: 'bearer', text: authorization.slice(7).trim() }
}
