import { type ServerUnaryCall, type ServerWritableStream, type sendUnaryData, status } from '@grpc/grpc-js'
import { type JsonObject, networkOf, type ServiceBackend, tooManyStreams } from '../runtime/index.ts'
import { clientOf } from './context.ts'
import { decoderOf } from './decode.ts'
import { encoderOf } from './encode.ts'
import { healthSurface } from './health-surface.ts'
import type { GrpcListener } from './listener.ts'
import type { GrpcSurface } from './surface.ts'

const encode = encoderOf(healthSurface)
const decode = decoderOf(healthSurface, { answers: false })

/** The health service (grpc/doc/health-checking.md), for balancers and probes: it asks nobody who they are. */
export const joinHealth = (
  surface: GrpcSurface,
  { addressOf }: Pick<ServiceBackend, 'addressOf'>,
  listener: GrpcListener,
): void => {
  const { server, closing, gates } = listener
  for (const name of ['Check', 'List', 'Watch']) gates.set(`/grpc.health.v1.Health/${name}`, 'open')
  const known = new Set(['', ...surface.services.map(({ name }) => `${surface.package}.${name}`)])
  const statusOf = (service: string): string =>
    known.has(service) ? (closing.aborted ? 'NOT_SERVING' : 'SERVING') : 'SERVICE_UNKNOWN'
  server.register(
    '/grpc.health.v1.Health/Check',
    ({ request }: ServerUnaryCall<JsonObject, JsonObject>, reply: sendUnaryData<JsonObject>) => {
      const service = serviceOf(request)
      if (known.has(service)) reply(null, { status: statusOf(service) })
      else reply({ code: status.NOT_FOUND, details: 'There is no service of this name here.' })
    },
    encodeAnswer,
    decodeRequest,
    'unary',
  )
  server.register(
    '/grpc.health.v1.Health/List',
    (_call: ServerUnaryCall<JsonObject, JsonObject>, reply: sendUnaryData<JsonObject>) =>
      reply(null, Object.fromEntries([...known].map((name) => [name, { status: statusOf(name) }]))),
    (answer: JsonObject) => encode('HealthListResponse', answer),
    (bytes: Buffer) => decode('HealthListRequest', bytes).value as JsonObject,
    'unary',
  )
  server.register(
    '/grpc.health.v1.Health/Watch',
    (call: ServerWritableStream<JsonObject, JsonObject>) => {
      const leave = listener.watchers.take(networkOf(clientOf(call.getPeer(), call.metadata, addressOf)))
      if (!leave) return void call.emit('error', tooManyWatchers)
      call.write({ status: statusOf(serviceOf(call.request)) })
      const stop = () => {
        call.write({ status: statusOf(serviceOf(call.request)) })
        call.end()
      }
      closing.addEventListener('abort', stop, { once: true })
      call.once('cancelled', () => {
        leave()
        closing.removeEventListener('abort', stop)
      })
    },
    encodeAnswer,
    decodeRequest,
    'serverStream',
  )
}

/** Of streams that nobody need sign in for. */
export const tooManyWatchers = {
  code: status.RESOURCE_EXHAUSTED,
  details: tooManyStreams,
}

const encodeAnswer = (answer: JsonObject): Buffer => encode('HealthCheckResponse', answer)

// A record's JSON is an object.
const decodeRequest = (bytes: Buffer): JsonObject => decode('HealthCheckRequest', bytes).value as JsonObject

/** The empty name is the server as a whole. */
const serviceOf = ({ service = '' }: JsonObject): string => String(service)
