import type { WritingStore } from '../rows/call-store.ts'

/**
 * Writes of own code, one after the other, each whole or none: one that fails when something of it is done, or a hook of it has begun, is
 * the end of the transaction, whatever the code makes of it.
 */
export const wholeWrites = (store: WritingStore) => {
  const { progress, changes } = store
  let last: Promise<unknown> = Promise.resolve()
  const begin = async <Result>(write: () => Promise<Result>): Promise<Result> => {
    if (progress.failure !== null) throw progress.failure
    const [written, hooks] = [changes.length, progress.hooks]
    try {
      return await write()
    } catch (error) {
      if (changes.length > written || progress.hooks > hooks) progress.failure ??= error
      throw error
    }
  }
  return <Result>(write: () => Promise<Result>): Promise<Result> => {
    const begun = last.then(() => begin(write))
    last = begun.catch(() => {})
    return begun
  }
}
