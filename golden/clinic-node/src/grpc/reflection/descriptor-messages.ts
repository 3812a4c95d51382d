import type { FieldPlan, GrpcSurface, MessagePlan, WireType } from '../surface.ts'

const field = (
  number: number,
  member: string,
  type: WireType = { kind: 'string' },
  label: FieldPlan['label'] = 'one',
): FieldPlan => ({ name: member, member, number, type, label })
const many = (number: number, member: string, of?: string): FieldPlan =>
  field(number, member, of === undefined ? { kind: 'string' } : { kind: 'message', of }, 'repeated')
const int = { kind: 'int32' } as const
const bool = { kind: 'bool' } as const
const record = (name: string, ...fields: readonly FieldPlan[]): MessagePlan => ({ name, shape: 'record', fields })

/** google/protobuf/descriptor.proto, as far as a surface needs it. */
export const descriptorMessages: Pick<GrpcSurface, 'messages' | 'enums'> = {
  enums: [],
  messages: [
    record(
      'File',
      field(1, 'name'),
      field(2, 'package'),
      many(3, 'dependency'),
      many(4, 'messageType', 'Message'),
      many(5, 'enumType', 'Enum'),
      many(6, 'service', 'Service'),
      field(12, 'syntax'),
    ),
    record(
      'Message',
      field(1, 'name'),
      many(2, 'field', 'Field'),
      many(3, 'nestedType', 'Message'),
      many(4, 'enumType', 'Enum'),
      field(7, 'options', { kind: 'message', of: 'MessageOptions' }),
      many(8, 'oneofDecl', 'Oneof'),
      many(9, 'reservedRange', 'Range'),
      many(10, 'reservedName'),
    ),
    record('MessageOptions', field(7, 'mapEntry', bool)),
    record('Oneof', field(1, 'name')),
    record('Range', field(1, 'start', int), field(2, 'end', int)),
    record(
      'Field',
      field(1, 'name'),
      field(3, 'number', int),
      field(4, 'label', int),
      field(5, 'type', int),
      field(6, 'typeName'),
      field(9, 'oneofIndex', int),
      field(10, 'jsonName'),
      field(17, 'proto3Optional', bool),
    ),
    record(
      'Enum',
      field(1, 'name'),
      many(2, 'value', 'EnumValue'),
      many(4, 'reservedRange', 'Range'),
      many(5, 'reservedName'),
    ),
    record('EnumValue', field(1, 'name'), field(2, 'number', int)),
    record('Service', field(1, 'name'), many(2, 'method', 'Method')),
    record(
      'Method',
      field(1, 'name'),
      field(2, 'inputType'),
      field(3, 'outputType'),
      field(5, 'clientStreaming', bool),
      field(6, 'serverStreaming', bool),
    ),
  ],
}
