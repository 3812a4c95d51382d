import { openRoute } from '@charter/runtime/http'
import type { FastifyInstance } from 'fastify'
import { homePage } from '../pages/home.ts'
import { sendOn, sendPage } from '../pages/page.ts'
import { browserOf } from './ask.ts'
import type { PeopleParts } from './parts.ts'

/** `GET /`: where signing in leads. Who is not signed in is led there. */
export const homeRoute = (scope: FastifyInstance, { accounts, url }: PeopleParts): void => {
  scope.get('/', openRoute, async (request, reply) => {
    const signedIn = await accounts.signedIn(browserOf(request))
    return signedIn ? sendPage(reply, homePage(signedIn, url())) : sendOn(reply, '/sign-in')
  })
}
