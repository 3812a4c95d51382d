import { ProblemError, problem } from '@charter/runtime'
import { type Gate, leaveUnread } from '@charter/runtime/http'
import type { FastifyError, FastifyReply } from 'fastify'
import type { Directory } from './directory.ts'
import type { ScimParts } from './parts.ts'
import { errorDocument, problemAsScim, ScimError, type ScimErrorDocument } from './scim-error.ts'

export const mediaType = 'application/scim+json'

/** Of what a directory sends at once. */
export const bodyBytesMax = 1_048_576

/** How a route of directories is asked: by a key alone, which is looked at before anything of a body is read. */
export const scimRoute = (onBug: (error: unknown) => void) => {
  const gate: Gate = {
    style: 'scim',
    refuse: (_request, reply, error) => void sendError(reply, error, onBug),
  }
  return { config: { gate }, bodyLimit: bodyBytesMax, exposeHeadRoute: false }
}

export type ScimRoute = ReturnType<typeof scimRoute>

export const send = (reply: FastifyReply, status: number, body: object | null): FastifyReply => {
  reply.code(status).header('cache-control', 'no-store')
  return body === null ? reply.send() : reply.header('content-type', mediaType).send(JSON.stringify(body))
}

/** Whatever was thrown, as SCIM tells it. Bugs are told to `onBug` alone. */
export const sendError = (reply: FastifyReply, error: unknown, onBug: (error: unknown) => void): FastifyReply => {
  const told = documentOf(error)
  if (told.status === '500') onBug(error)
  if (told.status === '401') reply.header('www-authenticate', 'Bearer')
  if (told.status === '413') leaveUnread(reply.request, reply)
  const retryAfter = error instanceof ProblemError ? error.problem.retryAfterSeconds : undefined
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  return send(reply, Number(told.status), told)
}

const documentOf = (error: unknown): ScimErrorDocument => {
  if (error instanceof ScimError) return errorDocument(400, error.message, error.scimType)
  if (error instanceof ProblemError) return problemAsScim(error.problem)
  const { code } = error as Partial<FastifyError>
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return problemAsScim(problem('too-large', { detail: `A body has at most ${bodyBytesMax} bytes.` }))
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return problemAsScim(problem('unsupported-media-type', { detail: `Send ${mediaType}.` }))
  return problemAsScim(problem('internal'))
}

/** Where the resources of an organisation are. */
export const baseOf = ({ url }: Pick<ScimParts, 'url'>, { organisation }: Pick<Directory, 'organisation'>): string =>
  `${url()}/scim/v2/${organisation}`
