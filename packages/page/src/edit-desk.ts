import { randomBytes, timingSafeEqual } from 'node:crypto'
import { bodyText, type Json, type JsonObject } from '@charter/runtime'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Whoever can change the charter of a running service: `npm start` and `charter dev`. A deployed service has none. */
export interface EditDesk {
  /** What words would change; nothing is written. */
  preview(words: string): Promise<Json>
  /** Writes what a preview of this digest showed, and serves it. */
  apply(words: string, digest: string): Promise<Json>
  /** How far the last apply has come. */
  state(): Promise<Json>
}

/** What the page needs to edit: the token for its calls, and which run of the service it looks at. */
export interface EditSession {
  readonly token: string
  readonly run: string
}

const bodyBytesMax = 16 * 1024

/**
 * The routes of the page's box for edits. They answer the page alone: it came from this address (`Origin`), and knows the token
 * that only `page.json` tells. The scope they are registered in answers loopback callers alone.
 */
export const registerEditing = (scope: FastifyInstance, desk: EditDesk): EditSession => {
  const token = randomBytes(32).toString('base64url')
  const guarded = {
    bodyLimit: bodyBytesMax,
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      if (!isFromPage(request, token)) await reply.code(403).send({ error: 'Only the page of this service may edit.' })
    },
  }
  scope.post('/_charter/edit/preview', guarded, async (request, reply) =>
    answer(reply, () => desk.preview(textIn(request.body, 'words'))),
  )
  scope.post('/_charter/edit/apply', guarded, async (request, reply) =>
    answer(reply, () => desk.apply(textIn(request.body, 'words'), textIn(request.body, 'digest'))),
  )
  scope.post('/_charter/edit/state', guarded, async (_request, reply) => answer(reply, () => desk.state()))
  return { token, run: randomBytes(9).toString('base64url') }
}

const isFromPage = ({ headers }: FastifyRequest, token: string): boolean => {
  const given = Buffer.from(String(headers['x-charter-edit'] ?? ''))
  const wanted = Buffer.from(token)
  const isKnown = given.length === wanted.length && timingSafeEqual(given, wanted)
  return (
    isKnown && headers.origin === `http://${headers.host}` && /^application\/json\b/.test(headers['content-type'] ?? '')
  )
}

/** What cannot be done is a sentence for the page. */
const answer = async (reply: FastifyReply, work: () => Promise<Json>): Promise<FastifyReply> => {
  try {
    return await reply.type('application/json').send(JSON.stringify(await work()))
  } catch (error) {
    return await reply.code(409).send({ error: error instanceof Error ? error.message : String(error) })
  }
}

/** Servers of the API take bodies as they came. */
const textIn = (body: unknown, name: string): string => {
  const given: unknown = typeof body === 'string' || Buffer.isBuffer(body) ? JSON.parse(String(body)) : body
  const value = typeof given === 'object' && given !== null ? (given as Record<string, unknown>)[name] : undefined
  if (typeof value === 'string' && value.trim() !== '') return value
  throw new Error(`"${name}" is missing.`)
}

const timeoutMs = 30_000

/** The desk of the process that started this one, at a loopback address that only the two know. */
export const remoteDesk = (url: string): EditDesk => {
  const ask = async (path: string, body: JsonObject): Promise<Json> => {
    const response = await fetch(`${url}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    })
    const answered = JSON.parse(await bodyText(response)) as Json
    if (response.ok) return answered
    throw new Error(String((answered as JsonObject).error ?? 'The edit failed.'))
  }
  return {
    preview: (words) => ask('preview', { words }),
    apply: (words, digest) => ask('apply', { words, digest }),
    state: () => ask('state', {}),
  }
}
