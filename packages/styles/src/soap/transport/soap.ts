import type { IncomingMessage } from 'node:http'
import {
  type Call,
  countedRefusal,
  failed,
  type Outcome,
  type Principal,
  type Problem,
  ProblemError,
  problem,
  refuseLong,
  type ServiceBackend,
} from '@charter/runtime'
import { addressOf, bugOriginOf, contextOf, credentialOf, leaveUnread, openRoute } from '@charter/runtime/http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { writeAnswer } from './answer.ts'
import { type Envelope, type FaultCause, readEnvelope, writeEnvelope } from './envelope.ts'
import { faultStatus, writeFault } from './fault.ts'
import { readMessage, refuseAttachments } from './message.ts'
import { mediaTypes, type SoapNames, type SoapOperation, type SoapVersion } from './names.ts'
import { readRequest } from './request.ts'
import { type SoapModel, soapModel } from './row.ts'
import { identify, SecurityRefusal } from './security.ts'
import { Unsayable } from './write-xml.ts'

/** What one SOAP endpoint works with. */
interface Endpoint {
  readonly serving: ServiceBackend
  readonly names: SoapNames
  readonly model: SoapModel
  readonly operations: ReadonlyMap<string, SoapOperation>
}

/** Adds the endpoint to a Fastify server: `POST` takes envelopes of SOAP 1.1 and 1.2, `GET …?wsdl` gives the contract, made when it is first asked for. */
export const soap = async (
  app: FastifyInstance,
  serving: ServiceBackend,
  names: SoapNames,
  wsdl: () => string,
): Promise<void> => {
  const endpoint: Endpoint = {
    serving,
    names,
    model: soapModel(serving.model),
    operations: new Map(names.operations.map((operation) => [operation.name, operation])),
  }
  const contract = contractOf(wsdl)
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    const reading = { authenticate: serving.authenticate, bodyBytesMax: serving.model.limits.bodyBytesMax }
    scope.addContentTypeParser(Object.values(mediaTypes), (request: FastifyRequest, body: IncomingMessage) =>
      readMessage(request, body, reading),
    )
    scope.addContentTypeParser('multipart/related', refuseAttachments)
    const refuse = (request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply =>
      refuseThrown(endpoint, request, reply, assumedVersion(request), error)
    scope.setErrorHandler((error, request, reply) => {
      leaveUnread(request, reply)
      // Limits of HTTP have its statuses.
      if (!(error instanceof ProblemError) || error.problem.code === 'too-large') throw error
      return refuse(
        request,
        reply,
        countedRefusal(serving.refusals, { style: 'soap', address: addressOf(request) }, error),
      )
    })
    scope.post(names.path, { config: { gate: { style: 'soap', refuse, mayBeInBody: true } } }, (request, reply) =>
      answer(endpoint, request, reply),
    )
    scope.get(names.path, openRoute, async (request, reply) => {
      if (!/[?&]wsdl\b/i.test(request.raw.url ?? ''))
        return reply
          .code(405)
          .header('allow', 'POST')
          .type('text/plain')
          .send(`Send SOAP envelopes here with POST. The contract: ${names.path}?wsdl\n`)
      return reply.type('text/xml; charset=utf-8').send(contract(request))
    })
  })
}

/**
 * The contract with the address at which it was asked for, where that is one to trust in markup. Kept as bytes for the last address:
 * all who ask there are sent the same ones, however many of them do not read.
 */
const contractOf = (wsdl: () => string): ((request: FastifyRequest) => Buffer) => {
  const ownAddress = 'http://localhost:8080'
  let text: string | null = null
  let kept: { readonly address: string; readonly bytes: Buffer } | null = null
  return ({ protocol, headers: { host = '' } }) => {
    const address = /^[\w.:[\]-]{1,255}$/.test(host) ? `${protocol}://${host}` : ownAddress
    if (kept?.address === address) return kept.bytes
    text ??= wsdl()
    kept = { address, bytes: Buffer.from(text.replaceAll(ownAddress, address)) }
    return kept.bytes
  }
}

const answer = async (endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
  const read = readEnvelope(request.body, assumedVersion(request))
  const version = 'envelope' in read ? read.envelope.version : read.version
  const fault: Fault = (of, why) => sendFault(endpoint, request, reply, version, of, why)
  try {
    if ('problem' in read) {
      endpoint.serving.refusals?.note({ style: 'soap', address: addressOf(request), reason: read.problem.code })
      return fault(read.problem, read.why)
    }
    return await perform(
      endpoint,
      read.envelope,
      await senderOf(endpoint, request, read.envelope),
      request,
      reply,
      fault,
    )
  } catch (error) {
    return refuseThrown(endpoint, request, reply, version, error)
  }
}

type Fault = (of: Problem, why?: FaultCause) => FastifyReply

/** The version that a fault speaks before the message has said its own; of several parts `start-info` says that of the envelope. */
const assumedVersion = ({ headers: { 'content-type': type = '' } }: FastifyRequest): SoapVersion =>
  type.startsWith(mediaTypes['1.2']) || (type.startsWith('multipart/') && type.includes(mediaTypes['1.2']))
    ? '1.2'
    : '1.1'

/** What the message itself proves counts, where HTTP's headers proved somebody too. */
const senderOf = async (
  { serving }: Endpoint,
  request: FastifyRequest,
  { security }: Envelope,
): Promise<Principal | null> =>
  security && credentialOf(request) !== null ? identify(security, serving.authenticate) : request.principal

/** Whatever was thrown, as a fault. Bugs are told to `onBug` alone. */
const refuseThrown = (
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  version: SoapVersion,
  error: unknown,
): FastifyReply => {
  const why: FaultCause | undefined = error instanceof SecurityRefusal ? { code: error.fault } : undefined
  const told = error instanceof ProblemError ? error.problem : problem('internal', { ...unsaid(error), cause: error })
  if (told.code === 'internal') endpoint.serving.onBug?.(told.cause ?? error, bugOriginOf(request))
  return sendFault(endpoint, request, reply, version, told, why)
}

/** Of what stands in no row: a measure, an entry of a trail, a result. */
const unsaid = (error: unknown): { readonly detail?: string } =>
  error instanceof Unsayable ? { detail: `The answer cannot be said in XML: ${error.message}` } : {}

const sendFault = (
  { names }: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  version: SoapVersion,
  of: Problem,
  why: FaultCause | undefined,
): FastifyReply =>
  send(request, reply, faultStatus(version, of, why), version, writeFault(version, of, names.namespace, why))

const perform = async (
  { serving, names, model, operations }: Endpoint,
  { request: element, version }: Envelope,
  principal: Principal | null,
  request: FastifyRequest,
  reply: FastifyReply,
  fault: Fault,
): Promise<FastifyReply> => {
  const operation = element.namespace === names.namespace ? operations.get(element.name) : undefined
  if (!operation) {
    serving.refusals?.note({ style: 'soap', address: addressOf(request), reason: 'not-found' })
    return fault(problem('not-found', { detail: `There is no operation {${element.namespace}}${element.name} here.` }))
  }
  const meant = actionsOf(request).find((action) => action !== `${names.namespace}/${operation.name}`)
  if (meant !== undefined)
    return fault(
      problem('malformed', {
        detail: `The action of the message is "${meant.slice(0, 200)}", and its body asks for ${operation.name}: send "${names.namespace}/${operation.name}", or none.`,
      }),
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
  refuseLong(written.length)
  return send(request, reply, 200, version, writeEnvelope(version, written))
}

/**
 * What HTTP's headers say that the message is for (SOAP 1.1 section 6.1.1; the `action` of SOAP 1.2 part 2 appendix A). Whoever stands
 * before a service may have judged by it: a message for something else is not taken (WS-I Basic Profile 1.2, R2744).
 */
const actionsOf = ({ headers: { soapaction, 'content-type': type = '' } }: FastifyRequest): readonly string[] =>
  [soapaction, /;\s*action=("[^"]*"|[^;\s]*)/i.exec(type)?.[1]]
    .map((action) => String(action ?? '').replace(/^"(.*)"$/, '$1'))
    .filter((action) => action !== '')

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
