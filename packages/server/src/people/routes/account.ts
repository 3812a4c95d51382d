import { openRoute } from '@charter/runtime/http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SignedIn } from '../accounts/signed-in.ts'
import { accountPage } from '../pages/account-forms.ts'
import type { Wrong } from '../pages/forms.ts'
import { sendOn, sendPage } from '../pages/page.ts'
import { record } from './ask.ts'
import type { TriedRoute } from './bounds.ts'
import { confirming } from './confirming.ts'
import { isFresh } from './fresh.ts'
import type { PeopleParts } from './parts.ts'
import { readTexts } from './read-texts.ts'
import { stepUp, stepUpOptions } from './step-up.ts'

/** Where somebody sees who they are signed in as, from where, and ends sessions. What changes anything takes a second factor of now. */
export const accountRoutes = (scope: FastifyInstance, parts: PeopleParts, tried: TriedRoute): void => {
  scope.get('/account', openRoute, async (request, reply) => {
    const signedIn = await confirming(parts, request)
    return signedIn ? sendAccount(parts, reply, signedIn, null) : sendOn(reply, '/sign-in')
  })
  scope.post('/account/end-session', openRoute, (request, reply) =>
    changing(parts, request, reply, async (signedIn) => {
      const { id } = readTexts(request, ['id'])
      await record(parts, request, 'endSession', signedIn.person)
      await parts.accounts.endSessions(signedIn.person, (each) => each === id)
      return sendOn(reply, '/account')
    }),
  )
  scope.post('/account/end-others', openRoute, (request, reply) =>
    changing(parts, request, reply, async (signedIn) => {
      await record(parts, request, 'endOtherSessions', signedIn.person)
      await parts.accounts.endSessions(signedIn.person, (each) => each !== signedIn.session)
      return sendOn(reply, '/account')
    }),
  )
  if (parts.mode === 'development') return
  scope.post('/account/confirm', tried, async (request, reply) => {
    const signedIn = await confirming(parts, request)
    if (!signedIn) return sendOn(reply, '/sign-in')
    const again = (wrong: string) => sendAccount(parts, reply, signedIn, wrong)
    return (await unlessStepped(parts, request, reply, { signedIn, again })) ?? sendOn(reply, '/account')
  })
}

/** Does what changes an account for who has shown a second factor of now; who has not is asked for one. */
export const changing = async (
  parts: PeopleParts,
  request: FastifyRequest,
  reply: FastifyReply,
  change: (signedIn: SignedIn) => Promise<FastifyReply>,
): Promise<FastifyReply> => {
  const signedIn = await confirming(parts, request)
  if (!signedIn) return sendOn(reply, '/sign-in')
  return isFresh(parts, signedIn) ? change(signedIn) : sendAccount(parts, reply, signedIn, staleFactor)
}

interface Stepping {
  readonly signedIn: SignedIn
  /** What is shown to who may try once more. */
  readonly again: (wrong: string) => Promise<FastifyReply>
}

/** Null where who is signed in has shown just now that it is them; else what they are answered. */
export const unlessStepped = async (
  parts: PeopleParts,
  request: FastifyRequest,
  reply: FastifyReply,
  { signedIn, again }: Stepping,
): Promise<FastifyReply | null> => {
  const stepped = await stepUp(parts, request, { signedIn, ...readTexts(request, ['code', 'passkey']) })
  if (!('wrong' in stepped)) return null
  return stepped.isOut ? sendOn(reply, '/sign-in') : again(stepped.wrong)
}

const staleFactor = 'Show first that it is you, then do it again.'

/** The account of who is signed in, and what went wrong there. */
export const sendAccount = async (
  parts: PeopleParts,
  reply: FastifyReply,
  signedIn: SignedIn,
  wrong: Wrong,
): Promise<FastifyReply> => {
  const sessions = await parts.accounts.sessions(signedIn.person)
  const programs = (await parts.store.programs.list(signedIn.person)).length
  const shown = {
    signedIn,
    sessions,
    programs,
    passkeys: await parts.store.passkeys.list(signedIn.person),
    mode: parts.mode,
    isFresh: isFresh(parts, signedIn),
    passkeyOptions: isFresh(parts, signedIn) ? null : await stepUpOptions(parts, signedIn),
  }
  return sendPage(reply, accountPage(shown, wrong))
}
