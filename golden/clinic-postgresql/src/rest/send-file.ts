import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendProblem } from '../runtime/http/index.ts'
import type { FileRange, OpenedFile } from '../runtime/index.ts'
import { problem } from '../runtime/index.ts'
import { dispositionOf, rangeIn, reprDigestOf } from './file-headers.ts'
import { isUnchanged } from './respond.ts'

/**
 * Sends a file, or a range of it. Browsers keep it, show it nowhere as a page, and take it for nothing but what its first bytes say; whoever
 * else keeps it asks each time whether it is still theirs to see.
 */
export const sendFile = async (request: FastifyRequest, reply: FastifyReply, file: OpenedFile): Promise<void> => {
  const { digest, size, kind, name } = file
  const etag = `"${digest}"`
  reply.headers({
    etag,
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache',
    vary: 'Authorization',
    'x-request-id': request.id,
  })
  if (isUnchanged(request, digest)) return void reply.code(304).send()
  const range = rangeAsked(request, file)
  if (range && range.from >= size) {
    reply.header('content-range', `bytes */${size}`)
    return void sendProblem(
      request,
      reply,
      problem('invalid-input', { detail: `This file has ${size} bytes, none of them in that range.` }),
      416,
    )
  }
  // Where it cannot be read, that is all there is to tell.
  const stream = request.method === 'HEAD' ? null : await file.read(range)
  const { from, to } = range ?? { from: 0, to: size }
  reply.code(range ? 206 : 200).headers({
    'content-type': kind,
    'content-length': String(to - from),
    'content-disposition': dispositionOf(name),
    'content-security-policy': "default-src 'none'; sandbox",
    'repr-digest': reprDigestOf(digest),
    'x-content-type-options': 'nosniff',
    ...(range && { 'content-range': `bytes ${from}-${to - 1}/${size}` }),
  })
  reply.send(stream ?? undefined)
}

/** RFC 9110 section 13.1.5: where what the client has is of another file, it is given the whole one. */
const rangeAsked = (
  { headers, method }: FastifyRequest,
  { digest, size }: OpenedFile,
): Required<FileRange> | undefined => {
  const held = headers['if-range']
  if (method !== 'GET' || (held !== undefined && held !== `"${digest}"`)) return undefined
  const range = rangeIn(headers.range, size)
  return range && { from: range.from ?? 0, to: range.to ?? size }
}
