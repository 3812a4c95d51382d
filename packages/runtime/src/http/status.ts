import type { ProblemCode } from '../problem/problem.ts'

/** HTTP status of each problem (RFC 9110 section 15). The only place where a code meets a number. */
export const statusOf: Readonly<Record<ProblemCode, number>> = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  // RFC 9470 section 3: 401 with `insufficient_user_authentication`.
  'step-up-required': 401,
  'not-found': 404,
  'method-not-allowed': 405,
  'not-acceptable': 406,
  'unsupported-media-type': 415,
  'invalid-input': 422,
  'stale-cursor': 400,
  conflict: 409,
  referenced: 409,
  'precondition-failed': 412,
  // RFC 6585 section 3.
  'precondition-required': 428,
  'in-progress': 409,
  'idempotency-mismatch': 422,
  'too-large': 413,
  'too-many': 429,
  'operation-failed': 409,
  'not-implemented': 501,
  timeout: 504,
  // Nobody reads it: the client has gone. nginx's number, as logs know it.
  cancelled: 499,
  unavailable: 503,
  internal: 500,
}
