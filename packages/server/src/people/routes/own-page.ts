import { ProblemError, problem } from '@charter/runtime'
import { isOwnPage, leaveUnread } from '@charter/runtime/http'
import type { FastifyInstance } from 'fastify'
import type { PeopleParts } from './parts.ts'

/**
 * Pages are the platform's own at its own host: under another name of the same address (a name that was pointed here, DNS rebinding) there is none. What
 * changes something is taken of those pages alone: a page of another site cannot have a browser sign in, out, or ask for a token. It is asked before anything
 * of a body is read.
 */
export const takeOwnPages = (scope: FastifyInstance, { url }: Pick<PeopleParts, 'url'>): void => {
  scope.addHook('onRequest', (request, reply, done) => {
    const { origin, host } = new URL(url())
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (request.headers.host === host && (isRead || isOwnPage(request, origin, 'script'))) return done()
    leaveUnread(request, reply)
    const detail = isRead ? `It is at ${origin}.` : `This is taken of pages of ${origin} alone.`
    done(new ProblemError(problem('forbidden', { detail })))
  })
}
