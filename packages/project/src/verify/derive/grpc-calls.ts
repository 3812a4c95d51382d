import type { GrpcSurface } from '@charter/styles'
import type { Expect, Scenario, Step } from '../scenario.ts'
import { type Derivation, type ListedEntity, whatToList } from './derivation.ts'
import { grpcNamesakeScenarios } from './grpc-namesakes.ts'
import { grpcStreamScenarios } from './grpc-streams.ts'
import { timeScenario } from './grpc-times.ts'
import { grpcWriteScenarios } from './grpc-writes.ts'
import { framed, integer, lengthy, tag, varint } from './protobuf.ts'

/** What callers of gRPC put on the wire that our own client never does. */
export const grpcScenarios = (deriving: Derivation): readonly Scenario[] => {
  const asked = whatToList(deriving)
  // The surface is the style's own plan.
  const surface = deriving.styles.find(({ style }) => style.name === 'grpc')?.surface as GrpcSurface | undefined
  const list = asked && surface && grpcListing(surface, asked.entity)
  if (!asked || !surface || !list) return []
  return [
    grpcScenario('carriers', 'who calls, and what, is looked at before a message is', carriers(asked, list)),
    grpcScenario(
      'metadata',
      'metadata is taken where it is of its form, and refused by name where it is not',
      metadata(asked, list),
    ),
    grpcScenario(
      'messages',
      'bytes that are no message are refused; what nobody declared is passed over',
      messages(asked, list),
    ),
    grpcScenario(
      'bounds',
      'a message is bounded in depth and size, and a call in time',
      bounds(asked, list, deriving.model.limits.bodyBytesMax),
    ),
    {
      ...grpcScenario('rates', 'who fails to sign in too often is told when to come again', rates(list)),
      start: { env: { RATE_FAILED_SIGN_INS: '1' }, says: [] },
    },
    grpcScenario('health', 'health is told to anybody, by the name of a service', health(surface)),
    grpcScenario('reflection', 'the contract is told as it is published', reflection(surface)),
    ...timeScenario(deriving, surface, grpcScenario),
    ...grpcStreamScenarios(deriving, surface, grpcScenario),
    ...grpcWriteScenarios(deriving, surface),
    ...grpcNamesakeScenarios(deriving, surface),
  ]
}

/** A list: its path, and the numbers of the fields of its request. */
interface GrpcListing {
  readonly path: string
  readonly numbers: Readonly<Record<string, number>>
  /** Of `$not`, in the message of a filter. */
  readonly not: number | undefined
}

const grpcListing = (surface: GrpcSurface, entity: string): GrpcListing | null => {
  const service = surface.services.find(({ of }) => of === entity)
  const method = service?.methods.find(({ kind }) => kind === 'list')
  const request = surface.messages.find(({ name }) => name === method?.request)
  if (!service || !method || !request) return null
  const filter = request.fields.find(({ member }) => member === 'filter')?.type
  const filterMessage = filter?.kind === 'message' ? surface.messages.find(({ name }) => name === filter.of) : undefined
  return {
    path: `/${surface.package}.${service.name}/${method.name}`,
    numbers: Object.fromEntries(request.fields.map(({ member, number }) => [member, number])),
    not: filterMessage?.fields.find(({ member }) => member === '$not')?.number,
  }
}

type MakeScenario = (id: string, title: string, steps: readonly Step[]) => Scenario

const grpcScenario: MakeScenario = (id, title, steps) => ({
  id: `grpc.${id}`,
  title,
  cites: ['problems'],
  rows: 'any',
  writes: false,
  in: 'grpc',
  steps,
})

const ended = (status: number, more: Expect = {}): Expect => ({
  status: 200,
  ...more,
  headers: { 'grpc-status': { equals: String(status) }, ...more.headers },
})
const codes = {
  ok: 0,
  invalid: 3,
  late: 4,
  notFound: 5,
  exhausted: 8,
  unimplemented: 12,
  internal: 13,
  nobody: 16,
} as const

const call = (as: string | null, path: string, bytes: string, expect: Expect, headers: Step['headers'] = {}): Step => ({
  as,
  method: 'POST',
  path,
  headers,
  bytes,
  expect,
})

const none = framed(Buffer.alloc(0))

const carriers = ({ role }: ListedEntity, { path, numbers }: GrpcListing): readonly Step[] => {
  const one = framed(integer(numbers.limit ?? 1, 1))
  const [service = ''] = path.slice(1).split('/')
  return [
    call(role, path, one, ended(codes.ok, { headers: { 'x-request-id': { matches: '.+' } } })),
    call(null, path, one, ended(codes.nobody)),
    // Nobody is refused before the message is read.
    call(null, path, 'AAAA', ended(codes.nobody)),
    call(null, path, one, ended(codes.nobody), { authorization: 'Basic dXNlcjpwYXNz' }),
    call(null, path, one, ended(codes.nobody), { authorization: 'Bearer a.b.c' }),
    call(null, path, one, ended(codes.nobody), { 'x-api-key': 'ck_none' }),
    { ...call(role, path, one, ended(codes.ok)), shows: { by: 'development' } },
    { ...call(role, path, one, ended(codes.nobody)), shows: { by: 'development', claims: { exp: -60 } } },
    call(role, `/${service}/NoSuchMethod`, one, ended(codes.unimplemented)),
    call(null, '/no.such.Service/Method', one, ended(codes.unimplemented)),
    call(role, path, one, { status: 415 }, { 'content-type': 'application/json' }),
  ]
}

const metadata = ({ role }: ListedEntity, { path, numbers }: GrpcListing): readonly Step[] => {
  const one = framed(integer(numbers.limit ?? 1, 1))
  const told = { says: ['idempotency-key takes 1 to 255 visible ASCII characters'] }
  return [
    call(role, path, one, ended(codes.ok, { headers: { 'x-request-id': { equals: 'given-id' } } }), {
      'x-request-id': 'given-id',
    }),
    call(role, path, one, ended(codes.ok, { headers: { 'x-request-id': { differs: 'not one' } } }), {
      'x-request-id': 'not one',
    }),
    call(role, path, one, ended(codes.ok, { headers: { 'x-request-id': { differs: 'x'.repeat(129) } } }), {
      'x-request-id': 'x'.repeat(129),
    }),
    call(role, path, one, ended(codes.ok), { 'idempotency-key': 'a'.repeat(255) }),
    call(role, path, one, ended(codes.invalid, told), { 'idempotency-key': 'a b' }),
    call(role, path, one, ended(codes.invalid, told), { 'idempotency-key': 'a'.repeat(256) }),
    call(role, path, one, ended(codes.ok), { traceparent: 'none of its form' }),
  ]
}

const messages = ({ role }: ListedEntity, { path, numbers }: GrpcListing): readonly Step[] => {
  const { limit = 1, after = 2, fields, filter } = numbers
  const good = integer(limit, 1)
  const ask = (message: Buffer, expect: Expect): Step => call(role, path, framed(message), expect)
  const refused = (message: Buffer, says: string): Step => ask(message, ended(codes.invalid, { says: [says] }))
  const cut = 'The message ends within a field.'
  const bare = (...bytes: readonly number[]): Buffer => Buffer.from(bytes)
  const unknown = 1000
  return [
    ...[
      integer(unknown, 1),
      Buffer.concat([tag(unknown, 'fixed64'), Buffer.alloc(8)]),
      lengthy(unknown, 'text'),
      Buffer.concat([tag(unknown, 'fixed32'), Buffer.alloc(4)]),
    ].map((more) => ask(Buffer.concat([more, good, more]), ended(codes.ok))),
    // Of a field that stands there twice, the last counts.
    ask(Buffer.concat([integer(limit, 2), good]), ended(codes.ok)),
    refused(Buffer.concat([good, tag(unknown, 'group')]), 'a group, or a wire type that there is not'),
    refused(Buffer.concat([good, varint(8007)]), 'a group, or a wire type that there is not'),
    refused(bare(0), 'a field without a number'),
    refused(bare(5, 0), 'a field without a number'),
    refused(varint(2n ** 32n), 'a field without a number'),
    refused(varint(2n ** 60n), 'a length or tag that is too large'),
    refused(Buffer.alloc(12, 0xff), 'a number of more than ten bytes'),
    refused(Buffer.concat([tag(limit, 'varint'), Buffer.alloc(12, 0xff)]), 'a number of more than ten bytes'),
    refused(tag(limit, 'varint'), cut),
    refused(bare(0x80), cut),
    refused(Buffer.concat([tag(after, 'length'), varint(10), bare(1)]), cut),
    refused(Buffer.concat([tag(unknown, 'length'), varint(10), bare(1)]), cut),
    refused(Buffer.concat([tag(unknown, 'fixed64'), bare(1)]), cut),
    refused(Buffer.concat([tag(unknown, 'fixed32'), bare(1)]), cut),
    refused(lengthy(limit, 'a'), 'is not of the contract'),
    refused(integer(after, 1), 'is not of the contract'),
    refused(lengthy(after, bare(0xff, 0xfe)), 'text that is not UTF-8'),
    ask(lengthy(after, 'not-a-cursor'), ended(codes.invalid)),
    ...(filter === undefined ? [] : [refused(integer(filter, 1), 'is not of the contract')]),
    ...(fields === undefined
      ? []
      : [
          refused(integer(fields, 1), 'is not of the contract'),
          refused(lengthy(fields, lengthy(1, 'no_such_field')), 'no_such_field'),
        ]),
    // Frames that are none.
    call(role, path, Buffer.from([0, 0, 0, 0, 9, 1]).toString('base64'), {
      headers: { 'grpc-status': { differs: '0' } },
    }),
    call(role, path, '', { headers: { 'grpc-status': { differs: '0' } } }),
    call(role, path, framed(good, 1), ended(codes.unimplemented), { 'grpc-encoding': 'none-that-there-is' }),
  ]
}

const bounds = ({ role }: ListedEntity, { path, numbers, not }: GrpcListing, bodyBytesMax: number): readonly Step[] => {
  const { limit = 1, filter } = numbers
  const good = integer(limit, 1)
  const nested = (depth: number): Buffer => {
    let message: Buffer = Buffer.alloc(0)
    for (let at = 0; at < depth; at++) message = lengthy(not ?? 1, message)
    return lengthy(filter ?? 1, message)
  }
  return [
    call(role, path, framed(good), ended(codes.late), { 'grpc-timeout': '1n' }),
    call(role, path, framed(good), ended(codes.ok), { 'grpc-timeout': '20S' }),
    ...(filter === undefined || not === undefined
      ? []
      : [
          call(role, path, framed(nested(99)), ended(codes.invalid, { says: ['nested deeper than 100 messages'] })),
          call(role, path, framed(nested(20)), ended(codes.invalid, { lacks: ['nested deeper'] })),
        ]),
    call(role, path, framed(lengthy(1000, Buffer.alloc(bodyBytesMax + 1))), {
      headers: { 'grpc-status': { equals: String(codes.exhausted) } },
    }),
  ]
}

const rates = ({ path }: GrpcListing): readonly Step[] => {
  const ask = (expect: Expect): Step => call(null, path, none, expect, { authorization: 'Bearer a.b.c' })
  // `retry_delay` is field 1 of RetryInfo, and its `seconds` field 1 of that (google/rpc/error_details.proto).
  const delay = 'google.rpc.RetryInfo\u0012\u0004\n\u0002\u0008'
  return [ask(ended(codes.nobody)), ask(ended(codes.exhausted, { says: ['TOO_MANY', delay] }))]
}

const health = ({ package: domain, services }: GrpcSurface): readonly Step[] => {
  const check = (name: string, expect: Expect): Step =>
    call(null, '/grpc.health.v1.Health/Check', name === '' ? none : framed(lengthy(1, name)), expect)
  // SERVING is 1, in field 1.
  const serving = ended(codes.ok, { says: ['\u0008\u0001'] })
  return [
    check('', serving),
    ...services.slice(0, 1).map(({ name }) => check(`${domain}.${name}`, serving)),
    check('no.such.Service', ended(codes.notFound)),
    // Every service and the server as a whole, each an entry of a map: its name in field 1, its status in field 2.
    call(
      null,
      '/grpc.health.v1.Health/List',
      none,
      ended(codes.ok, {
        says: ['', ...services.map(({ name }) => `${domain}.${name}`)]
          // Of one byte of length, which is text.
          .filter((name) => name.length < 100)
          .map((name) => Buffer.concat([lengthy(1, name), lengthy(2, Buffer.from([8, 1]))]).toString('latin1')),
      }),
    ),
  ]
}

const reflection = (surface: GrpcSurface): readonly Step[] => {
  const domain = surface.package
  const file = `${domain.replaceAll('.', '/')}/${domain.slice(0, domain.indexOf('.'))}.proto`
  const [service] = surface.services
  const symbol = `${domain}.${service?.name}`
  const kinds = new Set(surface.messages.flatMap(({ fields }) => fields.map(({ type }) => type.kind)))
  const referred = surface.messages.flatMap(({ fields }) =>
    fields.flatMap(({ type }) => (type.kind === 'message' || type.kind === 'enum' ? [`.${domain}.${type.of}`] : [])),
  )
  const told = [
    ...surface.messages.map(({ name }) => name.split('.').at(-1) ?? name),
    ...new Set(referred),
    ...(kinds.has('timestamp') ? ['.google.protobuf.Timestamp'] : []),
    ...(kinds.has('mask') ? ['.google.protobuf.FieldMask'] : []),
  ]
  const unknown = ended(codes.ok, { says: ['Nothing of this name is declared here'] })
  return ['v1', 'v1alpha'].flatMap((version) => {
    const ask = (message: Buffer, expect: Expect): Step =>
      call(null, `/grpc.reflection.${version}.ServerReflection/ServerReflectionInfo`, framed(message), expect)
    return [
      ask(lengthy(7, '*'), ended(codes.ok, { says: surface.services.map(({ name }) => `${domain}.${name}`) })),
      ask(lengthy(3, file), ended(codes.ok, { says: [file, ...told] })),
      ask(lengthy(4, symbol), ended(codes.ok, { says: [file] })),
      ask(lengthy(4, `.${symbol}`), ended(codes.ok, { says: [file] })),
      ask(lengthy(4, 'no.such.Thing'), unknown),
      ask(lengthy(3, 'no/such.proto'), unknown),
      ask(Buffer.alloc(0), unknown),
    ]
  })
}
