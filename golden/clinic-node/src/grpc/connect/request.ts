import type { FastifyReply, FastifyRequest } from 'fastify'
import { contextOf, credentialOf } from '../../runtime/http/index.ts'
import { type Call, ProblemError, parseJson } from '../../runtime/index.ts'
import type { Asked } from '../ask.ts'
import type { MakeCall, Work } from '../handler.ts'
import type { ProtoJson } from '../proto-json.ts'
import type { Carrier } from './carrier.ts'
import { malformed, onlyMessage } from './envelope.ts'

/** A request that is being answered. */
export interface Exchange {
  readonly work: Work
  readonly json: ProtoJson
  readonly carrier: Carrier
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** The first call is by whom the gate let in; who makes another is asked again. */
export const callMaker = (exchange: Exchange): MakeCall => {
  const { work, request } = exchange
  const asked = read(exchange)
  let isFirst = true
  return async (timeoutMs) => {
    const principal = isFirst ? request.principal : await work.serving.authenticate(credentialOf(request))
    isFirst = false
    return callOf(exchange, asked, principal, timeoutMs)
  }
}

const callOf = (
  { work, request, reply }: Exchange,
  { input, select, etag, unreadable }: Asked,
  principal: Call['principal'],
  timeoutMs: number | null,
): Call => {
  const ownMs = timeoutOf(request)
  const withinMs = Math.min(timeoutMs ?? Number.POSITIVE_INFINITY, ownMs ?? Number.POSITIVE_INFINITY)
  const context = contextOf(request, reply, { style: 'grpc', timeoutMs: withinMs, unreadable })
  return {
    operation: work.method.operation,
    input,
    ...(select && { select }),
    principal,
    context: Number.isFinite(withinMs) ? withTag(context, etag) : withTag(withoutDeadline(context), etag),
  }
}

type Context = Call['context']

const withoutDeadline = ({ deadlineMs: _deadline, ...context }: Context): Context => context

const withTag = (context: Context, etag: string | undefined): Context =>
  etag === undefined ? context : Object.assign(context, { ifMatch: [...(context.ifMatch ?? []), etag] })

/** What a body says; what cannot be read of it is told once it is known whether the caller may call at all. */
const read = ({ work, json, carrier, request }: Exchange): Asked => {
  try {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const message = carrier.protocol === 'unary' ? body : onlyMessage(body)
    return work.ask(carrier.isJson ? binaryOf(work, json, message) : message)
  } catch (error) {
    if (error instanceof ProblemError) return { input: {}, unreadable: error.problem }
    throw error
  }
}

/** Throws a ProblemError (`malformed`). */
const binaryOf = ({ method, encode }: Work, json: ProtoJson, message: Buffer): Buffer => {
  const parsed = parseJson(message.toString('utf8'))
  if (!('value' in parsed)) throw malformed(parsed.errors[0]?.message ?? 'The message is not JSON.')
  try {
    return encode(method.request, json.read(method.request, parsed.value))
  } catch (error) {
    throw malformed(error instanceof Error ? error.message : 'The message is not of the contract.')
  }
}

const units: Readonly<Record<string, number>> = { H: 3_600_000, M: 60_000, S: 1000, m: 1, u: 0.001, n: 0.000_001 }

/** Milliseconds that the client waits: `connect-timeout-ms`, or `grpc-timeout`. */
export const timeoutOf = ({ headers }: FastifyRequest): number | null => {
  const own = headers['connect-timeout-ms']
  if (typeof own === 'string' && /^\d{1,10}$/.test(own)) return Number(own)
  const [, digits, unit] = /^(\d{1,8})([HMSmun])$/.exec(String(headers['grpc-timeout'] ?? '')) ?? []
  return digits === undefined ? null : Number(digits) * (units[unit ?? ''] ?? 0)
}
