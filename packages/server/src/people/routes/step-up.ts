import type { FastifyRequest } from 'fastify'
import type { SignedIn } from '../accounts/signed-in.ts'
import { browserOf, countRefusal, record } from './ask.ts'
import type { PeopleParts } from './parts.ts'
import { wrongOf } from './wrong.ts'

/** Of who showed a code of their authenticator just now: a token that says so, or what was wrong. */
export type SteppedUp = { readonly token: string } | { readonly wrong: string; readonly isOut: boolean }

/**
 * Takes a code of who is signed in. Codes are counted as those of a sign-in; where they were wrong too often, the session ends, as whoever
 * has it may have stolen it. Rejects with a ProblemError (`too-many`).
 */
export const stepUp = async (
  parts: PeopleParts,
  request: FastifyRequest,
  { signedIn, code }: { readonly signedIn: SignedIn; readonly code: string },
): Promise<SteppedUp> => {
  const browser = browserOf(request)
  const answered = await parts.accounts.stepUp(code, browser)
  if (answered.status === 200) {
    await record(parts, request, 'stepUp', signedIn.person)
    return parts.tokens.make({ ...signedIn, freshFactorAtMs: parts.nowMs() })
  }
  countRefusal(parts, request)
  const isOut = answered.status === 429
  if (isOut) await parts.accounts.ask({ path: '/sign-out', body: {} }, browser)
  return { wrong: wrongOf(answered, 'This code is not the one of now: wait for the next, and type that.'), isOut }
}
