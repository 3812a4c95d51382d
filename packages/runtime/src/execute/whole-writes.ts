import { ProblemError } from '../problem/problem.ts'
import type { WritingStore } from '../rows/call-store.ts'
import { NotMoved } from './not-moved.ts'
import { OperationFailed } from './operation-failed.ts'

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
      if (changes.length > written || progress.hooks > hooks || isOfDatabase(error)) progress.failure ??= error
      throw error
    }
  }
  return <Result>(write: () => Promise<Result>): Promise<Result> => {
    const begun = last.then(() => begin(write))
    last = begun.catch(() => {})
    return begun
  }
}

/** What a statement is refused with ends its transaction anyway: so it is told in the charter's names. */
const isOfDatabase = (error: unknown): boolean =>
  !(error instanceof OperationFailed || error instanceof NotMoved) &&
  !(
    error instanceof ProblemError &&
    ['forbidden', 'step-up-required', 'not-found', 'invalid-input'].includes(error.problem.code)
  )
