import type { JsonObject } from '../../runtime/index.ts'
import { encoderOf } from '../encode.ts'
import type { EnumPlan, FieldPlan, GrpcSurface, MessagePlan, WireType } from '../surface.ts'
import { descriptorMessages } from './descriptor-messages.ts'

/** A `.proto` file as reflection knows it. */
export interface DescribedFile {
  readonly name: string
  readonly surface: Pick<GrpcSurface, 'package' | 'messages' | 'enums' | 'services'>
}

const encode = encoderOf(descriptorMessages)

/** FileDescriptorProto bytes, as a compiler of the contract would give them (without comments). */
export const fileDescriptor = (file: DescribedFile): Buffer => encode('File', fileJson(file))

/** The files that a file imports. */
export const dependenciesOf = ({ surface }: DescribedFile): readonly string[] => {
  const kinds = new Set(surface.messages.flatMap(({ fields }) => fields.map(({ type }) => type.kind)))
  return [
    ...(kinds.has('mask') ? ['google/protobuf/field_mask.proto'] : []),
    ...(kinds.has('timestamp') ? ['google/protobuf/timestamp.proto'] : []),
  ]
}

const fileJson = (file: DescribedFile): JsonObject => {
  const { surface } = file
  const isNested = ({ name }: EnumPlan): boolean => name.includes('.')
  return {
    name: file.name,
    package: surface.package,
    dependency: dependenciesOf(file),
    messageType: surface.messages.map((message) =>
      messageJson(
        surface.package,
        message,
        surface.enums.filter((each) => each.name.startsWith(`${message.name}.`)),
      ),
    ),
    enumType: surface.enums.filter((each) => !isNested(each)).map(enumJson),
    service: surface.services.map(({ name, methods }) => ({
      name,
      method: methods.map((method) => ({
        name: method.name,
        inputType: `.${surface.package}.${method.request}`,
        outputType: `.${surface.package}.${method.response}`,
        ...(method.takesStream && { clientStreaming: true }),
        ...(method.isStream && { serverStreaming: true }),
      })),
    })),
    syntax: 'proto3',
  }
}

const messageJson = (packageName: string, message: MessagePlan, enums: readonly EnumPlan[]): JsonObject => {
  const fields = [...message.fields].sort((a, b) => a.number - b.number)
  const optional = fields.filter(isOptional)
  const real = message.oneof === undefined ? [] : [message.oneof]
  const maps = fields.filter(({ label }) => label === 'map')
  return {
    name: message.name,
    field: fields.map((field) => ({
      ...fieldJson(packageName, message.name, field),
      // A oneof of its own is how descriptors keep the presence of an optional field; those come after the others.
      ...(isOptional(field) && { oneofIndex: real.length + optional.indexOf(field), proto3Optional: true }),
      ...(field.label === 'oneof' && { oneofIndex: 0 }),
    })),
    nestedType: maps.map((field) => mapEntry(packageName, field)),
    enumType: enums.map(enumJson),
    oneofDecl: [...real, ...optional.map(({ name }) => `_${name}`)].map((name) => ({ name })),
    // The end of a message's range is not in it (descriptor.proto).
    reservedRange: (message.reservedNumbers ?? []).map((number) => ({ start: number, end: number + 1 })),
    reservedName: message.reservedNames ?? [],
  }
}

const isMessage = ({ kind }: WireType): boolean => kind === 'message' || kind === 'mask' || kind === 'timestamp'
const isOptional = ({ label, type }: FieldPlan): boolean => label === 'one' && !isMessage(type)

const labels = { optional: 1, repeated: 3 }

const fieldJson = (packageName: string, message: string, { name, number, type, label }: FieldPlan): JsonObject => ({
  name,
  number,
  label: label === 'repeated' || label === 'map' ? labels.repeated : labels.optional,
  ...(label === 'map'
    ? { type: typeNumbers.message, typeName: `.${packageName}.${message}.${entryName(name)}` }
    : typeJson(packageName, type)),
  jsonName: jsonName(name),
})

/** FieldDescriptorProto.Type */
const typeNumbers = {
  double: 1,
  int64: 3,
  count: 3,
  int32: 5,
  bool: 8,
  string: 9,
  json: 9,
  message: 11,
  mask: 11,
  timestamp: 11,
  bytes: 12,
  enum: 14,
} as const

const typeJson = (packageName: string, type: WireType): JsonObject => {
  const number = { type: typeNumbers[type.kind] }
  if (type.kind === 'timestamp') return { ...number, typeName: '.google.protobuf.Timestamp' }
  if (type.kind === 'mask') return { ...number, typeName: '.google.protobuf.FieldMask' }
  return 'of' in type ? { ...number, typeName: `.${packageName}.${type.of}` } : number
}

/** `foo_bar` as `fooBar` (protobuf.dev/programming-guides/json). */
const jsonName = (name: string): string => name.replaceAll(/_+(.?)/g, (_, next: string) => next.toUpperCase())

const entryName = (name: string): string => `${name.charAt(0).toUpperCase()}${jsonName(name).slice(1)}Entry`

const mapEntry = (packageName: string, { name, type }: FieldPlan): JsonObject => ({
  name: entryName(name),
  field: [
    { name: 'key', number: 1, label: labels.optional, type: typeNumbers.string, jsonName: 'key' },
    { name: 'value', number: 2, label: labels.optional, ...typeJson(packageName, type), jsonName: 'value' },
  ],
  nestedType: [],
  enumType: [],
  oneofDecl: [],
  reservedRange: [],
  reservedName: [],
  options: { mapEntry: true },
})

const enumJson = ({ name, unspecified, values, reservedNumbers = [], reservedNames = [] }: EnumPlan): JsonObject => ({
  name: name.slice(name.indexOf('.') + 1),
  value: [{ name: unspecified, number: 0 }, ...values.map((value) => ({ name: value.name, number: value.number }))],
  // The end of an enum's range is in it.
  reservedRange: reservedNumbers.map((number) => ({ start: number, end: number })),
  reservedName: reservedNames,
})
