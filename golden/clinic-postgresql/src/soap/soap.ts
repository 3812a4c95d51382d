import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { contextOf } from '../runtime/http/index.ts'
import {
  type Call,
  failed,
  type Outcome,
  type Principal,
  type Problem,
  ProblemError,
  problem,
  type Serving,
} from '../runtime/index.ts'
import { writeAnswer } from './answer.ts'
import { type Envelope, readEnvelope, writeEnvelope } from './envelope.ts'
import { faultStatus, writeFault } from './fault.ts'
import { mediaTypes, type SoapNames, type SoapOperation, type SoapVersion } from './names.ts'
import { readRequest } from './request.ts'
import { type SoapModel, soapModel } from './row.ts'
import { identify } from './security.ts'
import { Unsayable } from './write-xml.ts'

/** What one SOAP endpoint works with. */
interface Endpoint {
  readonly serving: Serving
  readonly names: SoapNames
  readonly model: SoapModel
  readonly operations: ReadonlyMap<string, SoapOperation>
}

/** Adds the endpoint to a Fastify server: `POST` takes envelopes of SOAP 1.1 and 1.2, `GET …?wsdl` gives the contract. */
export const soap = async (app: FastifyInstance, serving: Serving, names: SoapNames, wsdl: string): Promise<void> => {
  const endpoint: Endpoint = {
    serving,
    names,
    model: soapModel(serving.model),
    operations: new Map(names.operations.map((operation) => [operation.name, operation])),
  }
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(Object.values(mediaTypes), { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    scope.post(names.path, (request, reply) => answer(endpoint, request, reply))
    scope.get(names.path, async (request, reply) => {
      if (!/[?&]wsdl\b/i.test(request.raw.url ?? ''))
        return reply
          .code(405)
          .header('allow', 'POST')
          .type('text/plain')
          .send(`Send SOAP envelopes here with POST. The contract: ${names.path}?wsdl\n`)
      return reply.type('text/xml; charset=utf-8').send(placed(wsdl, request))
    })
  })
}

/** The contract with the address at which it was asked for, where that is one to trust in markup. */
const placed = (wsdl: string, { protocol, headers }: FastifyRequest): string => {
  const host = headers.host ?? ''
  return /^[\w.:[\]-]{1,255}$/.test(host) ? wsdl.replaceAll('http://localhost:8080', `${protocol}://${host}`) : wsdl
}

const answer = async (endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
  const assumed: SoapVersion = request.headers['content-type']?.startsWith(mediaTypes['1.2']) ? '1.2' : '1.1'
  const read = readEnvelope(request.body, assumed)
  const version = 'envelope' in read ? read.envelope.version : read.version
  const fault = (of: Problem, isNotUnderstood = false): FastifyReply =>
    send(
      request,
      reply,
      faultStatus(version, of),
      version,
      writeFault(version, of, endpoint.names.namespace, isNotUnderstood),
    )
  try {
    const security = 'envelope' in read ? read.envelope.security : undefined
    const principal = await identify(request, security, endpoint.serving.authenticate)
    if ('problem' in read)
      return fault(principal ? read.problem : problem('unauthenticated'), principal !== null && read.isNotUnderstood)
    return await perform(endpoint, read.envelope, principal, request, reply, fault)
  } catch (error) {
    if (error instanceof ProblemError) return fault(error.problem)
    if (error instanceof Unsayable) return fault(problem('not-acceptable', { detail: error.message }))
    endpoint.serving.onBug?.(error)
    return fault(problem('internal', { cause: error }))
  }
}

const perform = async (
  { serving, names, model, operations }: Endpoint,
  { request: element, version }: Envelope,
  principal: Principal | null,
  request: FastifyRequest,
  reply: FastifyReply,
  fault: (of: Problem) => FastifyReply,
): Promise<FastifyReply> => {
  const operation = element.namespace === names.namespace ? operations.get(element.name) : undefined
  if (!operation)
    return fault(
      principal
        ? problem('not-found', { detail: `There is no operation {${element.namespace}}${element.name} here.` })
        : problem('unauthenticated'),
    )
  const { unreadable, input, select, ifMatch, idempotencyKey } = readRequest(element, operation, serving.model, model)
  const timeoutMs = serving.model.limits.requestTimeoutMs
  const context = contextOf(request, reply, { style: 'soap', timeoutMs, unreadable })
  const call: Call = {
    operation: operation.operation,
    input,
    ...(select && { select }),
    principal,
    context: ifMatch || idempotencyKey !== undefined ? withOwn(context, ifMatch, idempotencyKey) : context,
  }
  const outcome = whole(await serving.execute(call))
  if (outcome.kind === 'problem') return fault(outcome.problem)
  if (outcome.kind !== 'value')
    return fault(problem('not-implemented', { detail: 'SOAP carries neither streams nor jobs.' }))
  const written = writeAnswer(operation, outcome, select, serving.model, model, names.namespace)
  return send(request, reply, 200, version, writeEnvelope(version, written))
}

/** What the message says of itself goes before what HTTP's headers say. */
const withOwn = (
  context: Call['context'],
  ifMatch: readonly string[] | undefined,
  idempotencyKey: string | undefined,
): Call['context'] =>
  Object.assign(context, { ...(ifMatch && { ifMatch }), ...(idempotencyKey !== undefined && { idempotencyKey }) })

/** One body, one answer: what is only partly there is not passed off as whole. */
const whole = (outcome: Outcome): Outcome => {
  const partial = outcome.kind === 'value' ? outcome.problems?.[0] : undefined
  return partial ? failed(partial.problem) : outcome
}

const send = (
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  version: SoapVersion,
  text: string,
): FastifyReply =>
  reply
    .code(status)
    .header('content-type', `${mediaTypes[version]}; charset=utf-8`)
    .header('x-request-id', request.id)
    .header('cache-control', 'no-store')
    .send(text)
