import { type ProblemCode, problemCodes, type ServiceModel } from '@charter/runtime'
import { problemType } from '@charter/runtime/http/problem-document'
import { statusOf } from '@charter/runtime/http/status'
import type { RouteKind } from '../surface.ts'
import { common } from './component-names.ts'
import { reference, type Schema } from './json.ts'

const always: readonly ProblemCode[] = [
  'malformed',
  'unauthenticated',
  'forbidden',
  'not-acceptable',
  'invalid-input',
  'too-many',
  'unavailable',
  'internal',
]
const pages: readonly ProblemCode[] = ['stale-cursor']
const ofRow: readonly ProblemCode[] = ['not-found']
const bodies: readonly ProblemCode[] = ['unsupported-media-type', 'too-large']
const writes: readonly ProblemCode[] = [...bodies, 'conflict', 'idempotency-mismatch']

const codesOf: Readonly<Record<RouteKind, readonly ProblemCode[]>> = {
  list: pages,
  search: [...pages, ...bodies],
  nested: pages,
  create: [...writes],
  import: bodies,
  read: [...ofRow, 'precondition-failed'],
  replace: [...ofRow, ...writes, 'precondition-failed'],
  update: [...ofRow, ...writes, 'precondition-failed'],
  remove: [...ofRow, 'conflict', 'precondition-failed'],
  audit: [...ofRow, ...pages],
  operation: [...ofRow, ...writes, 'precondition-failed', 'not-implemented'],
  own: [...writes, 'not-found', 'not-implemented'],
  batch: bodies,
}

/** Problem responses of a kind of route, by status. */
export const problemResponses = (kind: RouteKind, { ifMatch }: Pick<ServiceModel, 'ifMatch'>): Schema => {
  const asked: readonly ProblemCode[] = ifMatch === 'required' && isChange(kind) ? ['precondition-required'] : []
  const statuses = [...new Set([...always, ...codesOf[kind], ...asked].map((code) => statusOf[code]))].sort()
  // An address may be too long wherever one has a query (`refuseLongAddress`).
  const all = [...statuses, addressTooLong].sort()
  return Object.fromEntries(all.map((status) => [String(status), reference('responses', responseName(status))]))
}

/** Of a row that is there. */
export const isChange = (kind: RouteKind): boolean => kind === 'replace' || kind === 'update' || kind === 'remove'

const responseName = (status: number) => `Problem${status}`

/** One response for each status, saying which codes it stands for. */
export const responseComponents = (accepts: readonly string[]): Schema =>
  Object.fromEntries(
    [...new Set([...Object.values(statusOf), addressTooLong])].map((status) => [
      responseName(status),
      problemResponse(status, accepts),
    ]),
  )

/** RFC 9110 section 15.5.15: the one status that no code has for its own. */
const addressTooLong = 414

const problemResponse = (status: number, accepts: readonly string[]): Schema => {
  const codes = (Object.keys(statusOf) as ProblemCode[]).filter(
    (code) => statusOf[code] === (status === addressTooLong ? statusOf['too-large'] : status),
  )
  const [code = 'internal'] = codes
  return {
    description: codes.map((each) => `\`${each}\`: ${problemCodes[each]}`).join(' '),
    headers: { 'X-Request-Id': reference('headers', 'RequestId'), ...problemHeaders(status, accepts) },
    content: {
      'application/problem+json': {
        schema: common('Problem'),
        example: { type: problemType(code), title: problemCodes[code], status, detail: problemCodes[code], code },
      },
    },
  }
}

const problemHeaders = (status: number, accepts: readonly string[]): Schema =>
  status === 401 || (status === 403 && accepts.includes('oauth2'))
    ? { 'WWW-Authenticate': reference('headers', 'Authenticate') }
    : status === 503 || status === 429
      ? { 'Retry-After': reference('headers', 'RetryAfter') }
      : {}

const text = (description: string): Schema => ({ description, schema: { type: 'string' } })

export const headerComponents: Schema = {
  ETag: text('The strong entity tag of the row as answered (RFC 9110 section 8.8.3).'),
  Link: text('The next page, as `<…>; rel="next"` (RFC 8288).'),
  Location: {
    description: 'The address of the new row, or of the run.',
    schema: { type: 'string', format: 'uri-reference' },
  },
  RequestId: text('Names this request in the audit trail. A given one is kept.'),
  Replayed: text('`true` where the answer was given before under the same idempotency key.'),
  Authenticate: text('How to sign in (RFC 6750 section 3).'),
  RetryAfter: { description: 'Seconds after which to try again.', schema: { type: 'integer', minimum: 0 } },
}
