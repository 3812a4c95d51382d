import type { Outbox, StoredChanges } from '../store/state.ts'

/** What writes do to rows, as they become visible, for any number of followers. */
export interface ChangeFeed {
  /** A write of this replica is committed: who waits looks at once. */
  wake(): void
  /** The position after everything that is visible now. */
  newest(): Promise<string>
  /**
   * Writes after a position, until `signal` aborts or the feed closes. Nothing is kept for a follower who is slow: it reads on from
   * where it is. Null at once where the position is not of this database.
   */
  follow(position: string, signal: AbortSignal): Promise<AsyncIterable<StoredChanges> | null>
  close(): void
}

/** How soon writes of other replicas are seen. */
const lookEveryMs = 250
const batch = 100

export const changeFeed = (outbox: Pick<Outbox, 'changesAfter' | 'newestChange'>): ChangeFeed => {
  const closing = new AbortController()
  const waiting = new Set<() => void>()
  let timer: NodeJS.Timeout | null = null
  let seen = ''
  let wakes = 0
  const wake = (): void => {
    wakes++
    for (const each of [...waiting]) each()
  }
  // One look for all who wait, whatever their number.
  const look = async (): Promise<void> => {
    const newest = await outbox.newestChange().catch(() => seen)
    if (newest !== seen) wake()
    seen = newest
    if (waiting.size > 0) timer = setTimeout(() => void look(), lookEveryMs).unref()
    else timer = null
  }
  const waitForMore = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const done = (): void => {
        waiting.delete(done)
        signal.removeEventListener('abort', done)
        resolve()
      }
      waiting.add(done)
      signal.addEventListener('abort', done)
      if (signal.aborted) done()
      timer ??= setTimeout(() => void look(), lookEveryMs).unref()
    })
  /** `looked`: the wakes when the first were asked for. What is written while a look is on its way is looked for at once. */
  async function* read(start: string, first: readonly StoredChanges[], looked: number, signal: AbortSignal) {
    let position = start
    let found = first
    let wakesRead = looked
    while (!signal.aborted) {
      for (const each of found) {
        if (signal.aborted) return
        yield each
        position = each.position
      }
      if (found.length < batch && wakesRead === wakes) await waitForMore(signal)
      wakesRead = wakes
      if (!signal.aborted) found = (await outbox.changesAfter(position, batch)) ?? []
    }
  }
  return {
    wake,
    newest: () => outbox.newestChange(),
    follow: async (position, given) => {
      const signal = AbortSignal.any([given, closing.signal])
      const looked = wakes
      const first = await outbox.changesAfter(position, batch)
      return first ? read(position, first, looked, signal) : null
    },
    close: () => {
      closing.abort()
      if (timer) clearTimeout(timer)
    },
  }
}
