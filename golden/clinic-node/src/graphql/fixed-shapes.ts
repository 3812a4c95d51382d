import type { MemberShape, RecordShape, Shape } from './surface.ts'

const scalar = (name: string): Shape => ({ kind: 'scalar', name })
const member = (name: string, shape: Shape | string): MemberShape => ({
  name,
  shape: typeof shape === 'string' ? scalar(shape) : shape,
  isOptional: false,
})
const optional = (name: string, shape: Shape | string): MemberShape => ({ ...member(name, shape), isOptional: true })
const record = (name: string, ...members: readonly MemberShape[]): RecordShape => ({
  kind: 'record',
  name,
  input: '',
  members,
})
const list = (of: Shape): Shape => ({ kind: 'list', of })

const fieldError = record('FieldError', member('path', 'String'), member('code', 'String'), member('message', 'String'))

/** What a payload tells of a change that was refused. */
export const problemShape = record(
  'Problem',
  member('code', 'String'),
  member('detail', 'String'),
  optional('reason', 'String'),
  optional('errors', list(fieldError)),
  optional('retryAfterSeconds', 'Int'),
)

const auditOrigin = record(
  'AuditOrigin',
  optional('address', 'String'),
  member('requestId', 'String'),
  member('style', 'String'),
)

/** One entry of a row's audit trail. */
export const auditShape = record(
  'AuditEntry',
  member('id', 'String'),
  member('at', 'Instant'),
  member('operation', 'String'),
  member('principal', 'String'),
  member('roles', list(scalar('String'))),
  member('credential', 'String'),
  member('origin', auditOrigin),
  member('outcome', 'String'),
  member('fields', list(scalar('String'))),
  optional('rule', 'String'),
  optional('apiKey', 'String'),
)

/** Types of every schema, beside those of its entities. */
export const fixedShapes: readonly RecordShape[] = [fieldError, problemShape, auditOrigin, auditShape]
