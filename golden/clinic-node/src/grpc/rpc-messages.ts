import type { FieldPlan, GrpcSurface, MessagePlan, WireType } from './surface.ts'

const field = (number: number, name: string, type: WireType, label: FieldPlan['label'] = 'one'): FieldPlan => ({
  name,
  member: name,
  number,
  type,
  label,
})
const text: WireType = { kind: 'string' }
const message = (of: string): WireType => ({ kind: 'message', of })
const record = (name: string, ...fields: readonly FieldPlan[]): MessagePlan => ({ name, shape: 'record', fields })

/** google/rpc/status.proto and google/rpc/error_details.proto, as far as they are used here (AIP-193). */
export const rpcMessages: Pick<GrpcSurface, 'messages' | 'enums'> = {
  enums: [],
  messages: [
    record(
      'Status',
      field(1, 'code', { kind: 'int32' }),
      field(2, 'message', text),
      field(3, 'details', message('Any'), 'repeated'),
    ),
    record('Any', field(1, 'typeUrl', text), field(2, 'value', { kind: 'bytes' })),
    record(
      'ErrorInfo',
      field(1, 'reason', text),
      field(2, 'domain', text),
      field(3, 'metadata', message('Metadata'), 'repeated'),
    ),
    // A map is a repeated message of key and value on the wire; here each entry is one.
    record('Metadata', field(1, 'key', text), field(2, 'value', text)),
    record('BadRequest', field(1, 'violations', message('FieldViolation'), 'repeated')),
    record('FieldViolation', field(1, 'field', text), field(2, 'description', text), field(3, 'reason', text)),
    record('RetryInfo', field(1, 'retryDelay', message('Duration'))),
    record('Duration', field(1, 'seconds', { kind: 'count' })),
    record('Partial', field(1, 'problems', message('PartialProblem'), 'repeated')),
    record('PartialProblem', field(1, 'path', text), field(2, 'status', message('Status'))),
  ],
}
