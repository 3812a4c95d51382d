import { status } from '@grpc/grpc-js'
import type { ProblemCode } from '../runtime/index.ts'

/** Status of each problem (grpc.io/docs/guides/status-codes). The only place where a code meets a number. */
export const statusOf: Readonly<Record<ProblemCode, status>> = {
  malformed: status.INVALID_ARGUMENT,
  unauthenticated: status.UNAUTHENTICATED,
  forbidden: status.PERMISSION_DENIED,
  'step-up-required': status.UNAUTHENTICATED,
  'not-found': status.NOT_FOUND,
  'method-not-allowed': status.UNIMPLEMENTED,
  'not-acceptable': status.INVALID_ARGUMENT,
  'unsupported-media-type': status.INVALID_ARGUMENT,
  'invalid-input': status.INVALID_ARGUMENT,
  'stale-cursor': status.INVALID_ARGUMENT,
  conflict: status.ALREADY_EXISTS,
  referenced: status.FAILED_PRECONDITION,
  // AIP-154: an entity tag that is not the row's.
  'precondition-failed': status.ABORTED,
  'precondition-required': status.FAILED_PRECONDITION,
  'in-progress': status.ABORTED,
  'idempotency-mismatch': status.FAILED_PRECONDITION,
  'too-large': status.RESOURCE_EXHAUSTED,
  'too-many': status.RESOURCE_EXHAUSTED,
  'operation-failed': status.FAILED_PRECONDITION,
  'not-implemented': status.UNIMPLEMENTED,
  timeout: status.DEADLINE_EXCEEDED,
  cancelled: status.CANCELLED,
  unavailable: status.UNAVAILABLE,
  internal: status.INTERNAL,
}

/** For answers of something between us and the service, which have a status and no problem. */
export const codeOfStatus = (of: number): ProblemCode =>
  fallbacks[of] ?? (Object.keys(statusOf) as ProblemCode[]).find((code) => statusOf[code] === of) ?? 'internal'

const fallbacks: Readonly<Record<number, ProblemCode>> = {
  [status.RESOURCE_EXHAUSTED]: 'too-many',
  [status.FAILED_PRECONDITION]: 'conflict',
  [status.ABORTED]: 'in-progress',
  [status.UNIMPLEMENTED]: 'not-implemented',
}
