import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { followersOf, itemMsMax, type Json } from '../runtime/index.ts'
import type { Engine, Prepared } from './engine.ts'
import { answerText } from './respond.ts'
import { subscribe } from './streams.ts'

/** Answers as server-sent events (GraphQL over SSE, distinct connections mode). */
export interface EventStreams {
  /** Ends when the stream does, the client goes, or the server closes. Throws a ProblemError (`too-many`). */
  send(prepared: Prepared, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>
  /** Ends all streams. */
  close(): void
}

const heartbeatMs = 12_000

/** Streams of one service, so many at once and no more. */
export const eventStreams = (engine: Engine): EventStreams => {
  const open = new Set<ServerResponse>()
  const followers = followersOf()
  return {
    send: async (prepared, request, reply) => {
      const leave = followers.enter(request.principal)
      const { raw } = reply
      const { texts, isOpen } = await textsOf(engine, untilClosed(prepared, raw), request.id).catch(
        (error: unknown) => {
          leave()
          throw error
        },
      )
      reply.hijack()
      open.add(raw)
      await write(raw, request, texts, isOpen).finally(() => {
        leave()
        open.delete(raw)
      })
      return reply
    },
    close: () => {
      for (const raw of open) raw.end()
    },
  }
}

/** Ends when the answer is over, whoever ended it: a stream that the service ends waits for no change any more. */
const untilClosed = ({ plan, running }: Prepared, raw: ServerResponse): Prepared => {
  const over = new AbortController()
  if (raw.closed) over.abort()
  else raw.once('close', () => over.abort())
  return { plan, running: { ...running, context: { ...running.context, abort: over.signal } } }
}

interface Texts {
  readonly texts: AsyncIterable<string>
  /** The subscription was taken. */
  readonly isOpen: boolean
}

/** A query or a mutation is a stream of one answer; a refusal is one of `errors` alone. */
const textsOf = async (engine: Engine, prepared: Prepared, requestId: string): Promise<Texts> => {
  if (prepared.plan.kind !== 'subscription')
    return { texts: only(answerText(await engine.run(prepared), requestId)), isOpen: false }
  const answers = await subscribe(prepared)
  if (answers.kind === 'answers') return { texts: mapped(answers.items, answers.textOf), isOpen: true }
  return { texts: only(answerText({ data: null, errors: answers.errors }, requestId)), isOpen: false }
}

async function* only(text: string): AsyncGenerator<string> {
  yield text
}

/** No generator: one that waits for the next item would keep the last. */
const mapped = (items: AsyncIterable<Json>, textOf: (item: Json) => string): AsyncIterable<string> => ({
  [Symbol.asyncIterator]: () => {
    const source = items[Symbol.asyncIterator]()
    return {
      next: async () => {
        const { done, value } = await source.next()
        return done ? { done, value: undefined } : { done: false, value: textOf(value) }
      },
      return: async () => {
        await source.return?.()
        return { done: true, value: undefined }
      },
    }
  },
})

const write = async (
  raw: ServerResponse,
  request: FastifyRequest,
  texts: AsyncIterable<string>,
  isOpen: boolean,
): Promise<void> => {
  const items = texts[Symbol.asyncIterator]()
  // A client that has gone waits for nothing: the source is told, so that it lets go of what it holds.
  raw.once('close', () => void items.return?.().catch(() => undefined))
  raw.socket?.setTimeout(0)
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache',
    'x-accel-buffering': 'no',
    'x-request-id': request.id,
  })
  raw.flushHeaders()
  // A comment, so that the client knows at once that it is listened to.
  if (isOpen) raw.write(':\n\n')
  const beat = setInterval(() => raw.write(':\n\n'), heartbeatMs)
  try {
    while (await writeNext(raw, items));
    if (!raw.writableEnded) raw.end('event: complete\ndata:\n\n')
  } catch {
    // The stream broke: the client resumes after the last cursor it has.
    raw.destroy()
  } finally {
    clearInterval(beat)
  }
}

/**
 * Writes one item, and says whether there may be another: the next is asked for when this one has gone out. In a function of its own,
 * as one that waits for the next item would keep the text of the last.
 */
const writeNext = async (raw: ServerResponse, items: AsyncIterator<string>): Promise<boolean> => {
  const { done, value } = await items.next()
  if (done || raw.writableEnded || raw.destroyed) return false
  if (!raw.write(`event: next\ndata: ${value}\n\n`)) await drained(raw)
  return true
}

const drained = (raw: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => raw.destroy(), itemMsMax)
    const done = () => {
      clearTimeout(timer)
      raw.off('drain', done)
      raw.off('close', done)
      resolve()
    }
    raw.once('drain', done)
    raw.once('close', done)
  })
