import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Principal } from '../../call/call.ts'
import { countedRefusal } from '../../call/counted-refusal.ts'
import type { ServiceBackend } from '../../call/service-backend.ts'
import { ProblemError, problem } from '../../problem/problem.ts'
import { instantAt } from '../../values/instant-at.ts'
import { leaveUnread, openRoute } from '../gate.ts'
import { sendThrown } from '../refuse.ts'
import { addressOf, credentialOf } from '../request.ts'

/**
 * `POST` begins a session of a browser with the credential that a request shows, `GET` says who it is, `DELETE` ends it. Not there where the
 * charter has no `access.cookies`.
 */
export const registerSession = (app: FastifyInstance, serving: ServiceBackend, path: string): void => {
  const { sessions, onBug } = serving
  if (!sessions) return
  const refused = (request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply => {
    leaveUnread(request, reply)
    return sendThrown(
      request,
      reply,
      countedRefusal(serving.refusals, { style: 'rest', address: addressOf(request) }, error),
      onBug,
    )
  }
  const record = async (operation: string, request: FastifyRequest, principal: Principal): Promise<void> =>
    serving.recordSignIn?.(operation, principal, { style: 'rest', address: addressOf(request), requestId: request.id })
  app.get(path, (request, reply) => answer(request, reply, 200, whoIs(request.principal)))
  app.post(path, async (request, reply) => {
    try {
      const { principal } = request
      const credential = credentialOf(request)
      if (!principal || !credential) throw new ProblemError(problem('unauthenticated'))
      if (!sessions.isTaken(request)) throw new ProblemError(problem('forbidden', { detail: foreign }))
      const { cookie, untilMs } = sessions.begin(credential, principal)
      await record('beginSession', request, principal)
      reply.header('set-cookie', cookie)
      return answer(request, reply, 201, { ...whoIs(principal), until: instantAt(untilMs) })
    } catch (error) {
      return refused(request, reply, error)
    }
  })
  app.delete(path, openRoute, async (request, reply) => {
    try {
      if (!sessions.isTaken(request)) throw new ProblemError(problem('forbidden', { detail: foreign }))
      // One that holds no longer is ended all the same.
      const credential = sessions.credentialOf(request, 'script')
      const principal = credential && (await Promise.resolve(serving.authenticate(credential)).catch(() => null))
      if (principal) await record('endSession', request, principal)
      reply.header('set-cookie', sessions.end())
      return reply
        .code(204)
        .header('cache-control', 'no-store')
        .header('x-request-id', request.id)
        .header('vary', vary)
        .send()
    } catch (error) {
      return refused(request, reply, error)
    }
  })
}

const foreign = 'Sessions begin and end on pages of this service’s own origin.'
const vary = 'Authorization, Accept'

/** Who it is, as the service sees them: never the credential. */
const whoIs = (principal: Principal | null) => ({
  id: principal?.id,
  roles: principal?.roles,
  attributes: principal?.attributes,
  ...(principal?.tenant !== undefined && { tenant: principal.tenant }),
  ...(principal?.scopes && { scopes: principal.scopes }),
  ...(principal?.untilMs !== undefined && { until: instantAt(principal.untilMs) }),
})

const answer = (request: FastifyRequest, reply: FastifyReply, status: number, body: object): FastifyReply =>
  reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('content-type', 'application/json; charset=utf-8')
    .header('vary', vary)
    .header('x-request-id', request.id)
    .send(JSON.stringify(body))
