import type { EntityModel, JsonObject } from '@charter/runtime'
import type { GrpcSurface } from '@charter/styles'
import type { Scenario, Step } from '../scenario.ts'
import { aboutEntity, type Derivation } from './derivation.ts'
import { framed, integer, lengthy } from './protobuf.ts'

type Message = GrpcSurface['messages'][number]

/** What an update says of its fields beside their values: pointers to nulls and masks that name what is not there. */
export const grpcWriteScenarios = (deriving: Derivation, surface: GrpcSurface): readonly Scenario[] => {
  for (const service of surface.services) {
    const entity = deriving.model.entities.find(({ name }) => name === service.of)
    const method = service.methods.find(({ kind }) => kind === 'update')
    const request = messageOf(surface, method?.request)
    const about = entity && aboutEntity(deriving, entity)
    const [row] = about?.rows ?? []
    const role =
      about &&
      deriving.model.access.roles.find((each) => ['update', 'read'].every((action) => about.can(each, action, row)))
    const key = request && row && keyBytes(surface, request, row)
    if (!entity || !method || !request || !key || role === undefined) continue
    const path = `/${surface.package}.${service.name}/${method.name}`
    return [
      {
        id: 'grpc.writes',
        title: 'what an update names and does not have is told by the name that protobuf gives it',
        cites: ['update'],
        rows: 'example',
        writes: true,
        in: 'grpc',
        steps: [
          ...wrongUpdates(surface, request, entity).map(
            ([bytes, ...said]) => [Buffer.concat([key, bytes]), ...said] as const,
          ),
          ...wrongKeys(surface, request, entity),
        ]
          .map(
            ([bytes, says, lacks]): Step => ({
              as: role,
              method: 'POST',
              path,
              bytes: framed(bytes),
              expect: { headers: { 'grpc-status': { equals: '3' } }, says: [says], lacks: [lacks] },
            }),
          )
          .concat(
            nulledUpdates(surface, request, entity).map((bytes) => ({
              as: role,
              method: 'POST',
              path,
              bytes: framed(Buffer.concat([key, bytes])),
              expect: { headers: { 'grpc-status': { equals: '0' } } },
            })),
          ),
      },
    ]
  }
  return []
}

export const messageOf = ({ messages }: GrpcSurface, name: string | undefined): Message | undefined =>
  messages.find((each) => each.name === name)

/** The key of a request, where it is text; undefined where it is of another kind. */
export const keyBytes = (surface: GrpcSurface, { fields }: Message, row: JsonObject): Buffer | undefined => {
  const key = fields.find(({ member }) => member === 'key')
  const parts = key?.type.kind === 'message' ? messageOf(surface, key.type.of)?.fields : undefined
  if (!key || !parts?.every(({ type }) => type.kind === 'string')) return undefined
  return lengthy(key.number, Buffer.concat(parts.map(({ member, number }) => lengthy(number, String(row[member])))))
}

/** A key that is none is told where it stands, and not as a part of the body. */
export const wrongKeys = (surface: GrpcSurface, { fields }: Message, { key, fields: models }: EntityModel): Wrong => {
  const [of, value] = ['key', 'value'].map((member) => fields.find((each) => each.member === member))
  const part = of?.type.kind === 'message' ? messageOf(surface, of.type.of)?.fields[0] : undefined
  const type = models.find(({ name }) => name === key[0])?.type.kind
  if (!of || !value || !part || type !== 'uuid') return []
  const bytes = Buffer.concat([lengthy(of.number, lengthy(part.number, 'none')), lengthy(value.number, '')])
  return [[bytes, `${of.name}.${part.name}`, `${value.name}.${of.name}`]]
}

type Wrong = readonly (readonly [bytes: Buffer, says: string, lacks: string])[]

/** Bytes beside the key, what is said of them, and what is not. */
const wrongUpdates = (surface: GrpcSurface, { fields }: Message, entity: EntityModel): Wrong => {
  const of = (member: string) => fields.find((each) => each.member === member)
  const [value, nulls, mask, read] = ['value', 'nulls', 'mask', 'fields'].map(of)
  if (!value) return []
  const members = (value.type.kind === 'message' && messageOf(surface, value.type.of)?.fields) || []
  const below = (number: number, type: Message['fields'][number]['type']) =>
    type.kind === 'message' ? { number, message: messageOf(surface, type.of) } : { number, message: undefined }
  const shaped = members.map(({ member, number, type }) => ({ member, ...below(number, type) }))
  const lists = shaped.flatMap(({ member, number, message }) => {
    const [items] = message?.fields ?? []
    return message?.shape === 'list' && items?.type.kind === 'string' ? [{ member, number, items: items.number }] : []
  })
  // Of a map the one field: in the message around it, or of the body itself.
  const maps = shaped.flatMap(({ number, message }) =>
    (message?.fields ?? []).flatMap((field) =>
      field.label === 'map' ? [lengthy(number, integer(field.number, 1))] : [],
    ),
  )
  const empty = lengthy(value.number, '')
  const masked = (path: string): Buffer => Buffer.concat([empty, lengthy(mask?.number ?? 0, lengthy(1, path))])
  const none = `${value.name}.null_paths`
  return [
    [Buffer.alloc(0), 'Give an object.', none],
    ...(nulls
      ? [
          ...[
            'not_a_pointer',
            '/no/such',
            '/no/such/0',
            '/__proto__/x',
            '/constructor/x',
            '/constructor/prototype/x',
          ].map((path) => [Buffer.concat([empty, lengthy(nulls.number, path)]), 'There is nothing at', none] as const),
          // What of them is too long for a trailer is left out, and counted.
          [
            Buffer.concat([
              empty,
              ...Array.from({ length: 20 }, () => lengthy(nulls.number, `/no/${'x'.repeat(200)}`)),
            ]),
            'errorsLeftOut',
            none,
          ] as const,
          ...lists.flatMap(({ number, member, items }) => {
            const value_ = lengthy(value.number, lengthy(number, lengthy(items, 'x')))
            const at = (step: string): Buffer => Buffer.concat([value_, lengthy(nulls.number, `/${member}/${step}`)])
            return [
              ...['1', '01', 'x', 'length', '-1'].map((step) => [at(step), 'There is nothing at', none] as const),
              [at('0'), member, 'There is nothing at'] as const,
            ]
          }),
        ]
      : []),
    ...(nulls
      ? crowded(members.filter(({ member }) => mayBeNull(entity, member))).map(
          ({ of, bytes }) =>
            [
              Buffer.concat([lengthy(value.number, bytes), lengthy(nulls.number, `/${of.member}`)]),
              `${value.name}.${of.name}`,
              none,
            ] as const,
        )
      : []),
    ...wrongFields(members.filter(({ member }) => mayBeNull(entity, member))).map(
      ({ of: { name }, bytes }) => [lengthy(value.number, bytes), `${value.name}.${name}`, none] as const,
    ),
    ...maps.map((map) => [lengthy(value.number, map), 'The entries of a map are not of the contract', none] as const),
    ...(mask
      ? ([
          [masked('a.b'), 'Name whole fields of the row', none],
          [masked('*'), 'Name whole fields of the row', none],
          [masked('no_such_field'), `${value.name}.no_such_field`, none],
        ] as const)
      : []),
    ...(read
      ? ([
          [
            Buffer.concat([empty, lengthy(read.number, lengthy(1, 'no_such_field'))]),
            'no_such_field',
            `${value.name}.fields`,
          ],
        ] as const)
      : []),
  ]
}

/** A value that is none, and a pointer that says null in its place. */
const nulledUpdates = (surface: GrpcSurface, { fields }: Message, entity: EntityModel): readonly Buffer[] => {
  const [value, nulls] = ['value', 'nulls'].map((member) => fields.find((each) => each.member === member))
  const members = (value?.type.kind === 'message' && messageOf(surface, value.type.of)?.fields) || []
  const [first] = wrongFields(members.filter(({ member }) => mayBeNull(entity, member)))
  if (!value || !nulls || !first) return []
  return [Buffer.concat([lengthy(value.number, first.bytes), lengthy(nulls.number, `/${first.of.member}`)])]
}

type Field = Message['fields'][number]

/**
 * A field that is wrong as often as errors are kept, and then another: where a pointer says null in the place of the first, the other
 * is still wrong, though nothing that was kept says so.
 */
const crowded = (fields: readonly Field[]): readonly WrongField[] => {
  const [first, second] = wrongFields(fields)
  return first && second
    ? [{ of: first.of, bytes: Buffer.concat([...Array.from({ length: 21 }, () => first.bytes), second.bytes]) }]
    : []
}

const mayBeNull = ({ fields }: EntityModel, member: string): boolean =>
  fields.some(({ name, isOptional, writable }) => name === member && isOptional && writable === 'always')

interface WrongField {
  readonly of: Field
  readonly bytes: Buffer
}

const wrongFields = (fields: readonly Field[]): readonly WrongField[] =>
  fields.flatMap((of) => {
    const bytes = wrongBytes(of)
    return bytes ? [{ of, bytes }] : []
  })

/** A value that the wire can say, and the field cannot; undefined where there is none. */
const wrongBytes = ({ number, type }: Field): Buffer | undefined => {
  switch (type.kind) {
    case 'enum':
      return integer(number, 9999)
    case 'count':
      return integer(number, 2n ** 60n)
    case 'timestamp':
      return lengthy(number, integer(2, 1))
    case 'json':
      return lengthy(number, '{')
    default:
      return undefined
  }
}
