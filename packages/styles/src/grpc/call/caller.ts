import type { Caller, CallOptions } from '@charter/charter'
import {
  type Call,
  failed,
  type Json,
  type JsonObject,
  type Outcome,
  type Problem,
  ProblemError,
  problem,
} from '@charter/runtime'
import {
  Client,
  type ClientReadableStream,
  type ClientUnaryCall,
  credentials,
  Metadata,
  type ServiceError,
  type CallOptions as WireOptions,
} from '@grpc/grpc-js'
import { callHeaders, conditionHeaders } from '../../exchange.ts'
import { decoderOf } from '../transport/decode.ts'
import { encoderOf } from '../transport/encode.ts'
import { partialProblems, problemOfStatus } from '../transport/problem-status.ts'
import type { GrpcSurface } from '../transport/surface.ts'
import { answeredValue, valueOutcome } from './outcome.ts'
import { type GrpcRequest, requester } from './request.ts'
import { sayingOf } from './said.ts'

const answerBytesMax = 64 * 1024 * 1024
const keepaliveMs = 60_000

/** Calls any implementation of the contract over one connection, kept alive. Network failures are problems, not rejections. */
export const callGrpc = (surface: GrpcSurface, options: CallOptions): Caller => {
  const { host, protocol } = new URL(options.url)
  const client = new Client(host, protocol === 'https:' ? credentials.createSsl() : credentials.createInsecure(), {
    'grpc.max_receive_message_length': answerBytesMax,
    'grpc.max_send_message_length': -1,
    'grpc.keepalive_time_ms': keepaliveMs,
    'grpc.enable_retries': 0,
    'grpc.enable_channelz': 0,
  })
  const requestOf = requester(surface)
  const calling: MethodContext = {
    client,
    options,
    saying: sayingOf(surface),
    encode: encoderOf(surface),
    decode: decoderOf(surface, { answers: true }),
  }
  return {
    refuses: (call) => {
      const request = requestOf(call)
      return typeof request === 'string' ? request : null
    },
    execute: async (call) => {
      const request = requestOf(call)
      if (typeof request === 'string') return failed(problem('not-implemented', { detail: request }))
      if (call.context.abort?.aborted) return failed(problem('cancelled'))
      return request.method.isStream ? stream(calling, request, call) : send(calling, request, call)
    },
    close: async () => client.close(),
  }
}

interface MethodContext {
  readonly client: Client
  readonly options: CallOptions
  readonly saying: ReturnType<typeof sayingOf>
  readonly encode: ReturnType<typeof encoderOf>
  readonly decode: ReturnType<typeof decoderOf>
}

const asIs = (bytes: Buffer): Buffer => bytes

const send = (calling: MethodContext, request: GrpcRequest, call: Call): Promise<Outcome> =>
  new Promise((resolve) => {
    const { client, options, encode } = calling
    const deadline = Math.min(Date.now() + options.timeoutMs, call.context.deadlineMs ?? Infinity)
    let headers = new Metadata()
    const sent = client.makeUnaryRequest(
      request.path,
      asIs,
      asIs,
      encode(request.method.request, request.value),
      metadataOf(call, options),
      { deadline },
      (error, answer) => {
        stopListening()
        resolve(error || !answer ? failed(problemOf(error)) : outcomeOf(calling, request, call, answer, headers))
      },
    )
    sent.on('metadata', (metadata) => {
      headers = metadata
    })
    const stopListening = cancelWith(sent, call)
  })

const cancelWith = (sent: ClientUnaryCall | ClientReadableStream<Buffer>, { context }: Call): (() => void) => {
  const { abort } = context
  if (!abort) return () => {}
  const cancel = () => sent.cancel()
  abort.addEventListener('abort', cancel, { once: true })
  return () => abort.removeEventListener('abort', cancel)
}

const outcomeOf = (
  calling: MethodContext,
  request: GrpcRequest,
  call: Call,
  bytes: Buffer,
  headers: Metadata,
): Outcome => {
  const partial = bytesIn(headers, 'charter-problems-bin')
  try {
    const answer = answerOf(calling, request, bytes)
    return valueOutcome(answeredValue(calling.saying, request.method, call.select, answer), answer, {
      ...(headers.get('idempotency-replayed')[0] === 'true' && { isReplayed: true }),
      ...(partial && { problems: partialProblems(partial) }),
    })
  } catch (cause) {
    return failed(notOurs(cause))
  }
}

const answerOf = ({ decode }: MethodContext, { method }: GrpcRequest, bytes: Buffer): JsonObject => {
  const { value, errors } = decode(method.response, bytes)
  const [first] = errors
  if (first) throw new Error(`at ${first.path}: ${first.message}`)
  return value as JsonObject
}

const notOurs = (cause: unknown): Problem =>
  problem('unavailable', { detail: 'The service answered with a message that is not the contract’s.', cause })

const bytesIn = (metadata: Metadata | undefined, name: string): Buffer | undefined => {
  const [value] = metadata?.get(name) ?? []
  return Buffer.isBuffer(value) ? value : undefined
}

/** A status with the service's details, or one that something on the way gave. */
const problemOf = (error: ServiceError | null): Problem => {
  if (!error) return problem('internal')
  const of = problemOfStatus(error.code, bytesIn(error.metadata, 'grpc-status-details-bin'))
  return bytesIn(error.metadata, 'grpc-status-details-bin') ? of : { ...of, cause: error }
}

/** Resolves once the stream begins or is refused: headers come before the first item. */
const stream = (calling: MethodContext, request: GrpcRequest, call: Call): Promise<Outcome> =>
  new Promise((resolve) => {
    const { client, options, encode } = calling
    const { deadlineMs } = call.context
    const wire: WireOptions = deadlineMs === undefined ? {} : { deadline: deadlineMs }
    const bytes = encode(request.method.request, request.value)
    const sent = client.makeServerStreamRequest(request.path, asIs, asIs, bytes, metadataOf(call, options), wire)
    const stopListening = cancelWith(sent, call)
    sent.once('error', (error: ServiceError) => {
      stopListening()
      resolve(failed(problemOf(error)))
    })
    sent.once('metadata', () => resolve({ kind: 'stream', items: itemsOf(calling, request, call, sent) }))
    sent.once('end', stopListening)
  })

/** Items as they come; reading them slowly slows the service down. */
async function* itemsOf(
  calling: MethodContext,
  request: GrpcRequest,
  call: Call,
  sent: ClientReadableStream<Buffer>,
): AsyncGenerator<Json> {
  try {
    for await (const bytes of sent as AsyncIterable<Buffer>)
      yield answeredValue(calling.saying, request.method, call.select, answerOf(calling, request, bytes))
  } catch (error) {
    throw isServiceError(error) ? new ProblemError(problemOf(error)) : error
  } finally {
    sent.cancel()
  }
}

const isServiceError = (error: unknown): error is ServiceError =>
  error instanceof Error && 'code' in error && 'metadata' in error

const metadataOf = (call: Call, options: CallOptions): Metadata => {
  const metadata = new Metadata()
  for (const [name, value] of Object.entries({ ...callHeaders(call, options), ...conditionHeaders(call) }))
    metadata.set(name, String(value))
  return metadata
}
