import { ProblemError, problem } from '@charter/runtime'
import { openRoute } from '@charter/runtime/http'
import type { FastifyInstance } from 'fastify'
import { browserOf } from './ask.ts'
import type { PeopleParts } from './parts.ts'

/** `POST /token`: a short token for the API, of who is signed in (as RFC 6749 section 5.1 has it). `GET /.well-known/jwks.json`: whose it is. */
export const tokenRoutes = (scope: FastifyInstance, { accounts, tokens, mode }: PeopleParts): void => {
  scope.get('/.well-known/jwks.json', openRoute, (_request, reply) =>
    reply.header('content-type', 'application/jwk-set+json').send(JSON.stringify(tokens.jwks)),
  )
  scope.post('/token', openRoute, async (request, reply) => {
    const signedIn = await accounts.signedIn(browserOf(request))
    if (!signedIn) throw new ProblemError(problem('unauthenticated', { detail: 'Sign in at /sign-in.' }))
    if (mode === 'production' && signedIn.secondFactorAtMs === null)
      throw new ProblemError(problem('step-up-required', { detail: 'Show a second factor, at /second-factor.' }))
    const { token, seconds } = await tokens.make(signedIn)
    return reply
      .header('cache-control', 'no-store')
      .header('content-type', 'application/json')
      .send(JSON.stringify({ access_token: token, token_type: 'Bearer', expires_in: seconds }))
  })
}
