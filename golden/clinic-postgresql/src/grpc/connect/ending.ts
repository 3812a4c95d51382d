import { status } from '@grpc/grpc-js'
import type { JsonObject, Problem } from '../../runtime/index.ts'
import { type StatusOptions, statusBytes, statusJson } from '../problem-status.ts'
import { statusOf } from '../status.ts'
import type { Carrier } from './carrier.ts'
import { enveloped } from './envelope.ts'

/** HTTP's status for each of gRPC's (connectrpc.com/docs/protocol, Error codes). */
const httpStatuses: Readonly<Partial<Record<status, number>>> = {
  [status.CANCELLED]: 499,
  [status.INVALID_ARGUMENT]: 400,
  [status.DEADLINE_EXCEEDED]: 504,
  [status.NOT_FOUND]: 404,
  [status.ALREADY_EXISTS]: 409,
  [status.PERMISSION_DENIED]: 403,
  [status.RESOURCE_EXHAUSTED]: 429,
  [status.FAILED_PRECONDITION]: 400,
  [status.ABORTED]: 409,
  [status.UNIMPLEMENTED]: 501,
  [status.UNAVAILABLE]: 503,
  [status.UNAUTHENTICATED]: 401,
}

/** Another media type is told as that; of what it means gRPC has no status. */
export const httpStatusOf = ({ code }: Problem): number =>
  code === 'unsupported-media-type' ? 415 : (httpStatuses[statusOf[code]] ?? 500)

/** A problem as Connect has errors: what gRPC has in a status, in JSON. */
export const connectError = (of: Problem, options: StatusOptions): JsonObject => {
  const { details } = statusJson(of, options)
  return {
    code: codeName(statusOf[of.code]),
    message: of.detail.toWellFormed(),
    details: (details as readonly JsonObject[]).map(({ typeUrl, value }) => ({
      type: String(typeUrl).slice(String(typeUrl).lastIndexOf('/') + 1),
      value: unpadded(String(value)),
    })),
  }
}

/** Base64 as Connect has it. */
export const unpadded = (base64: string): string => base64.replace(/=+$/, '')

const codeName = (of: status): string => (of === status.CANCELLED ? 'canceled' : String(status[of]).toLowerCase())

const connectEnd = 2
const webEnd = 128

/** The last envelope: how the call went. Null: well. */
export const ending = ({ protocol }: Carrier, of: Problem | null, options: StatusOptions): Buffer =>
  protocol === 'grpc-web'
    ? enveloped(webEnd, Buffer.from(trailers(of, options)))
    : enveloped(connectEnd, Buffer.from(JSON.stringify(of ? { error: connectError(of, options) } : {})))

const trailers = (of: Problem | null, options: StatusOptions): string =>
  of === null
    ? 'grpc-status: 0\r\n'
    : [
        `grpc-status: ${statusOf[of.code]}`,
        `grpc-message: ${encodeURIComponent(of.detail.toWellFormed()).replaceAll('%20', ' ')}`,
        `grpc-status-details-bin: ${statusBytes(of, options).toString('base64')}`,
        '',
      ].join('\r\n')
