import { healthSurface } from '../health-surface.ts'
import type { FieldPlan, MessagePlan, WireType } from '../surface.ts'
import type { DescribedFile } from './file-descriptor.ts'
import { reflectionSurface } from './reflection-surface.ts'

/** proto3 without presence: a descriptor of these says `optional` nowhere. */
const plain = (name: string, fields: readonly (readonly [string, WireType, FieldPlan['label']?])[]): MessagePlan => ({
  name,
  shape: 'record',
  fields: fields.map(([field, type, label = 'one'], at) => ({
    name: field,
    member: field,
    number: at + 1,
    type,
    label,
  })),
})

const wellKnown = (file: string, message: MessagePlan): DescribedFile => ({
  name: `google/protobuf/${file}.proto`,
  surface: { package: 'google.protobuf', messages: [message], enums: [], services: [] },
})

/** What every server describes beside its own contract: what that imports, and the two services all have. */
export const knownFiles: readonly DescribedFile[] = [
  wellKnown(
    'timestamp',
    plain('Timestamp', [
      ['seconds', { kind: 'int64' }],
      ['nanos', { kind: 'int32' }],
    ]),
  ),
  wellKnown('field_mask', plain('FieldMask', [['paths', { kind: 'string' }, 'repeated']])),
  { name: 'grpc/health/v1/health.proto', surface: healthSurface },
  { name: 'grpc/reflection/v1/reflection.proto', surface: reflectionSurface('v1') },
  { name: 'grpc/reflection/v1alpha/reflection.proto', surface: reflectionSurface('v1alpha') },
]
