import type { FastifyReply, FastifyRequest } from 'fastify'
import { bodyOf, sendProblem } from '../runtime/http/index.ts'
import { type Json, type JsonObject, type Outcome, problem, refuseLong, type ValueOutcome } from '../runtime/index.ts'
import { type OwnAnswer, sendOwn } from './send-own.ts'

/** How a value goes out beyond its JSON. */
export interface Answer {
  readonly status: 200 | 201 | 202 | 207
  /** The address of the new row, or of the run. */
  readonly location?: (value: JsonObject) => string | null
  /** The value is a page, whose next one is linked. */
  readonly isPage?: boolean
  /** The value is what a route of the charter's own answered, status and all. */
  readonly own?: OwnAnswer
}

/** Sends an Outcome: the one place where a Call's answer becomes HTTP. */
export const sendOutcome = (
  request: FastifyRequest,
  reply: FastifyReply,
  outcome: Outcome,
  answer: Answer,
): FastifyReply => {
  switch (outcome.kind) {
    case 'value':
      return answer.own ? sendOwn(request, reply, outcome, answer.own) : sendValue(request, reply, outcome, answer)
    case 'problem':
      return sendProblem(request, reply, outcome.problem)
    case 'stream':
      return sendProblem(request, reply, problem('not-implemented', { detail: 'REST does not carry streams.' }))
  }
}

const sendValue = (
  request: FastifyRequest,
  reply: FastifyReply,
  outcome: ValueOutcome,
  answer: Answer,
): FastifyReply => {
  // One body, one status: an answer that is only partly there is not passed off as whole.
  const partial = outcome.problems?.[0]
  if (partial) return sendProblem(request, reply, partial.problem)
  const { version, text } = outcome
  // What is there as text is not read and written again.
  const value = text === undefined ? outcome.value : undefined
  if (version !== undefined && isUnchanged(request, version)) return sendEmpty(request, noted(reply, outcome), 304)
  if (value === null) return sendEmpty(request, noted(reply, outcome), 204)
  const json = text ?? JSON.stringify(value)
  refuseLong(json.length)
  noted(reply, outcome)
  if (answer.isPage) linkNext(request, reply, outcome.page?.next ?? (value as JsonObject | undefined)?.next)
  const location = locationOf(answer, outcome)
  if (location !== null) reply.header('location', location)
  return sendJson(request, reply, answer.status, json)
}

/** Most addresses are of the key alone. */
const locationOf = ({ location }: Answer, outcome: ValueOutcome): string | null =>
  location ? ((outcome.key && location(outcome.key)) ?? location(outcome.value as JsonObject)) : null

const noted = (reply: FastifyReply, { version, isReplayed }: ValueOutcome): FastifyReply => {
  if (version !== undefined) reply.header('etag', `"${version}"`)
  if (isReplayed) reply.header('idempotency-replayed', 'true')
  return reply
}

// Answers depend on who asks and on the version that is asked for, and are kept by nobody else (RFC 9111 section 5.2.2.7).
const sendEmpty = (request: FastifyRequest, reply: FastifyReply, status: number): FastifyReply =>
  reply
    .code(status)
    .header('x-request-id', request.id)
    .header('cache-control', 'private')
    .header('vary', 'Authorization, Accept')
    .send()

const sendJson = (request: FastifyRequest, reply: FastifyReply, status: number, json: string): FastifyReply =>
  reply
    .code(status)
    .header('content-type', `${request.answerType ?? 'application/json'}; charset=utf-8`)
    .header('x-request-id', request.id)
    .header('cache-control', 'private')
    .header('vary', 'Authorization, Accept')
    .send(bodyOf(json))

/** RFC 9110 section 13.1.2, for reads: what the client holds is what would be sent. */
export const isUnchanged = (request: FastifyRequest, version: string): boolean => {
  const held = request.headers['if-none-match']
  if (held === undefined || (request.method !== 'GET' && request.method !== 'HEAD')) return false
  return held.trim() === '*' || held.split(',').some((tag) => tag.trim().replace(/^W\//, '') === `"${version}"`)
}

/** `Link: <…>; rel="next"` (RFC 8288): the same address with the cursor of the next page. */
const linkNext = (request: FastifyRequest, reply: FastifyReply, next: Json | undefined): void => {
  if (typeof next !== 'string') return
  const url = request.raw.url ?? ''
  const start = url.indexOf('?')
  const path = start === -1 ? url : url.slice(0, start)
  const kept = url
    .slice(path.length + 1)
    .split('&')
    .filter((pair) => pair !== '' && !pair.startsWith('after='))
  reply.header('link', `<${path}?${[...kept, `after=${encodeURIComponent(next)}`].join('&')}>; rel="next"`)
}
