import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { itemMsMax } from '../call/followers.ts'

/** Aborts when an answer is over, whoever ended it. */
export const untilClosed = (raw: ServerResponse): AbortSignal => {
  const over = new AbortController()
  if (raw.closed) over.abort()
  else raw.once('close', () => over.abort())
  return over.signal
}

/** The same, and when its server closes: a stream then waits for nothing any more. */
export const whileOpen = ({ raw, server }: FastifyReply): AbortSignal =>
  AbortSignal.any([untilClosed(raw), server.closing])

/** How a stream of events begins and ends. */
export interface EventStreamOptions {
  /** A comment goes first, so that the client knows at once that it is listened to. */
  readonly isOpen: boolean
  /** What is said when there is no more. */
  readonly last: string
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Aborts when the server begins to close. */
    closing: AbortSignal
  }
}

const heartbeatMs = 12_000

/**
 * Answers with server-sent events, each as it is written (HTML Standard, section 9.2), at the pace of who reads them; a comment goes out where
 * nothing else does. Ends with the events, or with the client. The reply is hijacked by then.
 */
export const writeEvents = async (
  raw: ServerResponse,
  request: FastifyRequest,
  events: AsyncIterable<string>,
  { isOpen, last }: EventStreamOptions,
): Promise<void> => {
  const items = events[Symbol.asyncIterator]()
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
  if (isOpen) raw.write(':\n\n')
  const beat = setInterval(() => raw.write(':\n\n'), heartbeatMs)
  try {
    while (await writeNext(raw, items));
    if (!raw.writableEnded) raw.end(last)
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
  if (!raw.write(value)) await drained(raw)
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
