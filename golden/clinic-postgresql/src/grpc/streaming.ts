import type { ServerWritableStream } from '@grpc/grpc-js'
import { itemMsMax, type Json, type JsonObject, ProblemError, problem } from '../runtime/index.ts'
import { answerOf } from './answer.ts'
import { abortOf, requestIdOf } from './context.ts'
import { callOf, headers, thrown, type Work } from './handler.ts'

type Writing = ServerWritableStream<Buffer, Buffer>

/** Request → Call → many answers: a list page by page, or the items of a stream, as fast as the client takes them. */
export const streamHandler =
  (work: Work) =>
  (asking: Writing): void => {
    const requestId = requestIdOf(asking.metadata)
    const items = work.method.kind === 'stream' ? pages(work, asking, requestId) : streamed(work, asking, requestId)
    send(work, asking, requestId, items).then(
      () => asking.end(),
      (error: unknown) => asking.emit('error', thrown(work, error, requestId)),
    )
  }

const send = async (work: Work, asking: Writing, requestId: string, items: AsyncIterator<Json>): Promise<void> => {
  const gone = AbortSignal.any([abortOf(asking), work.closing])
  let before = Promise.resolve()
  const sendNext = async (): Promise<boolean> => {
    const { done, value } = await nextOf(items, gone)
    if (done) return false
    announce(asking, requestId)
    const message = work.encode(work.method.response, answerOf(work.method, work.response, { value }))
    // One message is on its way while the next is made, and no more: what the client does not take is not asked for.
    await before
    before = written(asking, message, gone)
    // It is waited for below; that it failed meanwhile is no rejection that nobody handles.
    before.catch(() => {})
    // A change has gone out before the next is asked for: its caller may follow by many streams.
    if (work.method.kind === 'changes') await before
    return true
  }
  try {
    // Each in a call of its own: what waits for the next item would keep the last.
    while (await sendNext());
    await before
  } finally {
    // A source that waits for its next item may never answer: it has the call's own signal to end by.
    void items.return?.()?.catch(() => {})
  }
  if (work.closing.aborted)
    throw new ProblemError(problem('unavailable', { detail: 'The service is being stopped; call it again.' }))
  announce(asking, requestId)
}

/** Headers leave before the first item: a stream that begins is told from one that is refused. */
const announce = (asking: Writing, requestId: string): void => {
  if (announced.has(asking)) return
  announced.add(asking)
  asking.sendMetadata(headers(requestId))
}

const announced = new WeakSet<Writing>()

/** Every page is a call of its own: who may list is asked again each time. */
async function* pages(work: Work, asking: Writing, requestId: string): AsyncGenerator<Json, undefined> {
  const { limits } = work.serving.model
  let after: string | null | undefined
  do {
    const call = await callOf(work, asking, requestId, limits.requestTimeoutMs)
    const select = { limit: limits.pageSizeMax, ...call.select, ...(after != null && { after }) }
    const outcome = await work.serving.execute({ ...call, select })
    if (outcome.kind === 'problem') throw new ProblemError(outcome.problem)
    if (outcome.kind !== 'value') throw new Error(`a list was answered with ${outcome.kind}`)
    yield outcome.value
    after = (outcome.value as JsonObject).next as string | null
  } while (after !== null)
}

/** No generator: one that waits for the next item would keep the last. */
const streamed = (work: Work, asking: Writing, requestId: string): AsyncIterator<Json> => {
  let leave = (): void => {}
  const open = async (): Promise<AsyncIterator<Json>> => {
    const call = await callOf(work, asking, requestId, null)
    leave = work.followers.enter(call.principal)
    const outcome = await work.serving.execute(call)
    if (outcome.kind === 'problem') throw new ProblemError(outcome.problem)
    if (outcome.kind !== 'stream') throw new Error(`a stream was answered with ${outcome.kind}`)
    announce(asking, requestId)
    return outcome.items[Symbol.asyncIterator]()
  }
  let source: Promise<AsyncIterator<Json>> | undefined
  return {
    next: async () => {
      source ??= open()
      return (await source).next()
    },
    return: async () => {
      const opened = await source?.catch(() => undefined)
      leave()
      await opened?.return?.()
      return over
    },
  }
}

const over = { done: true, value: undefined } as const

/** Stops waiting for the next item when nobody wants it any more. */
const nextOf = (items: AsyncIterator<Json>, signal: AbortSignal): Promise<IteratorResult<Json>> =>
  new Promise((resolve, reject) => {
    const stop = () => resolve(over)
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })
    items
      .next()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', stop))
  })

/** Resolves when HTTP/2 has taken the message, or nobody wants it any more. Rejects with a ProblemError (`timeout`). */
const written = (asking: Writing, message: Buffer, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(() => reject(new ProblemError(problem('timeout'))), itemMsMax)
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    signal.addEventListener('abort', done, { once: true })
    asking.write(message, done)
  })
