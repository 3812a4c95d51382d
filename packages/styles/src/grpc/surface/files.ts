import { type Entity, offersOf } from '@charter/charter'
import type { FieldPlan, FileMethodKind, MethodPlan } from '../transport/surface.ts'
import type { EntityNames } from './entity.ts'
import { etag, resourceNames } from './methods.ts'
import { pascalCase } from './spelling.ts'
import { fixed, type SurfaceDraft } from './surface-draft.ts'

/** A field that is a file, and what its methods are called after: `DocumentScan` of `ReadDocumentScan`. */
export interface NamedFile {
  readonly field: string
  readonly base: string
}

/** The files of an entity, under names once given. */
export const filesOf = ({ allocation }: SurfaceDraft, entity: Entity, { one }: EntityNames): readonly NamedFile[] =>
  entity.fields
    .filter(({ file }) => file !== undefined)
    .map(({ id, name }) => ({
      field: name,
      base: allocation.name(`files.${id}`, one + pascalCase(name), claims),
    }))

/** Everything that a file's name takes up in the package. */
const claims = (base: string): readonly string[] => [
  ...['Read', 'Send', 'Remove'].flatMap((verb) => [`${verb}${base}Request`, `${verb}${base}Response`]),
  `Send${base}Begin`,
]

/**
 * The methods for the bytes of an entity's files, with their messages. The first message of a stream says what the others are bytes
 * of; offset, limit and data are called as in google.bytestream (github.com/googleapis/googleapis, google/bytestream).
 */
export const fileMethods = (
  building: SurfaceDraft,
  entity: Entity,
  { one }: EntityNames,
  files: readonly NamedFile[],
): readonly MethodPlan[] => {
  const offered = offersOf(entity)
  const key = fixed(1, 'key', 'key', message(`${one}Key`))
  const row = [fixed(1, resourceNames(entity)[0], 'row', message(one)), etag]
  return files.flatMap(({ field, base }) => {
    const file = building.messages.get(one)?.fields.find(({ member }) => member === field)?.type
    if (!file) throw new Error(`The message ${one} has no field ${field}.`)
    const begin = [key, ...said, etag]
    const methods: readonly (readonly [FileMethodKind, string, readonly FieldPlan[], readonly FieldPlan[]])[] = [
      ['readFile', `Read${base}`, [key, ...range], parts(fixed(1, 'file', 'file', file, 'oneof'))],
      [
        'sendFile',
        `Send${base}`,
        [...parts(fixed(1, 'begin', 'value', message(`Send${base}Begin`), 'oneof')), finish],
        row,
      ],
      ['removeFile', `Remove${base}`, [key, etag], row],
    ]
    const asked = methods.filter(([kind]) => offered.includes(actionOf[kind]))
    if (offered.includes('update')) addMessage(building, `Send${base}Begin`, begin)
    return asked.map(([kind, name, request, response]) => ({
      name,
      kind,
      operation: `${entity.name}.${actionOf[kind]}`,
      field,
      request: addMessage(building, `${name}Request`, request),
      response: addMessage(building, `${name}Response`, response),
      ...(kind === 'readFile' && { isStream: true }),
      ...(kind === 'sendFile' && { takesStream: true }),
    }))
  })
}

/** Who may read a row reads its files, and who may update it sends them and takes them away. */
const actionOf = { readFile: 'read', sendFile: 'update', removeFile: 'update' } as const

const text = { kind: 'string' } as const
const message = (of: string) => ({ kind: 'message', of }) as const
const count = { kind: 'count' } as const

const range = [fixed(2, 'read_offset', 'offset', count), fixed(3, 'read_limit', 'length', count)]
const said = [fixed(2, 'file_name', 'name', text), fixed(3, 'digest', 'digest', text), fixed(4, 'size', 'size', count)]

/** Of the last message. */
const finish = fixed(3, 'finish_write', 'isLast', { kind: 'bool' })

/** A message of a stream: what is said first, or bytes. */
const parts = (first: FieldPlan): readonly FieldPlan[] => [first, fixed(2, 'data', 'data', { kind: 'bytes' }, 'oneof')]

const addMessage = ({ messages }: SurfaceDraft, name: string, fields: readonly FieldPlan[]): string => {
  const hasParts = fields.some(({ label }) => label === 'oneof')
  messages.set(name, { name, shape: 'record', fields, ...(hasParts && { oneof: 'part' }) })
  return name
}
