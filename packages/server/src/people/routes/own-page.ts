import { ProblemError, problem } from '@charter/runtime'
import { isOwnPage, leaveUnread } from '@charter/runtime/http'
import type { FastifyInstance } from 'fastify'
import type { PeopleParts } from './parts.ts'

/**
 * What changes something is taken of pages of the platform's own origin alone, and at its own host: a page of another site cannot have a browser
 * sign in, out, or ask for a token. It is asked before anything of a body is read.
 */
export const takeOwnPages = (scope: FastifyInstance, { url }: Pick<PeopleParts, 'url'>): void => {
  scope.addHook('onRequest', (request, reply, done) => {
    if (request.method === 'GET' || request.method === 'HEAD') return done()
    const { origin, host } = new URL(url())
    if (request.headers.host === host && isOwnPage(request, origin, 'script')) return done()
    leaveUnread(request, reply)
    done(new ProblemError(problem('forbidden', { detail: `This is taken of pages of ${origin} alone.` })))
  })
}
