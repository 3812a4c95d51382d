import { openRoute } from '@charter/runtime/http'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Answered } from '../accounts/open-accounts.ts'
import { beginSecondFactorPage, codePage, type NewAuthenticator, showSecretPage } from '../pages/forms.ts'
import { sendOn, sendPage } from '../pages/page.ts'
import { ask, browserOf } from './ask.ts'
import type { TriedRoute } from './bounds.ts'
import type { PeopleParts } from './parts.ts'
import { readTexts } from './read-texts.ts'
import { tellOfCodes } from './recovery-code.ts'
import { staleCode, wrongOf } from './wrong.ts'

/** The code that ends a sign-in, and before it an authenticator for whoever has none. */
export const secondFactorRoutes = (scope: FastifyInstance, parts: PeopleParts, tried: TriedRoute): void => {
  scope.get('/second-factor', openRoute, async (request, reply) => {
    const signedIn = await parts.accounts.signedIn(browserOf(request))
    return sendPage(reply, signedIn && !signedIn.hasSecondFactor ? beginSecondFactorPage(null) : codePage(null))
  })
  scope.post('/second-factor/set-up', tried, async (request, reply) => {
    const body = readTexts(request, ['password'])
    const answered = await ask(parts, request, { path: '/two-factor/enable', body })
    const signedIn = await parts.accounts.signedIn(browserOf(request))
    if (answered.status === 200 && signedIn) await tellOfCodes(parts, request, signedIn)
    return showSecret(reply, answered)
  })
  scope.post('/second-factor', tried, async (request, reply) => {
    const body = readTexts(request, ['code'])
    const answered = await ask(parts, request, { path: '/two-factor/verify-totp', body })
    if (answered.status === 200) return sendOn(reply, '/', answered.cookies)
    // No sign-in is under way: it took too long, or there was none.
    if (answered.status === 403) return sendOn(reply, '/sign-in')
    return sendPage(reply, codePage(wrongOf(answered, staleCode)))
  })
}

/** Shows the secret of a new authenticator, once. */
export const showSecret = (reply: FastifyReply, answered: Answered, cookies: readonly string[] = []): FastifyReply => {
  if (answered.status === 200) {
    const made = { ...newSecretOf(answered), action: '/second-factor' }
    return sendPage(reply, showSecretPage(made, [...cookies, ...answered.cookies]))
  }
  return sendPage(reply, beginSecondFactorPage(wrongOf(answered, 'This is not your password.')))
}

/** What somebody is to keep, of what better-auth answered. */
export const newSecretOf = ({ body }: Answered): Omit<NewAuthenticator, 'action'> => {
  const { totpURI: uri, backupCodes: codes } = secret.parse(body)
  return { uri, codes }
}

const secret = z.object({ totpURI: z.string(), backupCodes: z.array(z.string()) })
