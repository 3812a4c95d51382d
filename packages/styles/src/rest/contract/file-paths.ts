import { type EntityModel, nounOf, oneOf, type ServiceModel } from '@charter/runtime'
import type { RestFile, RestSurface } from '../surface.ts'
import { deprecationSentence } from './deprecation-sentence.ts'
import { compact, reference, type Schema } from './json.ts'
import { keyParameters, pathTemplate } from './path.ts'
import { problemResponses } from './responses.ts'

interface FileParts {
  readonly model: ServiceModel
  /** What is asked beside everything at a path. */
  readonly beside: readonly Schema[]
  /** Who may ask, where that is not said for all. */
  security(operation: string): Schema
  /** An id that no other operation has. */
  idOf(wanted: string): string
}

/** The addresses of files: their bytes, and uploads that can be broken off (tus 1.0.0). */
export const filePaths = ({ files = [], base }: RestSurface, parts: FileParts): Schema =>
  Object.fromEntries(
    files.flatMap((file): readonly (readonly [string, Schema])[] => {
      const entity = parts.model.entities.find(({ name }) => name === file.entity)
      if (!entity) return []
      const path = pathTemplate(file, base)
      const beside = parts.beside.length > 0 ? { parameters: parts.beside } : {}
      const ofFile = { file, entity, parts, key: keyParameters(file, entity) }
      const ofUpload = { ...ofFile, key: [...ofFile.key, upload] }
      return [
        [path, { ...beside, ...bytesAt(ofFile) }],
        ...(file.isTaken ? [[`${path}/uploads/{Upload}`, { ...beside, ...uploadsAt(ofUpload) }] as const] : []),
      ]
    }),
  )

const upload: Schema = {
  name: 'Upload',
  in: 'path',
  required: true,
  description: 'The upload, as `Location` names it: its caller’s alone, for a day.',
  schema: { type: 'string' },
}

interface FileAt {
  readonly file: RestFile
  /** What the path says. */
  readonly key: readonly Schema[]
  readonly entity: EntityModel
  readonly parts: FileParts
}

const bytesAt = (at: FileAt): Schema => {
  const { file, entity, parts } = at
  const { model } = parts
  const field = entity.fields.find(({ name }) => name === file.field)
  const noun = nounOf(file.field)
  const content = Object.fromEntries((field?.file?.kinds ?? ['*/*']).map((kind) => [kind, {}]))
  const ifMatch = reference('parameters', model.ifMatch === 'required' ? 'RequiredIfMatch' : 'IfMatch')
  const row = { 200: answeredRow(entity) }
  return {
    get: operation(at, 'read', {
      summary: `Read the ${noun} of ${oneOf(entity.name)}`,
      description: 'Its bytes, or a range of them (`Range`, RFC 9110 section 14).',
      parameters: [reference('parameters', 'IfNoneMatch'), range, ifRange],
      responses: {
        200: { description: 'The file.', headers: fileHeaders, content },
        206: { description: 'The range of it that was asked for.', headers: fileHeaders, content },
        304: { description: 'It is the one that the client has.' },
        416: { description: 'It has no bytes in that range.' },
        ...problemResponses('read', model),
      },
    }),
    ...(file.isTaken && {
      put: operation(at, 'put', {
        summary: `Send the ${noun} of ${oneOf(entity.name)}`,
        description: `All its bytes at once, at most ${field?.file?.bytesMax ?? 0}; what it is, its first bytes say. \`Content-Disposition\` may name it, \`Repr-Digest\` say its SHA-256 (RFC 9530). \`If-Match\` is of the row.`,
        parameters: [ifMatch],
        requestBody: { required: true, content },
        responses: { ...row, ...problemResponses('update', model) },
      }),
      post: operation(at, 'begin', {
        summary: `Begin to send the ${noun} of ${oneOf(entity.name)}`,
        description:
          'An upload that may be broken off and gone on with (tus 1.0.0, Creation): `Upload-Length` says how many bytes come, `filename` of `Upload-Metadata` names it.',
        parameters: [
          ifMatch,
          tusResumable,
          header('Upload-Length', 'integer', true),
          header('Upload-Metadata', 'string', false),
        ],
        responses: {
          201: { description: 'It has begun.', headers: { Location: reference('headers', 'Location') } },
          ...problemResponses('update', model),
        },
      }),
      delete: operation(at, 'remove', {
        summary: `Take the ${noun} of ${oneOf(entity.name)} away`,
        description: 'The row stays.',
        parameters: [ifMatch],
        responses: { ...row, ...problemResponses('update', model) },
      }),
    }),
  }
}

const uploadsAt = (at: FileAt): Schema => {
  const { entity, parts, file } = at
  const noun = nounOf(file.field)
  const problems = problemResponses('update', parts.model)
  const offset = { 'Upload-Offset': { description: 'Bytes that are stored.', schema: { type: 'integer' } } }
  return {
    head: operation(at, 'progress', {
      summary: `How much of the ${noun} has come`,
      description: 'Where to go on. One that has come whole is made a file, where that came to no end.',
      responses: {
        ...locked,
        200: {
          description: 'It is under way.',
          headers: { ...offset, 'Upload-Length': { description: 'Bytes in all.', schema: { type: 'integer' } } },
        },
        ...problems,
      },
    }),
    patch: operation(at, 'append', {
      summary: `Send on the ${noun} of ${oneOf(entity.name)}`,
      description: 'The bytes from `Upload-Offset` on; with the last of them the row has its file.',
      parameters: [tusResumable, header('Upload-Offset', 'integer', true)],
      requestBody: { required: true, content: { 'application/offset+octet-stream': {} } },
      responses: { 204: { description: 'They are stored.', headers: offset }, ...locked, ...problems },
    }),
    delete: operation(at, 'abandon', {
      summary: `Give up sending the ${noun}`,
      description: 'What came of it is removed (tus 1.0.0, Termination).',
      responses: { 204: { description: 'It is gone.' }, ...problems },
    }),
  }
}

const locked = { 423: { description: 'It is being made a file: ask again in a moment.' } }

interface Operation extends Schema {
  readonly parameters?: readonly Schema[]
}

const operation = ({ file, entity, parts, key }: FileAt, verb: string, said: Operation): Schema => {
  const action = verb === 'read' ? 'read' : 'update'
  return compact({
    operationId: parts.idOf(`${verb}${entity.name}${file.field.charAt(0).toUpperCase()}${file.field.slice(1)}`),
    ...parts.security(`${entity.name}.${action}`),
    tags: [entity.name],
    ...said,
    parameters: [...key, ...(said.parameters ?? [])],
    ...(entity.deprecated && {
      description: `${String(said.description)} ${deprecationSentence(entity.deprecated)}`,
      deprecated: true,
    }),
  })
}

const answeredRow = ({ name }: EntityModel): Schema => ({
  description: 'The row.',
  headers: { ETag: reference('headers', 'ETag'), 'X-Request-Id': reference('headers', 'RequestId') },
  content: { 'application/json': { schema: reference('schemas', name) } },
})

const fileHeaders: Schema = {
  ETag: { description: 'Of the bytes: their digest.', schema: { type: 'string' } },
  'Content-Disposition': { description: 'The file’s name (RFC 6266).', schema: { type: 'string' } },
  'Repr-Digest': { description: 'SHA-256 of the whole file (RFC 9530).', schema: { type: 'string' } },
  'X-Request-Id': reference('headers', 'RequestId'),
}

const header = (name: string, type: string, required: boolean): Schema => ({
  name,
  in: 'header',
  required,
  schema: { type },
})

const range = { ...header('Range', 'string', false), example: 'bytes=0-1023' }
const ifRange = { ...header('If-Range', 'string', false), description: 'The entity tag that the range is of.' }

const tusResumable = { ...header('Tus-Resumable', 'string', true), example: '1.0.0' }
