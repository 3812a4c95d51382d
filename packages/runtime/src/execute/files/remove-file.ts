import type { HeldWork } from '../../store/queue.ts'
import type { CallEngine } from '../call-engine.ts'
import { byItself } from '../jobs/by-itself.ts'
import { fileSweepEveryMs, going, openRemoval, unasked, unnamedMs } from './file-work.ts'
import { recountWhereAsked } from './recount-files.ts'

/**
 * Removes a file that no row names: a transaction that counts it marks it as going, so that nobody names it from then on; a second one, once
 * it is gone, takes the mark away. Who dies in between is followed by another. Who does not die, and wakes when another has done it, has
 * asked for its copies before the mark: the same bytes that came since are none of those.
 */
export const removeFile = async (executing: CallEngine, held: HeldWork): Promise<void> => {
  const { state, queue, store } = executing
  const { files } = store
  if (!files) return void (await queue.delayWork(held, executing.nowMs() + strangeMs, null))
  const name = openRemoval(store, held)
  const act = { operation: unasked, tenant: undefined, key: null, rule: 'files', isUnrecorded: true }
  const copies = await files.copies(name)
  let isNamed = false
  await byItself(executing, held, act, async (own) => {
    const names = await state.countFile(name, 0, own.transaction)
    isNamed = names > 0
    // From now on nobody names it: it is refused to whoever counts it.
    if (isNamed) await queue.endWork(held, own.transaction)
    else await state.countFile(name, going - names, own.transaction)
    return true
  })
  if (isNamed) return
  // Past any transaction: a large one takes long, and storage may be slow.
  await files.remove(name, copies)
  await byItself(executing, held, act, async (own) => {
    await state.forgetFile(name, own.transaction)
    // Once more where there were any: one that came meanwhile was refused to its row, and is named by none.
    if (copies.length > 0) await queue.delayWork(held, executing.nowMs() + unnamedMs, own.transaction)
    else await queue.endWork(held, own.transaction)
    return true
  })
}

/** A service without files, of a charter that has lost them, leaves them to whoever knows them. */
const strangeMs = 600_000

/** An upload may be resumed for so long. */
const uploadKeptMs = 86_400_000

/** Removes uploads that nobody went on with, and has files counted anew where a migration dropped some. */
export const sweepUploads = async (executing: CallEngine, held: HeldWork): Promise<void> => {
  const { store, queue, nowMs } = executing
  await store.files?.sweep(uploadKeptMs)
  await recountWhereAsked(executing)
  await queue.delayWork(held, nowMs() + fileSweepEveryMs, null)
}
