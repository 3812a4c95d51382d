import type { FastifyInstance } from 'fastify'
import { newAuthenticatorLetter } from '../../mail/letters.ts'
import { anotherAuthenticatorPage, confirmAuthenticatorPage } from '../pages/account-forms.ts'
import { sendOn, sendPage } from '../pages/page.ts'
import { changedPage } from '../pages/recover-forms.ts'
import { newCodesPage } from '../pages/recovery-forms.ts'
import { changing, sendAccount, unlessStepped } from './account.ts'
import { ask, browserOf, countRefusal, record } from './ask.ts'
import type { TriedRoute } from './bounds.ts'
import { confirming } from './confirming.ts'
import type { PeopleParts } from './parts.ts'
import { readTexts } from './read-texts.ts'
import { tellOfCodes } from './recovery-code.ts'
import { newSecretOf } from './second-factor.ts'
import { writeTo } from './write-to.ts'
import { messageOf, wrongOf } from './wrong.ts'

/** What proves somebody, changed by them: password, recovery codes, authenticator. */
export const accountSecretRoutes = (scope: FastifyInstance, parts: PeopleParts, tried: TriedRoute): void => {
  scope.post('/account/password', tried, (request, reply) =>
    changing(parts, request, reply, async (signedIn) => {
      const body = { ...readTexts(request, ['currentPassword', 'newPassword']), revokeOtherSessions: true }
      const answered = await ask(parts, request, { path: '/change-password', body })
      if (answered.status === 200) return sendPage(reply, { ...changedPage, cookies: answered.cookies })
      return sendAccount(parts, reply, signedIn, messageOf(answered.body))
    }),
  )
  scope.post('/account/recovery-codes', tried, (request, reply) =>
    changing(parts, request, reply, async (signedIn) => {
      const again = (wrong: string) => sendAccount(parts, reply, signedIn, wrong)
      const refused = await unlessStepped(parts, request, reply, { signedIn, again })
      if (refused) return refused
      await tellOfCodes(parts, request, signedIn)
      return sendPage(reply, newCodesPage(await parts.accounts.newRecoveryCodes(signedIn.person)))
    }),
  )
  scope.post('/account/authenticator', tried, (request, reply) =>
    changing(parts, request, reply, async (signedIn) => {
      const { password } = readTexts(request, ['password'])
      const answered = await parts.accounts.replaceAuthenticator(signedIn.person, password, browserOf(request))
      if (answered.status !== 200) {
        countRefusal(parts, request)
        return sendAccount(parts, reply, signedIn, wrongOf(answered, 'This is not your password.'))
      }
      await record(parts, request, 'replaceAuthenticator', signedIn.person)
      writeTo(parts, newAuthenticatorLetter, { to: signedIn.email, path: '/account' })
      return sendPage(reply, anotherAuthenticatorPage(newSecretOf(answered)))
    }),
  )
  scope.post('/account/authenticator/confirm', tried, async (request, reply) => {
    const signedIn = await confirming(parts, request)
    if (!signedIn) return sendOn(reply, '/sign-in')
    const again = async (wrong: string) => sendPage(reply, confirmAuthenticatorPage(wrong))
    return (await unlessStepped(parts, request, reply, { signedIn, again })) ?? sendOn(reply, '/account')
  })
}
