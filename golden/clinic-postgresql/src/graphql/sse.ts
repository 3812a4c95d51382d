import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { untilClosed, writeEvents } from '../runtime/http/index.ts'
import { followersOf } from '../runtime/index.ts'
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

/** Says that there is no more. */
const last = 'event: complete\ndata:\n\n'

/** Streams of one service, so many at once and no more. */
export const eventStreams = (engine: Engine): EventStreams => {
  const open = new Set<ServerResponse>()
  const followers = followersOf()
  return {
    send: async (prepared, request, reply) => {
      const leave = followers.enter(request.principal)
      const { raw } = reply
      const { texts, isOpen } = await textsOf(engine, endingWith(prepared, raw), request.id).catch((error: unknown) => {
        leave()
        throw error
      })
      reply.hijack()
      open.add(raw)
      await writeEvents(
        raw,
        request,
        mapped(texts, (text) => `event: next\ndata: ${text}\n\n`),
        { isOpen, last },
      ).finally(() => {
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
const endingWith = ({ plan, running }: Prepared, raw: ServerResponse): Prepared => ({
  plan,
  running: { ...running, context: { ...running.context, abort: untilClosed(raw) } },
})

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
const mapped = <Item>(items: AsyncIterable<Item>, textOf: (item: Item) => string): AsyncIterable<string> => ({
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
