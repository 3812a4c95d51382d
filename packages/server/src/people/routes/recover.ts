import { openRoute } from '@charter/runtime/http'
import type { FastifyInstance } from 'fastify'
import { changedLetter, recoveryLetter } from '../../mail/letters.ts'
import { weakPassword } from '../accounts/weak-password.ts'
import { noLinkPage } from '../pages/forms.ts'
import { sendPage } from '../pages/page.ts'
import { askedPage, changedPage, newPasswordPage, noMailPage, recoverPage } from '../pages/recover-forms.ts'
import { readRecovery, recoveryMs } from '../recovery.ts'
import { countRefusal, record } from './ask.ts'
import type { TriedRoute } from './bounds.ts'
import type { PeopleParts } from './parts.ts'
import { readTexts } from './read-texts.ts'
import { writeTo } from './write-to.ts'

/**
 * Another password by a link that is sent to the address of an account. Whoever asks is told the same, as soon, whether there is one or not. Signing in
 * takes a second factor after it as before.
 */
export const recoverRoutes = (scope: FastifyInstance, parts: PeopleParts, tried: TriedRoute): void => {
  const { accounts, store, mail } = parts
  scope.get('/recover', openRoute, (_request, reply) => sendPage(reply, mail ? recoverPage : noMailPage))
  scope.post('/recover', tried, (request, reply) => {
    const { email } = readTexts(request, ['email'])
    // Nobody waits for it: how long a letter takes tells whose account there is.
    sendLink(parts, email.trim()).catch(parts.onBug)
    return sendPage(reply, mail ? askedPage : noMailPage)
  })
  scope.get('/recover/:code', tried, async (request, reply) => {
    const recovery = await readRecovery(store.links, request.params)
    return sendPage(reply, recovery ? newPasswordPage(recovery, null) : noLinkPage)
  })
  scope.post('/recover/:code', tried, async (request, reply) => {
    const recovery = await readRecovery(store.links, request.params)
    if (!recovery) {
      countRefusal(parts, request)
      return sendPage(reply, noLinkPage)
    }
    const { password } = readTexts(request, ['password'])
    const wrong = weakPassword(password, recovery.email)
    if (wrong !== null) return sendPage(reply, newPasswordPage(recovery, wrong))
    // From here on the link has been used, also by who comes at the same moment.
    if ((await store.links.use('recovery', recovery.code)) === null) return sendPage(reply, noLinkPage)
    await record(parts, request, 'recover', recovery.person)
    await accounts.changePassword(recovery.person, password)
    await store.programs.endAll(recovery.person)
    writeTo(parts, changedLetter, { to: recovery.email, path: '/recover' })
    return sendPage(reply, changedPage)
  })
}

const sendLink = async ({ accounts, store, mail, url }: PeopleParts, email: string): Promise<void> => {
  if (!mail || (await store.attempts.begin(`recovery:${email.toLowerCase()}`)) > 0) return
  const account = await accounts.find(email)
  if (!account) return
  const code = await store.links.make('recovery', { data: JSON.stringify(account), lifeMs: recoveryMs })
  await mail.send(recoveryLetter({ to: account.email, link: `${url()}/recover/${code}` }))
}
