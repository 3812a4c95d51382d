import { Client, credentials, Metadata, type ServiceError, status } from '@grpc/grpc-js'
import { credentialHeaders, type Json, type JsonObject } from '../runtime/index.ts'
import { decoderOf } from './decode.ts'
import { encoderOf } from './encode.ts'
import { methodsOf } from './methods.ts'
import { problemOfStatus, shownStatus } from './problem-status.ts'
import { protoJsonOf } from './proto-json.ts'
import type { GrpcSurface, MethodPlan } from './surface.ts'

const deadlineMs = 10_000
/** What a call may say beside its message. */
const known: readonly string[] = [...credentialHeaders, 'x-request-id', 'idempotency-key', 'if-match', 'traceparent']

/** Sends one unary call on to the service's own gRPC port. Rejects with a sentence for what is no call of the contract. */
export type GrpcRelay = (call: RelayedCall) => Promise<RelayedAnswer>

export interface RelayedCall {
  /** `/clinic.v1.PatientService/GetPatient` */
  readonly path: string
  readonly metadata: Readonly<Record<string, string>>
  /** In protobuf's JSON. */
  readonly message: Json
}

export interface RelayedAnswer {
  readonly status: { readonly code: number; readonly name: string; readonly message: string; readonly details?: Json }
  /** In protobuf's JSON; null where the call was refused. */
  readonly message: JsonObject | null
  /** The same, or the problem, under the charter's own names. */
  readonly value: Json
  readonly metadata: Readonly<Record<string, string>>
}

/**
 * One unary call of the development page, sent on to the service's own gRPC port over a real connection: a browser cannot
 * speak gRPC. Rejects with a sentence for what is no unary call of the contract.
 */
export const grpcRelay = (surface: GrpcSurface, url: string): GrpcRelay => {
  const { host, protocol } = new URL(url)
  // The port is this process's own, on loopback: its certificate need not be known to anybody.
  const trusted = credentials.createSsl(null, null, null, { rejectUnauthorized: false })
  const client = new Client(host, protocol === 'https:' ? trusted : credentials.createInsecure(), {
    'grpc.max_receive_message_length': -1,
  })
  const json = protoJsonOf(surface)
  const encode = encoderOf(surface)
  const decode = decoderOf(surface, { answers: true })
  return async ({ path, message, metadata }) => {
    const method = methodAt(surface, path)
    const bytes = encode(method.request, json.read(method.request, message))
    const { error, answer, headers } = await send(client, path, bytes, metadata)
    if (error || !answer) return refusedOf(error, headers)
    const { value } = decode(method.response, answer)
    return {
      status: { code: 0, name: 'OK', message: '' },
      message: json.write(method.response, value),
      value,
      metadata: headers,
    }
  }
}

const methodAt = (surface: GrpcSurface, path: string): MethodPlan => {
  const [, method] = methodsOf(surface).find(([at]) => at === path) ?? []
  if (!method) throw new Error(`The service has no method ${path}.`)
  if (method.isStream || method.takesStream) throw new Error(`${path} streams: only one message is relayed.`)
  return method
}

interface Sent {
  readonly error: ServiceError | null
  readonly answer: Buffer | undefined
  readonly headers: Readonly<Record<string, string>>
}

const asIs = (bytes: Buffer): Buffer => bytes

const send = (client: Client, path: string, bytes: Buffer, given: Readonly<Record<string, string>>): Promise<Sent> =>
  new Promise((resolve) => {
    const metadata = new Metadata()
    for (const [name, value] of Object.entries(given)) if (known.includes(name)) metadata.set(name, value)
    let headers: Readonly<Record<string, string>> = {}
    client
      .makeUnaryRequest(path, asIs, asIs, bytes, metadata, { deadline: Date.now() + deadlineMs }, (error, answer) =>
        resolve({ error, answer, headers }),
      )
      .on('metadata', (received: Metadata) => {
        headers = textsOf(received)
      })
  })

const textsOf = (metadata: Metadata): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(metadata.getMap()).map(([name, value]) => [name, String(value)]))

const refusedOf = (error: ServiceError | null, headers: Readonly<Record<string, string>>): RelayedAnswer => {
  const code = error?.code ?? status.INTERNAL
  const [bytes] = error?.metadata.get('grpc-status-details-bin') ?? []
  const details = Buffer.isBuffer(bytes) ? bytes : undefined
  return {
    status: {
      code,
      name: status[code] ?? String(code),
      message: error?.details ?? '',
      ...(details && shownStatus(details)),
    },
    message: null,
    value: problemJson(code, details),
    metadata: headers,
  }
}

const problemJson = (code: number, details: Buffer | undefined): Json => {
  const { cause: _, ...said } = problemOfStatus(code, details)
  // A problem without its private cause is plain JSON.
  return said as unknown as JsonObject
}
