import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { bugOriginOf, problemHeaders } from '../../runtime/http/index.ts'
import {
  type Json,
  longestTimerMs,
  type Problem,
  ProblemError,
  problem,
  refuseLong,
  type ValueOutcome,
} from '../../runtime/index.ts'
import { answerOf } from '../answer.ts'
import { outcomeOf } from '../handler.ts'
import { itemsOf, nextOf } from '../items.ts'
import { partialBytes } from '../problem-status.ts'
import { stopping } from '../streaming.ts'
import { connectError, ending, httpStatusOf, unpadded } from './ending.ts'
import { enveloped } from './envelope.ts'
import { callMaker, type Exchange, timeoutOf } from './request.ts'

/** Request → Call → Outcome → answer, for methods with one answer. Rejects with whatever the service throws. */
export const answerOne = async (exchange: Exchange): Promise<FastifyReply> => {
  const { work } = exchange
  const call = await callMaker(exchange)(work.serving.model.limits.requestTimeoutMs)
  const outcome = await outcomeOf(work, call)
  switch (outcome.kind) {
    case 'problem':
      return refuse(exchange, outcome.problem)
    case 'stream':
      throw new Error(`${work.method.operation} has one answer, and the service gave a stream`)
    case 'value':
      note(exchange, outcome)
      return sendMessage(exchange, messageOf(exchange, outcome))
  }
}

/** What stands beside the message. */
const note = ({ work, reply }: Exchange, { isReplayed, problems }: ValueOutcome): void => {
  if (isReplayed) reply.header('idempotency-replayed', 'true')
  if (problems) reply.header('charter-problems-bin', unpadded(partialBytes(problems, work.options).toString('base64')))
}

const messageOf = (
  { work: { method, response, encode }, json, carrier }: Exchange,
  of: Pick<ValueOutcome, 'value' | 'version'>,
): Buffer => {
  const answer = answerOf(method, response, of)
  if (!carrier.isJson) return encode(method.response, answer)
  const text = JSON.stringify(json.write(method.response, answer))
  refuseLong(text.length)
  return Buffer.from(text)
}

const sendMessage = (exchange: Exchange, message: Buffer): FastifyReply => {
  const { work, carrier } = exchange
  if (carrier.protocol === 'unary') return headed(exchange, 200).send(message)
  return headed(exchange, 200).send(Buffer.concat([enveloped(0, message), ending(carrier, null, work.options)]))
}

const headed = ({ carrier, request, reply }: Exchange, status: number): FastifyReply =>
  reply
    .code(status)
    .header('content-type', carrier.mediaType)
    .header('x-request-id', request.id)
    .header('cache-control', 'no-store')

/** A problem as the carrier tells it. */
export const refuse = (exchange: Exchange, of: Problem): FastifyReply => {
  const { work, carrier } = exchange
  if (carrier.protocol !== 'unary') return headed(exchange, 200).send(ending(carrier, of, work.options))
  const { 'content-type': _type, ...headers } = problemHeaders(of)
  return headed(exchange, httpStatusOf(of))
    .headers(headers)
    .type('application/json')
    .send(JSON.stringify(connectError(of, work.options)))
}

/** Whatever was thrown, as a problem. Bugs are told to `onBug` alone. */
export const problemOf = ({ work, request }: Exchange, error: unknown): Problem => {
  if (error instanceof ProblemError) return error.problem
  work.serving.onBug?.(error, bugOriginOf(request))
  return problem('internal', { cause: error })
}

/** Many answers, as fast as the client takes them, and how it ended. */
export const answerMany = (exchange: Exchange): FastifyReply => {
  // Nobody need say anything for as long as a stream lasts.
  exchange.request.raw.socket.setTimeout(0)
  // Of who is gone without a word the network tells, and their place comes free.
  exchange.request.raw.socket.setKeepAlive(true, keepAliveMs)
  return headed(exchange, 200).send(Readable.from(envelopesOf(exchange), { objectMode: false }))
}

const keepAliveMs = 30_000

/** No generator: one that waits for the next item would keep the last. */
const envelopesOf = (exchange: Exchange): AsyncIterableIterator<Buffer, undefined> => {
  const { work, carrier, reply } = exchange
  const left = new AbortController()
  reply.raw.once('close', () => left.abort())
  const late = lateAfter(timeoutOf(exchange.request))
  const gone = AbortSignal.any([left.signal, work.closing, late])
  // Headers leave before the first item: a browser's `fetch` waits for them, and nothing may happen for hours.
  const announce = (): void => reply.raw.flushHeaders()
  let items: AsyncIterator<Json> | undefined
  let isOver = false
  const end = async (of: Problem | null): Promise<IteratorResult<Buffer, undefined>> => {
    isOver = true
    // A source that waits for its next item may never answer: it has the call's own signal to end by.
    void items?.return?.()?.catch(() => {})
    return { done: false, value: ending(carrier, of, work.options) }
  }
  return {
    [Symbol.asyncIterator]() {
      return this
    },
    next: async () => {
      if (isOver || left.signal.aborted) return over
      try {
        items ??= itemsOf(work, callMaker(exchange), announce)
        const { done, value } = await nextOf(items, gone)
        if (!done) return { done: false, value: enveloped(0, messageOf(exchange, { value })) }
        return end(work.closing.aborted ? stopping : late.aborted ? problem('timeout') : null)
      } catch (error) {
        return end(problemOf(exchange, error))
      }
    },
    return: async () => {
      left.abort()
      void items?.return?.()?.catch(() => {})
      return over
    },
  }
}

/** Aborts when the client waits no longer. Null, and what no timer of Node's can count: never. */
const lateAfter = (ms: number | null): AbortSignal =>
  ms === null || ms > longestTimerMs ? new AbortController().signal : AbortSignal.timeout(Math.ceil(ms))

const over = { done: true, value: undefined } as const
