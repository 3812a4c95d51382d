import type { FastifyRequest } from 'fastify'
import type { SignedIn } from '../accounts/signed-in.ts'
import { browserOf } from './ask.ts'
import type { PeopleParts } from './parts.ts'

/** Who may say so: whoever is signed in as far as a token takes; null where nobody is. */
export const confirming = async (
  { accounts, mode }: PeopleParts,
  request: FastifyRequest,
): Promise<SignedIn | null> => {
  const signedIn = await accounts.signedIn(browserOf(request))
  return mode === 'development' || (signedIn?.secondFactorAtMs ?? null) !== null ? signedIn : null
}
