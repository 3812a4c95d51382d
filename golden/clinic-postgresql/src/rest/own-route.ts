import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest, preParsingHookHandler } from 'fastify'
import { type Gate, leaveUnread, preferredType, refuseLongAddress, sendThrown } from '../runtime/http/index.ts'
import {
  InputErrors,
  type Json,
  type JsonObject,
  type Member,
  type Problem,
  ProblemError,
  problem,
  type RouteModel,
  type ServiceBackend,
  stepText,
} from '../runtime/index.ts'
import { type Asked, both, invalid, parametersOf } from './asked.ts'
import { readBody } from './body.ts'
import { deprecatedHandler } from './deprecation.ts'
import { handlerOf } from './handler.ts'
import { openRate } from './open-rate.ts'
import { readOperationInput } from './operation-input.ts'
import { ownAnswer } from './send-own.ts'

export interface OwnAddress {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** From the root: `/api/orders/:id/receipt`. */
  readonly url: string
}

/** Adds a route of the charter's own, in a scope of its own: it takes one media type, which others do not. */
export const addOwnRoute = (
  app: FastifyInstance,
  options: ServiceBackend,
  operation: RouteModel,
  { method, url }: OwnAddress,
): void =>
  void app.register(async (scope) => {
    const { body } = operation.route
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, sent, done) => done(null, sent))
    scope.route({
      method: method === 'GET' ? ['GET', 'HEAD'] : method,
      url,
      ...(body && { bodyLimit: body.bytesMax }),
      config: { gate: gateOf(options, operation) },
      preParsing: refuseOtherType(operation),
      handler: deprecatedHandler(
        operation.deprecated,
        handlerOf(options, {
          operation: operation.name,
          answer: { status: 200, own: ownAnswer(membersOf(operation.input, 'headers').map(({ name }) => name)) },
          read: (request) => readRequest(operation, request),
        }),
      ),
    })
  })

/** Addresses, and answers that the client would not take, are refused before it is asked who calls. */
const gateOf = ({ onBug }: ServiceBackend, { route }: RouteModel): Gate => {
  const often = route.isOpen ? openRate() : null
  return {
    style: 'rest',
    sessions: 'address',
    ...(route.isOpen && { isForNobody: true }),
    before: (request) => {
      often?.(request)
      refuseLongAddress(request, 'Send less in it.')
      if (preferredType(request.headers.accept, route.answers) === null)
        throw new ProblemError(problem('not-acceptable', { detail: `Answers are ${route.answers.join(' or ')}.` }))
    },
    refuse: (request, reply, error) => sendThrown(request, reply, error, onBug),
  }
}

/** What was sent is of another type, or of another encoding than UTF-8: refused before it is read (RFC 9110 section 15.5.16). */
const refuseOtherType =
  ({ route }: RouteModel): preParsingHookHandler =>
  (request, reply, payload, done) => {
    const { 'content-type': given, 'content-length': length, 'transfer-encoding': coding } = request.headers
    const isSent = coding !== undefined || (length !== undefined && length !== '0')
    if (!isSent || isTaken(route.body, given)) return done(null, payload)
    leaveUnread(request, reply)
    const detail = route.body
      ? `Send ${route.body.type}${route.body.as === 'bytes' ? '' : ' in UTF-8'}, and say so by Content-Type.`
      : 'No body is taken here.'
    done(new ProblemError(problem('unsupported-media-type', { detail })))
  }

const isTaken = (body: RouteModel['route']['body'], given: string | undefined): boolean => {
  if (!body || given === undefined) return false
  const [type, ...parameters] = given.split(';').map((part) => part.trim().toLowerCase())
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice('charset='.length)
  const isUtf8Said = charset === undefined || /^"?(?:utf-8|us-ascii)"?$/.test(charset)
  return type === body.type && (body.as === 'bytes' || isUtf8Said)
}

const readRequest = (operation: RouteModel, request: FastifyRequest): Asked => {
  const { input, route } = operation
  const errors = new InputErrors()
  const { of, problem: broken } = parametersOf(request)
  const query = readOperationInput(membersOf(input, 'query'), of, errors)
  for (const { name } of query.rest)
    errors.push({ path: `/query/${name}`, code: 'unknown', message: 'There is no such parameter here.' })
  const body = route.body ? bodyOf(route.body.as, request.body) : {}
  const type = preferredType(request.headers.accept, route.answers)
  const value: JsonObject = {
    ...part(input, 'params', pathOf(membersOf(input, 'params'), request)),
    ...part(input, 'query', query.value),
    ...part(input, 'headers', headersOf(membersOf(input, 'headers'), request)),
    ...(body.value !== undefined && { body: body.value }),
    ...part(input, 'type', type ?? ''),
  }
  const wrong = broken ?? invalid(errors)
  return { input: { value }, unreadable: wrong && body.problem ? both(wrong, body.problem) : (wrong ?? body.problem) }
}

/** A part of the input, where the route has it. */
const part = (input: readonly Member[], name: string, value: Json): JsonObject =>
  input.some((member) => member.name === name) ? { [name]: value } : {}

const membersOf = (input: readonly Member[], name: string): readonly Member[] => {
  const type = input.find((member) => member.name === name)?.type
  return type?.kind === 'record' ? type.members : []
}

const pathOf = (members: readonly Member[], request: FastifyRequest): JsonObject => {
  const given = request.params as Readonly<Record<string, string>>
  const parameters = members.map(({ name }) => ({ name, steps: [name], value: stepText(given[name] ?? '') }))
  return readOperationInput(members, parameters, new InputErrors()).value
}

/** As they were sent; what is there more than once is joined by commas (RFC 9110 section 5.3). */
const headersOf = (members: readonly Member[], { headers }: FastifyRequest): JsonObject =>
  Object.fromEntries(
    members.flatMap(({ name }) => {
      const given = headers[name]
      return given === undefined ? [] : [[name, [given].flat().join(', ')]]
    }),
  )

interface ReadBody {
  readonly value?: Json
  readonly problem?: Problem
}

/** Nothing that was sent is text or bytes too; JSON is none. */
const bodyOf = (as: 'json' | 'text' | 'bytes', sent: unknown): ReadBody => {
  if (as === 'json') return readBody(sent)
  const bytes = Buffer.isBuffer(sent) ? sent : Buffer.alloc(0)
  if (as === 'bytes') return { value: bytes.toString('base64') }
  return isUtf8(bytes)
    ? { value: bytes.toString('utf8') }
    : { problem: problem('malformed', { detail: 'The body is not UTF-8.' }) }
}
