import { setTimeout as wait } from 'node:timers/promises'
import type { OperationBody } from '@charter/runtime/service'

/** What became of the album that was made too late. */
let late: Promise<string> = Promise.resolve('none')

/** Makes an album when nobody waits for it any more; asked again, tells what became of it: `made`, or the code of its problem. */
export const lateAlbum: OperationBody = async ({ value }, { rows, signal }) => {
  if (value.isAsked === true) return late
  late = afterEnd(signal, () => rows.create('Album', { title: 'late' }))
  return late
}

const afterEnd = async (signal: AbortSignal, make: () => Promise<unknown>): Promise<string> => {
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
  await wait(300)
  return make().then(
    () => 'made',
    (error: { readonly problem?: { readonly code: string } }) => error.problem?.code ?? 'failed',
  )
}
