import { AsyncLocalStorage } from 'node:async_hooks'
import { byDeadline, ProblemError, problem, type Store } from '@charter/runtime'

/** What is looked at for a transaction, over all times that it is begun. */
interface Looked {
  /** By all that it is of. */
  readonly known: Map<string, Promise<unknown>>
  /** What the transaction was ended for; null: for nothing. */
  awaited: Promise<unknown> | null
}

const going = new AsyncLocalStorage<Looked>()

/**
 * Looks at what takes long, and never within a transaction of a store that looks first (`lookingFirst`): that one ends here, and is begun again once
 * it was looked at. `key`: all that is looked at, so that what somebody else has changed meanwhile is looked at anew. Rejects as `look` does.
 */
export const lookOutside = async <Result>(key: string, look: () => Promise<Result>): Promise<Result> => {
  const looked = going.getStore()
  if (!looked) return look()
  // What is known by a key is what was looked at by it.
  const known = looked.known.get(key) as Promise<Result> | undefined
  if (known) return known
  const looking = look()
  // Where the transaction ends for something else, nobody hears of it.
  looking.catch(() => {})
  looked.known.set(key, looking)
  looked.awaited = looking
  throw new ProblemError(awaiting)
}

/** Told to nobody, unless others change again and again what is looked at. */
const awaiting = problem('in-progress', {
  detail: 'What this changes is changed by others: ask again.',
  retryAfterSeconds: 1,
})

const roundsMax = 10

/** The same store, none of whose transactions is held, with all who wait to write, while something is looked at that takes long. */
export const lookingFirst = (store: Store): Store => ({
  ...store,
  transaction: async (work, options) => {
    const looked: Looked = { known: new Map(), awaited: null }
    for (let round = 1; ; round++) {
      looked.awaited = null
      try {
        return await store.transaction((writes) => going.run(looked, () => work(writes)), options)
      } catch (error) {
        if (!isAwaiting(error) || !looked.awaited || round === roundsMax) throw error
        // Where that fails the transaction is told so.
        await byDeadline(options?.until, looked.awaited).catch(() => {})
      }
    }
  },
  within: (until, tenant) => lookingFirst(store.within(until, tenant)),
  watched: (watch) => lookingFirst(store.watched(watch)),
})

/** As it came here, or as a batch tells of the call that it ended with. */
const isAwaiting = (error: unknown): boolean => error instanceof ProblemError && error.problem.code === awaiting.code
