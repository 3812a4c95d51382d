import type { FastifyReply, FastifyRequest } from 'fastify'
import { type CarriedAnswer, isJsonType, type ValueOutcome } from '../runtime/index.ts'

/** What an answer of one route depends on, beside its address and body. */
export interface OwnAnswer {
  readonly vary: string
}

/** `headers`: those that its code is given of a request, so what it answers is for who sends the same (RFC 9110 section 12.5.5). */
export const ownAnswer = (headers: readonly string[]): OwnAnswer => ({
  vary: ['Authorization', 'Accept', ...headers.filter((name) => name !== 'accept')].join(', '),
})

/**
 * Sends what a route of the charter's own answered. Browsers take it for nothing but what it says that it is, and whatever could
 * run something is shut in: they load nothing, run nothing, and are framed by nobody (Content Security Policy, `sandbox`).
 */
export const sendOwn = (
  request: FastifyRequest,
  reply: FastifyReply,
  { value, isReplayed }: ValueOutcome,
  { vary }: OwnAnswer,
): FastifyReply => {
  // Made by `readAnswer`, and by nothing else.
  const { status, type, headers, text, isBase64 } = value as unknown as CarriedAnswer
  reply
    .code(status)
    .header('cache-control', 'private')
    .headers(headers)
    .header('x-request-id', request.id)
    .header('vary', vary)
    .header('x-content-type-options', 'nosniff')
  if (isReplayed) reply.header('idempotency-replayed', 'true')
  if (text === null) return reply.send()
  if (!isInert(type)) reply.header('content-security-policy', shutIn)
  reply.header('content-type', isText(type) && !isBase64 ? `${type}; charset=utf-8` : type)
  return reply.send(Buffer.from(text, isBase64 ? 'base64' : 'utf8'))
}

const shutIn =
  "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"

/**
 * What no browser runs anything of, and what its own viewers are better left alone with. Which other types are documents differs from
 * one browser to the next (`text/xsl` is one); for what is none the policy says nothing.
 */
const isInert = (type: string): boolean =>
  isJsonType(type) || inertTypes.has(type) || (/^(?:image|audio|video|font)\//.test(type) && !isXml(type))

const inertTypes: ReadonlySet<string> = new Set([
  'application/gzip',
  'application/octet-stream',
  'application/pdf',
  'application/zip',
  'text/calendar',
  'text/csv',
  'text/markdown',
  'text/plain',
])

const isXml = (type: string): boolean => /[/+]xml$/.test(type)

const isText = (type: string): boolean => type.startsWith('text/') || isJsonType(type) || isXml(type)
