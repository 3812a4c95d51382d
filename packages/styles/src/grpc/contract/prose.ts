import { type Charter, type Field, moveOf, moveProse, stateProse, writableOf } from '@charter/charter'
import { type FieldModel, nounOf, oneOf, type Type, withArticle } from '@charter/runtime'
import type { FieldPlan, GrpcSurface, MessagePlan, MethodPlan, ServicePlan } from '../transport/surface.ts'

/** What the contract says of its parts in words: descriptions of the charter, and what types of protobuf do not say. */
export const proseOf = (charter: Charter, surface: GrpcSurface) => {
  const fileParts = filePartsOf(surface)
  const entities = new Map(charter.entities.map((entity) => [entity.name, entity]))
  return {
    service: ({ of }: ServicePlan): string | undefined => entities.get(of ?? '')?.description,
    method: ({ of = '' }: ServicePlan, { kind, operation, field }: MethodPlan): string | undefined =>
      kind === 'operation'
        ? operationProse(charter, operation)
        : sentences(
            methodProse[kind](of, nounOf(field ?? '')),
            kind === 'sendFile' ? fileProse(entities.get(of)?.fields.find(({ name }) => name === field)) : undefined,
          ),
    message: ({ of }: MessagePlan): string | undefined =>
      entities.get(of ?? '')?.description ?? charter.types[of ?? '']?.description,
    field: (message: MessagePlan, field: FieldPlan): string | undefined => {
      const entity = entities.get(message.of ?? '')
      const found = entity?.fields.find(({ name }) => name === field.member)
      if (entity && found && field.relation === undefined)
        return sentences(
          stateProse(found, charter),
          boundsOf(found.type),
          writing[found.isWriteOnly ? 'only' : writableOf(found, entity)],
        )
      const relation = entity?.relations.find(({ name }) => name === field.member)
      if (relation) return sentences(relation.description, 'There when `include` asks for it.')
      if (message.of !== undefined) return undefined
      return (fileParts.has(message.name) ? filePartProse.get(field.name) : undefined) ?? fieldProse.get(field.name)
    },
  }
}

/** Requests and answers share the row's message: what of it a request may hold is said in words. */
const writing: Readonly<Record<FieldModel['writable'] | 'only', string | undefined>> = {
  always: undefined,
  create: 'Given on create, and not changed.',
  // AIP-203, INPUT_ONLY.
  only: 'In requests alone: no answer holds it, and replacing without it keeps it.',
  never: 'In answers: the service gives it.',
}

const operationProse = (charter: Charter, operation: string): string | undefined => {
  const found = charter.operations.find(({ name }) => name === operation)
  const errors = found?.errors.length ? `Errors: ${found.errors.join(', ')}.` : undefined
  return sentences(found && moveProse(found, moveOf(charter, found)), errors)
}

const sentences = (...parts: readonly (string | undefined)[]): string | undefined =>
  parts.filter((part) => part !== undefined && part !== '').join('\n') || undefined

/** What a file may be. */
const fileProse = (field: Field | undefined): string | undefined =>
  field?.file &&
  sentences(
    `At most ${field.file.bytesMax} bytes.`,
    field.file.kinds && `Kinds, by its first bytes: ${field.file.kinds.join(', ')}.`,
  )

const methodProse: Readonly<
  Record<Exclude<MethodPlan['kind'], 'operation'>, (entity: string, noun: string) => string>
> = {
  read: (entity) => `One ${entity}, by its key.`,
  list: (entity) => `A page of ${entity} rows.`,
  stream: (entity) => `Every ${entity} row that the filter gives, page by page; page_token goes on after a page.`,
  create: (entity) => `Makes ${withArticle(entity)}. What is absent takes its default.`,
  replace: (entity) => `Writes every field of ${withArticle(entity)}; what is absent becomes what it is on create.`,
  update: (entity) =>
    `Changes ${withArticle(entity)}: the fields of update_mask, of which those absent lose their value; without a mask, the fields that are there.`,
  delete: (entity) => `Deletes ${withArticle(entity)}.`,
  audit: (entity) => `Who did what to ${withArticle(entity)}, newest first.`,
  aggregate: (entity) => `Counts, sums, averages and extremes of ${entity} rows, by group.`,
  changes: (entity) => `What happens to ${entity} rows from now on, or from after a cursor.`,
  readFile: (entity, noun) =>
    `The bytes of the ${noun} of ${oneOf(entity)}, after a message that says what file it is.`,
  sendFile: (entity, noun) =>
    `Sends the ${noun} of ${oneOf(entity)}: begin in the first message, its bytes in those after it. The row is updated once all are stored.`,
  removeFile: (entity, noun) => `Takes the ${noun} of ${oneOf(entity)} away. The row stays.`,
}

/** What fields of requests and answers mean that are ours. */
const fieldProse: ReadonlyMap<string, string> = new Map(
  Object.entries({
    page_size: 'At most so many; the service has a default, and a maximum past which the call is refused.',
    page_token: 'The next_page_token of the page before.',
    order_by: 'Fields with commas between them, each with " desc" after it where it descends: "name, birth_date desc".',
    show_total_size: 'Counts all rows that the filter gives.',
    read_mask: 'The fields wanted, in this order; absent, all that the caller may see.',
    include: 'Relations to bring along, each with a filter, order and page of its own.',
    next_page_token: 'Absent on the last page.',
    etag: 'The version of the row (RFC 9110 entity tag, without quotes). In a request: refused unless it is still that one.',
    null_paths:
      'JSON Pointers (RFC 6901) into the value, at what has no value: absent fields take their default instead.\nNames are those of the JSON mapping.',
    like: '% stands for any text, _ for one character, \\ before them for themselves.',
    cursor: 'Goes on after this change.',
    exact: 'False where there are more than the service counts.',
    complete: 'False where there are more groups than a page has.',
  }),
)

/** The same of what goes with the bytes of files, whose names members of the charter's own may have. */
const filePartProse: ReadonlyMap<string, string> = new Map(
  Object.entries({
    read_offset: 'The first byte wanted, counted from 0.',
    read_limit: 'At most so many bytes; absent or 0, all to the end.',
    file: 'The first message: digest, size and kind are of the whole file.',
    begin: 'The first message, and no other.',
    data: 'Bytes, in the order of the file.',
    file_name: 'What the file is called; of a path the last step.',
    digest: 'What has to arrive: sha256: and 64 digits of hexadecimal.',
    finish_write: 'In the last message, where begin does not say the size: what is broken off is no file.',
    size: 'How many bytes come: too many are refused before the first is read.',
  }),
)

/** The messages of methods for files. */
const filePartsOf = ({ services, messages }: GrpcSurface): ReadonlySet<string> => {
  const named = services.flatMap(({ methods }) =>
    methods.flatMap(({ field, request, response }) => (field === undefined ? [] : [request, response])),
  )
  const begun = messages
    .filter(({ name }) => named.includes(name))
    .flatMap(({ fields }) =>
      fields.flatMap(({ name, type }) => (name === 'begin' && type.kind === 'message' ? [type.of] : [])),
    )
  return new Set([...named, ...begun])
}

/** Bounds and forms that the wire type does not tell. */
const boundsOf = (type: Type): string | undefined => {
  switch (type.kind) {
    case 'text':
      return sentences(
        type.lengthMin === undefined && type.lengthMax === undefined
          ? undefined
          : `${type.lengthMin ?? 0} to ${type.lengthMax ?? 'any number of'} characters.`,
        type.pattern === undefined ? undefined : `Matches ${type.pattern}`,
        type.format === undefined ? undefined : `Form: ${type.format}.`,
      )
    case 'int32':
    case 'int64':
    case 'float64':
    case 'instant':
      return rangeOf(type)
    case 'date':
      return sentences('A date: 2026-03-31.', rangeOf(type))
    case 'decimal':
      return sentences(`A decimal number of ${type.precision} digits, ${type.scale} after the point.`, rangeOf(type))
    case 'time':
      return 'A time of day: 14:30:00.5.'
    case 'dateTime':
      return 'A date and time without a zone: 2026-03-31T14:30:00.'
    case 'duration':
      return 'Elapsed time: P1DT2H30M.'
    case 'uuid':
      return 'A UUID in lower case.'
    case 'json':
      return 'JSON text.'
    case 'vector':
      return `${type.size} numbers.`
    default:
      return undefined
  }
}

const rangeOf = ({
  min,
  max,
}: {
  readonly min?: number | string
  readonly max?: number | string
}): string | undefined =>
  sentences(min === undefined ? undefined : `At least ${min}.`, max === undefined ? undefined : `At most ${max}.`)
