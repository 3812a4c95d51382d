import type { HeldWork } from '../../store/queue.ts'
import type { CallEngine } from '../call-engine.ts'
import { byItself } from '../jobs/by-itself.ts'
import { fileSweepEveryMs, fileWork, openRemoval } from './file-work.ts'

/** Removes a file that no row names: in a transaction that counts it, so that nobody names it meanwhile. */
export const removeFile = async (executing: CallEngine, held: HeldWork): Promise<void> => {
  const { state, queue, store } = executing
  const { files } = store
  if (!files) return void (await queue.delayWork(held, executing.nowMs() + strangeMs, null))
  const { scope, digest, name } = openRemoval(store, held)
  const { store: stored } = await files.in(scope)
  const act = { operation: unasked, tenant: scope.tenant ?? undefined, key: null, rule: 'files', isUnrecorded: true }
  await byItself(executing, held, act, async (own) => {
    if ((await state.countFile(name, 0, own.transaction)) <= 0) {
      await stored.remove(digest)
      await state.forgetFile(name, own.transaction)
    }
    await queue.endWork(held, own.transaction)
    return true
  })
}

/** A service without files, of a charter that has lost them, leaves them to whoever knows them. */
const strangeMs = 600_000

/** What was removed with its row, or replaced, is on record there. */
const unasked = { name: fileWork, hasKey: false, input: [], result: null, effect: 'write', errors: [] } as const

/** An upload may be resumed for so long. */
const uploadKeptMs = 86_400_000

/** Removes uploads that nobody went on with. */
export const sweepUploads = async ({ store, queue, nowMs }: CallEngine, held: HeldWork): Promise<void> => {
  await store.files?.sweep(uploadKeptMs)
  await queue.delayWork(held, nowMs() + fileSweepEveryMs, null)
}
