import type { Charter } from '@charter/charter'
import type { EnumPlan, FieldPlan, GrpcSurface, MessagePlan, ServicePlan } from '../transport/surface.ts'
import { comment } from './comment.ts'
import { proseOf } from './prose.ts'

/** `proto/clinic/v1/clinic.proto`: proto3, laid out as `buf lint` wants it. */
export const contract = (charter: Charter, surface: GrpcSurface): Readonly<Record<string, string>> => ({
  [`proto/${contractFile(surface)}`]: text(charter, surface),
})

/** Where the file is below its root: the folders are the package's. */
export const contractFile = ({ package: name }: GrpcSurface): string =>
  `${name.replaceAll('.', '/')}/${name.slice(0, name.indexOf('.'))}.proto`

const text = (charter: Charter, surface: GrpcSurface): string => {
  const prose = proseOf(charter, surface)
  const printed = [
    ...surface.services.map((service) => serviceText(service, prose)),
    ...surface.messages.map((message) => messageText(message, prose)),
    ...surface.enums.map(enumText),
  ]
  return `${[
    `${comment(charter.description ?? charter.title)}syntax = "proto3";`,
    `package ${surface.package};`,
    ...importsOf(surface),
    ...printed,
  ].join('\n\n')}\n`
}

const importsOf = ({ messages }: GrpcSurface): readonly string[] => {
  const kinds = new Set(messages.flatMap(({ fields }) => fields.map(({ type }) => type.kind)))
  const imports = [
    ...(kinds.has('mask') ? ['import "google/protobuf/field_mask.proto";'] : []),
    ...(kinds.has('timestamp') ? ['import "google/protobuf/timestamp.proto";'] : []),
  ]
  return imports.length > 0 ? [imports.join('\n')] : []
}

type Prose = ReturnType<typeof proseOf>

const serviceText = (service: ServicePlan, prose: Prose): string => {
  const methods = service.methods.map(
    (method) =>
      `${comment(prose.method(service, method), '  ')}  rpc ${method.name}(${streamed(method.takesStream, method.request)}) returns (${streamed(method.isStream, method.response)});`,
  )
  return `${comment(prose.service(service))}service ${service.name} {\n${methods.join('\n')}\n}`
}

const streamed = (isStream: true | undefined, message: string): string => (isStream ? `stream ${message}` : message)

const messageText = (message: MessagePlan, prose: Prose): string => {
  const { name, oneof } = message
  const fieldsText = (of: readonly FieldPlan[], indent: string) =>
    [...of]
      .sort((a, b) => a.number - b.number)
      .map((field) => `${comment(prose.field(message, field), indent)}${indent}${declaration(field)}`)
  const inOneof = message.fields.filter(({ label }) => label === 'oneof')
  const lines = [
    ...reservedLines(message),
    ...fieldsText(
      message.fields.filter(({ label }) => label !== 'oneof'),
      '  ',
    ),
    ...(inOneof.length > 0 ? [`  oneof ${oneof} {\n${fieldsText(inOneof, '    ').join('\n')}\n  }`] : []),
  ]
  const body = lines.length > 0 ? `{\n${lines.join('\n')}\n}` : '{}'
  return `${comment(prose.message(message))}message ${name} ${body}`
}

const declaration = ({ name, number, type, label }: FieldPlan): string => {
  const of = protoType(type)
  const isScalar = type.kind !== 'message' && type.kind !== 'mask' && type.kind !== 'timestamp'
  if (label === 'map') return `map<string, ${of}> ${name} = ${number};`
  if (label === 'repeated') return `repeated ${of} ${name} = ${number};`
  return `${label === 'one' && isScalar ? 'optional ' : ''}${of} ${name} = ${number};`
}

const protoTypes = {
  string: 'string',
  json: 'string',
  int32: 'int32',
  int64: 'int64',
  count: 'int64',
  double: 'double',
  bool: 'bool',
  bytes: 'bytes',
  timestamp: 'google.protobuf.Timestamp',
  mask: 'google.protobuf.FieldMask',
} as const

/** The type as a `.proto` file has it. */
export const protoType = (type: FieldPlan['type']): string =>
  type.kind === 'message' || type.kind === 'enum' ? type.of : protoTypes[type.kind]

const enumText = ({ name, unspecified, values, ...reserved }: EnumPlan): string => {
  const lines = [
    ...reservedLines(reserved),
    `  ${unspecified} = 0;`,
    ...values.map((value) => `  ${value.name} = ${value.number};`),
  ]
  return `enum ${name} {\n${lines.join('\n')}\n}`
}

const reservedLines = ({
  reservedNumbers = [],
  reservedNames = [],
}: Pick<MessagePlan, 'reservedNumbers' | 'reservedNames'>): readonly string[] => [
  ...(reservedNumbers.length > 0 ? [`  reserved ${[...reservedNumbers].sort((a, b) => a - b).join(', ')};`] : []),
  ...(reservedNames.length > 0 ? [`  reserved ${reservedNames.map((name) => `"${name}"`).join(', ')};`] : []),
]
