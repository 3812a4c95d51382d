import { setTimeout as wait } from 'node:timers/promises'
import type { OperationBody } from '@charter/runtime/service'

/** What became of the album that was made too late. */
let late: Promise<string> = Promise.resolve('none')

/**
 * Makes an album when nobody waits for it any more, or where it says so before, and comes back then; asked again, tells what became of it:
 * `made`, or the code of its problem.
 */
export const lateAlbum: OperationBody = async ({ value }, { rows, signal }) => {
  if (value.isAsked === true) return late
  const make = () => rows.create('Album', { title: 'late' })
  if (value.isMade === true) await make()
  late = afterEnd(signal, value.isMade === true ? async () => null : make)
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
