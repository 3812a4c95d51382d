import { openRoute } from '@charter/runtime/http'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { owner } from '../owner.ts'
import { localPage, noLinkPage } from '../pages/forms.ts'
import { sendOn, sendPage } from '../pages/page.ts'
import { browserOf, countRefusal, record } from './ask.ts'
import type { TriedRoute } from './bounds.ts'
import type { PeopleParts } from './parts.ts'

/** Where links of a platform on this machine lead: they sign its owner in. */
export const localLinkRoutes = (scope: FastifyInstance, parts: PeopleParts, tried: TriedRoute): void => {
  scope.get('/sign-in', openRoute, (_request, reply) => sendPage(reply, localPage))
  scope.get('/sign-in/:code', tried, async (request, reply) => {
    const { code } = params.parse(request.params)
    if ((await parts.store.links.use('owner', code)) === null) {
      countRefusal(parts, request)
      return sendPage(reply, noLinkPage)
    }
    await record(parts, request, 'signIn', owner)
    const { cookies } = await parts.accounts.begin(owner, browserOf(request), null)
    return sendOn(reply, '/', cookies)
  })
}

const params = z.object({ code: z.string() })
