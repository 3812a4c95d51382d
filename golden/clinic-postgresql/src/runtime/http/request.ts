import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CallContext, Credential } from '../call/call.ts'
import { directAddress } from '../call/client-address.ts'
import { credentialIn } from '../call/credential.ts'
import type { BugOrigin } from '../call/service-log.ts'
import { type Problem, problem } from '../problem/problem.ts'

/** The id a client gave in `X-Request-Id` where it is one to trust in a log, else a new one. */
export const requestIdOf = (request: Pick<IncomingMessage, 'headers'>): string => {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && /^[\w.:-]{1,128}$/.test(given) ? given : randomUUID()
}

/** What the request shows of who calls. */
export const credentialOf = ({ headers }: FastifyRequest): Credential | null => credentialIn(headers)

/** The address of who calls, past proxies that are trusted. */
export const addressOf = ({ clientAddress, ip }: FastifyRequest): string => clientAddress ?? directAddress(ip, none)

const none = {}

/** In which request a bug showed. */
export const bugOriginOf = ({ id, headers }: FastifyRequest): BugOrigin => ({
  requestId: id,
  traceparent: typeof headers.traceparent === 'string' ? headers.traceparent : undefined,
})

export interface ContextOptions {
  /** Name of the style that was spoken, for the record. */
  readonly style: string
  readonly timeoutMs: number
  /** What of the request could not be read. */
  readonly unreadable: Problem | undefined
}

/** The call's context from headers. */
export const contextOf = (
  request: FastifyRequest,
  reply: FastifyReply,
  { style, timeoutMs, unreadable }: ContextOptions,
): CallContext => {
  const { headers } = request
  const trace = headers.traceparent
  const key = headers['idempotency-key']
  const wrong = unreadable ?? (key === undefined ? undefined : wrongKey(key))
  const ifMatch = headers['if-match']
  const ifNoneMatch = headers['if-none-match']
  const context = {
    deadlineMs: Date.now() + timeoutMs,
    get abort() {
      return abortOf(reply)
    },
    origin: { style, address: addressOf(request), requestId: request.id },
  }
  // Most requests say none of it: they are not made to pay for it.
  if (ifMatch === undefined && ifNoneMatch === undefined && key === undefined && trace === undefined && !wrong)
    return context
  return Object.assign(context, {
    // RFC 9110 section 13.1.1: If-Match compares strongly, so a weak tag never matches.
    ...(ifMatch !== undefined && {
      ifMatch: tagsOf(ifMatch)
        .filter((tag) => !tag.startsWith('W/'))
        .map(bare),
    }),
    ...(ifNoneMatch !== undefined && { ifNoneMatch: tagsOf(ifNoneMatch).map(bare) }),
    ...(key !== undefined && { idempotencyKey: String(key) }),
    ...(typeof trace === 'string' && isTrace(trace) && { trace }),
    ...(wrong !== undefined && { unreadable: wrong }),
  })
}

const aborts = new WeakMap<FastifyReply, AbortSignal>()

/** Aborts when the client goes before it has its answer. Made only for who asks. */
const abortOf = (reply: FastifyReply): AbortSignal => {
  const known = aborts.get(reply)
  if (known) return known
  const controller = new AbortController()
  // It may be gone already when somebody asks for the first time.
  if (reply.raw.closed && !reply.raw.writableFinished) controller.abort()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort()
  })
  aborts.set(reply, controller.signal)
  return controller.signal
}

const tagPattern = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g

/** Entity tags of a list, as written; a header that holds none matches nothing. */
const tagsOf = (header: string): readonly string[] => (header.trim() === '*' ? ['*'] : (header.match(tagPattern) ?? []))

const bare = (tag: string): string => (tag === '*' ? tag : tag.slice(tag.indexOf('"') + 1, -1))

const wrongKey = (key: string | readonly string[]): Problem | undefined =>
  typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)
    ? undefined
    : problem('malformed', { detail: 'Idempotency-Key takes 1 to 255 visible ASCII characters without spaces.' })

/** W3C Trace Context, version 00. */
const isTrace = (text: string): boolean => /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/.test(text)
