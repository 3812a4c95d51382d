import type { FieldPlan, GrpcSurface, MessagePlan, WireType } from '../surface.ts'

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

/** grpc/reflection/v1/reflection.proto, and v1alpha, which says the same under another package. */
export const reflectionSurface = (
  version: 'v1' | 'v1alpha',
): Pick<GrpcSurface, 'package' | 'messages' | 'enums' | 'services'> => ({
  package: `grpc.reflection.${version}`,
  enums: [],
  messages: [
    {
      ...record(
        'ServerReflectionRequest',
        field(1, 'host', text),
        field(3, 'file_by_filename', text, 'oneof'),
        field(4, 'file_containing_symbol', text, 'oneof'),
        field(5, 'file_containing_extension', message('ExtensionRequest'), 'oneof'),
        field(6, 'all_extension_numbers_of_type', text, 'oneof'),
        field(7, 'list_services', text, 'oneof'),
      ),
      oneof: 'message_request',
    },
    record('ExtensionRequest', field(1, 'containing_type', text), field(2, 'extension_number', { kind: 'int32' })),
    {
      ...record(
        'ServerReflectionResponse',
        field(1, 'valid_host', text),
        field(2, 'original_request', message('ServerReflectionRequest')),
        field(4, 'file_descriptor_response', message('FileDescriptorResponse'), 'oneof'),
        field(5, 'all_extension_numbers_response', message('ExtensionNumberResponse'), 'oneof'),
        field(6, 'list_services_response', message('ListServiceResponse'), 'oneof'),
        field(7, 'error_response', message('ErrorResponse'), 'oneof'),
      ),
      oneof: 'message_response',
    },
    record('FileDescriptorResponse', field(1, 'file_descriptor_proto', { kind: 'bytes' }, 'repeated')),
    record(
      'ExtensionNumberResponse',
      field(1, 'base_type_name', text),
      field(2, 'extension_number', { kind: 'int32' }, 'repeated'),
    ),
    record('ListServiceResponse', field(1, 'service', message('ServiceResponse'), 'repeated')),
    record('ServiceResponse', field(1, 'name', text)),
    record('ErrorResponse', field(1, 'error_code', { kind: 'int32' }), field(2, 'error_message', text)),
  ],
  services: [
    {
      name: 'ServerReflection',
      methods: [
        {
          name: 'ServerReflectionInfo',
          kind: 'operation',
          operation: '',
          request: 'ServerReflectionRequest',
          response: 'ServerReflectionResponse',
          isStream: true,
          takesStream: true,
        },
      ],
    },
  ],
})
