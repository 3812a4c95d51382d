import type { Json } from '@charter/runtime'
import { decoderOf } from '../../../packages/styles/src/grpc/transport/decode.ts'
import { encoderOf } from '../../../packages/styles/src/grpc/transport/encode.ts'
import type { FieldPlan, GrpcSurface, ScalarKind } from '../../../packages/styles/src/grpc/transport/surface.ts'
import { type Comparison, requireSame } from '../comparison.ts'
import type { Peers } from '../peers.ts'

/** Fields of a row: name, kind, and the type of `FieldDescriptorProto`. */
const columns = [
  ['id', 'string', 9],
  ['name', 'string', 9],
  ['ward', 'string', 9],
  ['visits', 'int32', 5],
  ['balance', 'int64', 3],
  ['weight', 'double', 1],
  ['active', 'bool', 8],
] as const satisfies readonly (readonly [string, ScalarKind, number])[]

const rows = Array.from({ length: 20 }, (_, at) => ({
  id: `0198f0c0-0000-7000-8000-0000000000${10 + at}`,
  name: `Ada Lovelace the ${at}th`,
  ward: 'east, second floor, behind the garden',
  visits: at,
  balance: String(12_345_678 * at),
  weight: 61.5 + at,
  active: at % 2 === 0,
}))

const surface: Pick<GrpcSurface, 'messages' | 'enums'> = {
  enums: [],
  messages: [
    {
      name: 'Row',
      shape: 'record',
      fields: columns.map(([name, kind], at): FieldPlan => ({ name, member: name, number: at + 1, type: { kind }, label: 'one' })), // biome-ignore format: one field
    },
    {
      name: 'Page',
      shape: 'record',
      fields: [{ name: 'rows', member: 'rows', number: 1, type: { kind: 'message', of: 'Row' }, label: 'repeated' }],
    },
  ],
}

const file = {
  name: 'page.proto',
  syntax: 'proto3',
  messageType: [
    {
      name: 'Row',
      field: columns.map(([name, , type], at) => ({ name, jsonName: name, number: at + 1, type, label: 1, proto3Optional: true, oneofIndex: at })), // biome-ignore format: one field
      oneofDecl: columns.map(([name]) => ({ name: `_${name}` })),
    },
    { name: 'Page', field: [{ name: 'rows', jsonName: 'rows', number: 1, type: 11, label: 3, typeName: '.Row' }] },
  ],
}

/** A page of twenty rows, from JSON to the wire and back, as calls are answered and asked. */
export const protobufComparisons = ({ messagesOf }: Peers): readonly Comparison[] => {
  const { write, read } = messagesOf(file, 'Page')
  const encode = encoderOf(surface)
  const decode = decoderOf(surface, { answers: true })
  const page = { rows }
  const written = () => write({ rows: rows.map(({ balance, ...row }) => ({ ...row, balance: BigInt(balance) })) })
  const asRead = (bytes: Uint8Array): Json =>
    ({ rows: read(bytes).rows.map((row) => Object.fromEntries(columns.map(([name, kind]) => [name, kind === 'int64' ? String(row[name]) : row[name]]))) }) as Json // biome-ignore format: one value
  const bytes = encode('Page', page)
  requireSame('protobuf written', bytes.toString('hex'), Buffer.from(written()).toString('hex'))
  requireSame('protobuf read', decode('Page', bytes).value, asRead(bytes))
  const by = { ours: 'ours', library: '@bufbuild/protobuf' }
  return [
    { name: 'protobuf of 20 rows written', by, ours: () => encode('Page', page), library: written },
    { name: 'protobuf of 20 rows read', by, ours: () => decode('Page', bytes), library: () => asRead(bytes) },
  ]
}
