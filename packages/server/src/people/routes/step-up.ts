import type { FastifyRequest } from 'fastify'
import type { SignedIn } from '../accounts/signed-in.ts'
import { browserOf, countRefusal, record } from './ask.ts'
import type { PeopleParts } from './parts.ts'
import { staleCode, wrongOf } from './wrong.ts'

/** Of who showed a code of their authenticator or a passkey just now: a token that says so, or what was wrong. */
export type SteppedUp = { readonly token: string } | { readonly wrong: string; readonly isOut: boolean }

/** What who is signed in shows of now: one of both, the other is empty. */
export interface ShownNow {
  readonly signedIn: SignedIn
  readonly code: string
  /** What an authenticator answered. */
  readonly passkey: string
}

/** What an authenticator is asked to step up; null where who is signed in has no passkey. */
export const stepUpOptions = async (
  { passkeys, store }: PeopleParts,
  { person, session }: Pick<SignedIn, 'person' | 'session'>,
): Promise<string | null> =>
  (await store.passkeys.list(person)).length === 0 ? null : passkeys.ask('passkey-step-up', session)

/**
 * Takes a code of who is signed in. Codes are counted as those of a sign-in; where they were wrong too often, the session ends, as whoever
 * has it may have stolen it. Rejects with a ProblemError (`too-many`).
 */
export const stepUp = async (
  parts: PeopleParts,
  request: FastifyRequest,
  { signedIn, code, passkey }: ShownNow,
): Promise<SteppedUp> => {
  const browser = browserOf(request)
  if (passkey !== '') return byPasskey(parts, request, { signedIn, passkey })
  const answered = await parts.accounts.stepUp(code, browser)
  if (answered.status === 200) {
    await record(parts, request, 'stepUp', signedIn.person)
    return parts.tokens.make({ ...signedIn, freshFactorAtMs: parts.nowMs(), factor: 'authenticator' })
  }
  countRefusal(parts, request)
  const isOut = answered.status === 429
  if (isOut) await parts.accounts.ask({ path: '/sign-out', body: {} }, browser)
  return { wrong: wrongOf(answered, staleCode), isOut }
}

/** A passkey is of this person, and answers what was asked in this session. */
const byPasskey = async (
  parts: PeopleParts,
  request: FastifyRequest,
  { signedIn, passkey }: Omit<ShownNow, 'code'>,
): Promise<SteppedUp> => {
  const shown = await parts.passkeys.answered('passkey-step-up', signedIn.session, passkey)
  if (shown?.person !== signedIn.person) {
    countRefusal(parts, request)
    return { wrong: 'This is no passkey of yours, or it took too long: do it again.', isOut: false }
  }
  await record(parts, request, 'stepUp', signedIn.person)
  await parts.accounts.stepUpByPasskey(browserOf(request))
  return parts.tokens.make({ ...signedIn, freshFactorAtMs: parts.nowMs(), factor: 'passkey' })
}
