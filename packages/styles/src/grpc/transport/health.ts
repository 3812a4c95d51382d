import type { JsonObject } from '@charter/runtime'
import { type ServerUnaryCall, type ServerWritableStream, type sendUnaryData, status } from '@grpc/grpc-js'
import { decoderOf } from './decode.ts'
import { encoderOf } from './encode.ts'
import { healthSurface } from './health-surface.ts'
import type { GrpcListener } from './listener.ts'
import type { GrpcSurface } from './surface.ts'

const encode = encoderOf(healthSurface)
const decode = decoderOf(healthSurface, { answers: false })

/** The health service (grpc/doc/health-checking.md), for balancers and probes: it asks nobody who they are. */
export const joinHealth = (surface: GrpcSurface, { server, closing }: GrpcListener): void => {
  const known = new Set(['', ...surface.services.map(({ name }) => `${surface.package}.${name}`)])
  const statusOf = (service: string): string =>
    known.has(service) ? (closing.aborted ? 'NOT_SERVING' : 'SERVING') : 'SERVICE_UNKNOWN'
  server.register(
    '/grpc.health.v1.Health/Check',
    ({ request }: ServerUnaryCall<string, JsonObject>, reply: sendUnaryData<JsonObject>) => {
      if (known.has(request)) reply(null, { status: statusOf(request) })
      else reply({ code: status.NOT_FOUND, details: 'There is no service of this name here.' })
    },
    encodeAnswer,
    serviceIn,
    'unary',
  )
  server.register(
    '/grpc.health.v1.Health/Watch',
    (call: ServerWritableStream<string, JsonObject>) => {
      call.write({ status: statusOf(call.request) })
      const stop = () => {
        call.write({ status: statusOf(call.request) })
        call.end()
      }
      closing.addEventListener('abort', stop, { once: true })
      call.once('cancelled', () => closing.removeEventListener('abort', stop))
    },
    encodeAnswer,
    serviceIn,
    'serverStream',
  )
}

const encodeAnswer = (answer: JsonObject): Buffer => encode('HealthCheckResponse', answer)

const serviceIn = (bytes: Buffer): string => {
  // A record's JSON is an object.
  const { service = '' } = decode('HealthCheckRequest', bytes).value as JsonObject
  return String(service)
}
