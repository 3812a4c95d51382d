import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import {
  contextOf,
  type Gate,
  leaveUnread,
  openRoute,
  refuseLongAddress,
  sendProblem,
  sendThrown,
  type TakesText,
  takesInPath,
} from '../runtime/http/index.ts'
import {
  type Entry,
  type FileAsked,
  type FileCalls,
  ProblemError,
  problem,
  type ServiceBackend,
} from '../runtime/index.ts'
import { keyFrom, keyValue } from './asked.ts'
import { deprecatedHandler } from './deprecation.ts'
import { digestIn, metadataIn, metadataOf, nameIn } from './file-headers.ts'
import { sendOutcome } from './respond.ts'
import { sendFile } from './send-file.ts'

export interface FilePlace {
  readonly row: Entry
  readonly field: string
  /** `/api/documents/:id/scan` */
  readonly url: string
  /** Nobody sends any. */
  readonly isReadOnly?: true
}

/**
 * Adds the addresses of a field's files: GET and HEAD, in ranges too; PUT of all bytes; POST begins an upload that can be broken off and
 * gone on with (tus 1.0.0, tus.io/protocols/resumable-upload: Creation, Termination), and DELETE takes the file away.
 */
export const addFileRoutes = (app: FastifyInstance, options: ServiceBackend, place: FilePlace): void =>
  void app.register(async (scope) => {
    const { url, row } = place
    const upload = `${url}/uploads/:Upload`
    scope.removeAllContentTypeParsers()
    // Bytes are read as they come, by whoever stores them.
    scope.addContentTypeParser('*', (_request, bytes, done) => done(null, bytes))
    const takes: TakesText = (name, text) => !row.model.key.includes(name) || keyValue(row, name, text) !== undefined
    const add = (method: string | string[], at: string, work: FileWork): void =>
      void scope.route({
        method,
        url: at,
        bodyLimit: rememberedBytes,
        config: {
          gate: gateOf(options),
          worksLong: true,
          ...((method === 'PUT' || method === 'PATCH') && { takesFiles: true as const }),
        },
        handler: takesInPath(deprecatedHandler(row.model.deprecated, handlerOf(options, place, work)), takes),
      })
    add(['GET', 'HEAD'], url, read)
    if (place.isReadOnly) return
    add('PUT', url, put)
    add('POST', url, begin)
    add('DELETE', url, remove)
    add('HEAD', upload, progress)
    add('PATCH', upload, append)
    add('DELETE', upload, abandon)
    const { file } = row.model.fields.find(({ name }) => name === place.field) ?? {}
    for (const at of [url, upload]) offer(scope, at, takes, file?.bytesMax ?? 0)
  })

/** What uploads can do here (tus 1.0.0, OPTIONS); anybody may ask, as of every address. */
const offer = (scope: FastifyInstance, url: string, takes: TakesText, bytesMax: number): void =>
  void scope.route({
    method: 'OPTIONS',
    url,
    ...openRoute,
    handler: takesInPath((request, reply) => {
      leaveUnread(request, reply)
      const allow = scope.allowedMethods.of(request.raw.url ?? '')
      if (allow.includes('PATCH')) reply.header('accept-patch', offsetType)
      reply
        .code(204)
        .headers({
          allow: allow.join(', '),
          'tus-version': tusVersion,
          'tus-extension': tusExtensions,
          'tus-max-size': String(bytesMax),
          'x-request-id': request.id,
        })
        .send()
    }, takes),
  })

/** So much memory a body of bytes counts for, however long it is. */
const rememberedBytes = 65_536

const gateOf = ({ onBug }: ServiceBackend): Gate => ({
  style: 'rest',
  sessions: 'address',
  before: (request) => refuseLongAddress(request, 'Send less in it.'),
  refuse: (request, reply, error) => sendThrown(request, reply, error, onBug),
})

interface FileRequest {
  readonly files: FileCalls
  readonly asked: FileAsked
  readonly place: FilePlace
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

type FileWork = (of: FileRequest) => Promise<unknown>

const handlerOf =
  (options: ServiceBackend, place: FilePlace, work: FileWork): RouteHandlerMethod =>
  (request, reply) => {
    const fail = (error: unknown): void => {
      // What is left of a body that was refused is not waited for.
      if (!request.raw.complete) leaveUnread(request, reply)
      const isLocked = error instanceof ProblemError && error.problem.code === 'in-progress'
      if (isLocked) sendProblem(request, reply, error.problem, lockedStatus)
      else sendThrown(request, reply, error, options.onBug)
    }
    try {
      const { files } = options
      if (!files) throw new Error('this service was composed without its files')
      work({ files, asked: askedBy(options, place, request, reply), place, request, reply }).catch(fail)
    } catch (error) {
      fail(error)
    }
  }

/** An upload that is being made a file (RFC 4918 section 11.3): clients of tus ask again then, and begin anew after any other 4xx. */
const lockedStatus = 423

const askedBy = (
  { model }: ServiceBackend,
  { row, field }: FilePlace,
  request: FastifyRequest,
  reply: FastifyReply,
): FileAsked => ({
  entity: row.model.name,
  key: keyFrom(row, row.model.key, request),
  field,
  principal: request.principal,
  context: () =>
    contextOf(request, reply, { style: 'rest', timeoutMs: model.limits.requestTimeoutMs, unreadable: undefined }),
  isStanding: () => request.isStanding?.() ?? true,
})

const read: FileWork = async ({ files, asked, request, reply }) => sendFile(request, reply, await files.open(asked))

const put: FileWork = async ({ files, asked, request, reply }) => {
  const { headers } = request
  refusePart(headers)
  const outcome = await files.put(asked, bytesOf(request), {
    name: nameIn(headers['content-disposition']),
    digest: digestSaid(request),
    size: Number(headers['content-length'] ?? 0),
  })
  sendOutcome(request, reply, outcome, { status: 200 })
}

/** What is not the file itself would be stored as if it were. */
const refusePart = ({ 'content-range': range, 'content-type': type = '' }: FastifyRequest['headers']): void => {
  if (range !== undefined) throw new ProblemError(problem('malformed', { detail: notInParts }))
  if (type.toLowerCase().startsWith('multipart/'))
    throw new ProblemError(problem('unsupported-media-type', { detail: notAsForm }))
}

/** RFC 9110 section 14.5. */
const notInParts = 'A file is sent whole (no Content-Range), or gone on with as tus has it: POST to this address.'
const notAsForm = 'Send the bytes of the file themselves, not a form with them in it: curl --data-binary, not -F.'

const remove: FileWork = async ({ files, asked, request, reply }) =>
  sendOutcome(request, reply, await files.remove(asked), { status: 200 })

const begin: FileWork = async ({ files, asked, place, request, reply }) => {
  const { headers } = request
  const length = headers['upload-length']
  requireVersion(request, reply)
  if (typeof length !== 'string' || !/^\d{1,15}$/.test(length))
    throw new ProblemError(problem('malformed', { detail: howToBegin }))
  const metadata = metadataIn(text(headers['upload-metadata']))
  const upload = await files.begin(asked, {
    size: Number(length),
    name: metadata.filename,
    digest: digestSaid(request),
  })
  // Also where a request names its host with the path (RFC 9112 section 3.2.2).
  const { pathname: path } = new URL(request.raw.url ?? place.url, 'http://service')
  await answer(reply, request, 201).header('location', `${path}/uploads/${upload}`).send()
}

const progress: FileWork = async ({ files, asked, request, reply }) => {
  refuseOtherVersion(request, reply)
  const { offset, size, name } = await files.progress(asked, uploadOf(request))
  await answer(reply, request, 200)
    .header('cache-control', 'no-store')
    .headers({ 'upload-offset': String(offset), 'upload-length': String(size) })
    .headers(name === undefined ? {} : { 'upload-metadata': metadataOf(name) })
    .send()
}

const append: FileWork = async ({ files, asked, request, reply }) => {
  const { headers } = request
  requireVersion(request, reply)
  const offset = text(headers['upload-offset'])
  if (headers['content-type'] !== offsetType)
    throw new ProblemError(problem('unsupported-media-type', { detail: howToGoOn }))
  if (offset === undefined || !/^\d{1,15}$/.test(offset))
    throw new ProblemError(problem('malformed', { detail: howToGoOn }))
  const { offset: after, done } = await files.append(asked, uploadOf(request), Number(offset), bytesOf(request))
  const version = done?.kind === 'value' ? done.version : undefined
  if (version !== undefined) reply.header('etag', `"${version}"`)
  await answer(reply, request, 204).header('upload-offset', String(after)).send()
}

const abandon: FileWork = async ({ files, asked, request, reply }) => {
  refuseOtherVersion(request, reply)
  await files.abandon(asked, uploadOf(request))
  await answer(reply, request, 204).send()
}

/** tus 1.0.0, Tus-Version: nothing is done for another version, which is refused with those that there are. */
const refuseOtherVersion = ({ headers }: FastifyRequest, reply: FastifyReply): void => {
  const version = headers['tus-resumable']
  if (version === tusVersion || version === undefined) return
  reply.header('tus-version', tusVersion)
  throw new ProblemError(problem('precondition-failed', { detail: `Uploads are of tus ${tusVersion} here.` }))
}

/** Of what else is sent to these addresses it tells an upload apart. */
const requireVersion = (request: FastifyRequest, reply: FastifyReply): void => {
  refuseOtherVersion(request, reply)
  if (request.headers['tus-resumable'] !== undefined) return
  reply.header('tus-version', tusVersion)
  throw new ProblemError(problem('malformed', { detail: howToBegin }))
}

const tusVersion = '1.0.0'
const tusExtensions = 'creation,termination'
const offsetType = 'application/offset+octet-stream'
const howToBegin = `An upload that can be broken off begins by POST with Tus-Resumable: ${tusVersion} and Upload-Length, the number of its bytes; PUT sends all bytes at once.`
const howToGoOn = `Send the bytes as ${offsetType}, and from where by Upload-Offset.`

const answer = (reply: FastifyReply, request: FastifyRequest, status: number): FastifyReply =>
  reply.code(status).headers({
    'cache-control': 'private',
    'tus-resumable': tusVersion,
    'x-request-id': request.id,
    vary: 'Authorization',
  })

const uploadOf = (request: FastifyRequest): string => (request.params as Readonly<Record<string, string>>).Upload ?? ''

/** Fastify hands over nothing where nothing was sent. */
const bytesOf = ({ body }: FastifyRequest): AsyncIterable<Uint8Array> =>
  (body as AsyncIterable<Uint8Array> | undefined) ?? nothing()

async function* nothing(): AsyncGenerator<Uint8Array, void> {}

const digestSaid = ({ headers }: FastifyRequest): string | undefined => {
  const digest = digestIn(text(headers['repr-digest'] ?? headers['content-digest']))
  if (digest === null)
    throw new ProblemError(problem('malformed', { detail: 'Say the digest as Repr-Digest: sha-256=:…: (RFC 9530).' }))
  return digest
}

const text = (header: string | string[] | undefined): string | undefined =>
  header === undefined ? undefined : String(header)
