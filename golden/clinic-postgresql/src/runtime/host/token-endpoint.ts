import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Principal } from '../call/call.ts'
import { leaveUnread, openRoute } from '../http/gate.ts'
import { addressOf } from '../http/request.ts'
import { sendProblem } from '../http/send-problem.ts'
import type { Asked } from '../identity/sign-in/exchange.ts'
import { ProblemError } from '../problem/problem.ts'
import { auditEntry, newNotes } from '../record/audit-entry.ts'
import type { Service } from './compose.ts'

const grantType = 'urn:ietf:params:oauth:grant-type:saml2-bearer'
/** As the record calls it. */
const style = 'oauth2'
const form = 'application/x-www-form-urlencoded'
/** An assertion in base64url, and the parameters beside it: as much as is read of whoever is nobody yet. */
const bodyBytesMax = 65_536

interface Refused {
  readonly error: string
  readonly sentence: string
}

/**
 * `POST /oauth2/token` (RFC 6749 section 4.5, RFC 7522 section 2.1): one SAML assertion in a form, for an access token of this
 * service. Not there where the service takes no assertions.
 */
export const registerTokenEndpoint = (
  app: FastifyInstance,
  { exchange, audit, nowMs, refusals }: Pick<Service, 'exchange' | 'audit' | 'nowMs' | 'refusals'>,
): void => {
  if (!exchange) return
  app.register(async (scope) => {
    scope.addContentTypeParser(form, { parseAs: 'buffer', bodyLimit: bodyBytesMax }, (_request, body, done) =>
      done(null, body),
    )
    scope.setErrorHandler((error: FastifyError, request, reply) => {
      leaveUnread(request, reply)
      throw error
    })
    scope.post('/oauth2/token', openRoute, async (request, reply) => {
      const asked = readForm(request.body)
      if ('error' in asked) return refuse(reply, asked)
      const exchanged = await exchange(asked).catch(unavailable)
      if ('error' in exchanged) {
        const often = exchanged.error === 'invalid_grant' && refusals.failed({ style, address: addressOf(request) })
        return often ? sendProblem(request, reply, often) : refuse(reply, exchanged)
      }
      const recorded = await audit.durable(signInEntry(request, exchanged.principal, nowMs()), null).catch(unavailable)
      if (recorded) return refuse(reply, recorded)
      return answer(reply, 200, {
        access_token: exchanged.token,
        token_type: 'Bearer',
        expires_in: exchanged.seconds,
        ...(asked.scopes && { scope: asked.scopes.join(' ') }),
      })
    })
  })
}

/** A state or a record that does not answer. Anything else is a bug, and fails the request as one. */
const unavailable = (error: unknown): Refused => {
  if (error instanceof ProblemError) return { error: 'temporarily_unavailable', sentence: error.problem.detail }
  throw error
}

const refuse = (reply: FastifyReply, { error, sentence }: Refused): FastifyReply =>
  answer(reply, error === 'temporarily_unavailable' ? 503 : 400, { error, error_description: sentence })

// RFC 6749 section 5.1: nobody on the way keeps a token.
const answer = (reply: FastifyReply, status: number, body: object): FastifyReply =>
  reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('content-type', 'application/json')
    .send(JSON.stringify(body))

const readForm = (body: unknown): Asked | Refused => {
  const fields = new URLSearchParams(Buffer.isBuffer(body) ? body.toString() : '')
  const only = (name: string): string | undefined =>
    fields.getAll(name).length === 1 ? (fields.get(name) ?? '') : undefined
  const [type, assertion, scope] = ['grant_type', 'assertion', 'scope'].map(only)
  // RFC 6749 section 3.2: no parameter twice.
  if (type === undefined || fields.getAll('scope').length > 1)
    return {
      error: 'invalid_request',
      sentence: `Send grant_type, assertion and, if you like, scope, each once, as ${form}.`,
    }
  if (type !== grantType)
    return { error: 'unsupported_grant_type', sentence: `The grant_type taken here is ${grantType}.` }
  if (!assertion || !/^[A-Za-z0-9_-]+={0,2}$/.test(assertion))
    return { error: 'invalid_request', sentence: 'Send one assertion, in base64url.' }
  const scopes = scope?.split(' ').filter(Boolean)
  return { assertion: Buffer.from(assertion, 'base64url'), ...(scopes?.length && { scopes }) }
}

const signInEntry = (request: FastifyRequest, principal: Principal, nowMs: number) =>
  auditEntry(
    {
      operation: 'exchangeAssertion',
      input: {},
      principal,
      context: { origin: { style, address: addressOf(request), requestId: request.id } },
    },
    'ok',
    newNotes(),
    'durable',
    nowMs,
  )
