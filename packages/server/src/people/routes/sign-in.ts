import { openRoute } from '@charter/runtime/http'
import type { FastifyInstance } from 'fastify'
import { signInPage } from '../pages/forms.ts'
import { sendOn, sendPage } from '../pages/page.ts'
import { ask } from './ask.ts'
import type { TriedRoute } from './bounds.ts'
import type { PeopleParts } from './parts.ts'
import { readTexts } from './read-texts.ts'
import { wrongOf } from './wrong.ts'

/** The form of e-mail and password; who has shown both is asked for a second factor, or sets one up. */
export const signInRoutes = (scope: FastifyInstance, parts: PeopleParts, tried: TriedRoute): void => {
  scope.get('/sign-in', openRoute, (_request, reply) => sendPage(reply, signInPage(null)))
  scope.post('/sign-in', tried, async (request, reply) => {
    const body = readTexts(request, ['email', 'password'])
    const answered = await ask(parts, request, { path: '/sign-in/email', body })
    if (answered.status === 200) return sendOn(reply, '/second-factor', answered.cookies)
    return sendPage(reply, signInPage(wrongOf(answered, 'No account has this e-mail address and password.')))
  })
}
