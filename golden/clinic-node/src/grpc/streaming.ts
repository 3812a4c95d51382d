import type { ServerWritableStream } from '@grpc/grpc-js'
import { itemMsMax, type Json, ProblemError, problem } from '../runtime/index.ts'
import { answerOf } from './answer.ts'
import { abortOf, requestIdOf } from './context.ts'
import { callOf, headers, thrown, type Work } from './handler.ts'
import { itemsOf, nextOf } from './items.ts'

type WritableCall = ServerWritableStream<Buffer, Buffer>

/** Request → Call → many answers: a list page by page, or the items of a stream, as fast as the client takes them. */
export const streamHandler =
  (work: Work) =>
  (asking: WritableCall): void => {
    const requestId = requestIdOf(asking.metadata)
    const items = itemsOf(
      work,
      (timeoutMs) => callOf(work, asking, requestId, timeoutMs),
      () => announce(asking, requestId),
    )
    send(work, asking, requestId, items).then(
      () => asking.end(),
      (error: unknown) => asking.emit('error', thrown(work, error, requestId)),
    )
  }

const send = async (work: Work, asking: WritableCall, requestId: string, items: AsyncIterator<Json>): Promise<void> => {
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
  if (work.closing.aborted) throw new ProblemError(stopping)
  announce(asking, requestId)
}

/** Of a stream that the service ends. */
export const stopping = problem('unavailable', { detail: 'The service is being stopped; call it again.' })

/** Headers leave before the first item: a stream that begins is told from one that is refused. */
const announce = (asking: WritableCall, requestId: string): void => {
  if (announced.has(asking)) return
  announced.add(asking)
  asking.sendMetadata(headers(requestId))
}

const announced = new WeakSet<WritableCall>()

/** Resolves when HTTP/2 has taken the message, or nobody wants it any more. Rejects with a ProblemError (`timeout`). */
const written = (asking: WritableCall, message: Buffer, signal: AbortSignal): Promise<void> =>
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
