import { type Json, type JsonObject, ProblemError } from '../runtime/index.ts'
import type { MakeCall, Work } from './handler.ts'
import { fileItems } from './read-file.ts'

/** What a streaming method answers: a list page by page, a file, or the items of a stream. `opened`: it begins, and is not refused. */
export const itemsOf = (work: Work, makeCall: MakeCall, opened: () => void = () => {}): AsyncIterator<Json> => {
  if (work.method.kind === 'readFile') return fileItems(work, makeCall)
  return work.method.kind === 'stream' ? pages(work, makeCall) : streamed(work, makeCall, opened)
}

/** Every page is a call of its own: who may list is asked again each time. */
async function* pages({ serving }: Work, makeCall: MakeCall): AsyncGenerator<Json, undefined> {
  const { limits } = serving.model
  let after: string | null | undefined
  do {
    const call = await makeCall(limits.requestTimeoutMs)
    const select = { limit: limits.pageSizeMax, ...call.select, ...(after != null && { after }) }
    const outcome = await serving.execute({ ...call, select })
    if (outcome.kind === 'problem') throw new ProblemError(outcome.problem)
    if (outcome.kind !== 'value') throw new Error(`a list was answered with ${outcome.kind}`)
    yield outcome.value
    after = (outcome.value as JsonObject).next as string | null
  } while (after !== null)
}

/** No generator: one that waits for the next item would keep the last. */
const streamed = ({ serving, followers }: Work, makeCall: MakeCall, opened: () => void): AsyncIterator<Json> => {
  let leave = (): void => {}
  const open = async (): Promise<AsyncIterator<Json>> => {
    const call = await makeCall(null)
    leave = followers.enter(call.principal)
    const outcome = await serving.execute(call)
    if (outcome.kind === 'problem') throw new ProblemError(outcome.problem)
    if (outcome.kind !== 'stream') throw new Error(`a stream was answered with ${outcome.kind}`)
    opened()
    return outcome.items[Symbol.asyncIterator]()
  }
  let source: Promise<AsyncIterator<Json>> | undefined
  return {
    next: async () => {
      source ??= open()
      return (await source).next()
    },
    return: async () => {
      const begun = await source?.catch(() => undefined)
      leave()
      await begun?.return?.()
      return over
    },
  }
}

const over = { done: true, value: undefined } as const

/** Stops waiting for the next item when nobody wants it any more. */
export const nextOf = (items: AsyncIterator<Json>, signal: AbortSignal): Promise<IteratorResult<Json>> =>
  new Promise((resolve, reject) => {
    const stop = () => resolve(over)
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })
    items
      .next()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', stop))
  })
