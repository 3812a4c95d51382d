import { ProblemError, problem } from '@charter/runtime'

/**
 * Group commit: what arrives while a commit is under way is committed with the next one. A caller waits for one commit
 * before its own at most, and commits are bounded, so the wait is bounded by two writes of the disk.
 */
export interface CommitQueue<Item> {
  /**
   * The item's place, once it is on disk. Throws the problem `unavailable` where the queue is full; rejects with what the
   * commit failed of.
   */
  push(item: Item): Promise<number>
  /** Resolves when everything pushed so far was committed or refused. */
  settled(): Promise<void>
}

export interface CommitQueueOptions<Item> {
  /** Gives the place of the first; the others follow it. */
  readonly commit: (items: readonly Item[]) => Promise<number>
  readonly bytesOf: (item: Item) => number
  readonly limits: CommitLimits
  /** After a commit failed: whether to hold everything and commit again, or to refuse everything that waits. */
  readonly onFailure: (error: unknown) => 'refuse' | Promise<void>
  readonly onFull: () => void
}

export interface CommitLimits {
  readonly batchEntriesMax: number
  readonly batchBytesMax: number
  /** Entries and bytes that may wait. */
  readonly queueEntriesMax: number
  readonly queueBytesMax: number
}

interface PendingCommit<Item> {
  readonly item: Item
  readonly resolve: (place: number) => void
  readonly reject: (error: unknown) => void
}

export const commitQueue = <Item>({
  commit,
  bytesOf,
  limits,
  onFailure,
  onFull,
}: CommitQueueOptions<Item>): CommitQueue<Item> => {
  let waiting: PendingCommit<Item>[] = []
  let bytes = 0
  let isRunning = false
  /** Who was refused may not be overtaken by a smaller item behind it: senders number what they send. */
  let isFull = false
  let last: Promise<unknown> = Promise.resolve()

  const take = (): PendingCommit<Item>[] => {
    isFull = false
    let taken = 0
    let takenBytes = 0
    for (const { item } of waiting) {
      const itemBytes = bytesOf(item)
      if (taken === limits.batchEntriesMax || (taken > 0 && takenBytes + itemBytes > limits.batchBytesMax)) break
      taken++
      takenBytes += itemBytes
    }
    bytes -= takenBytes
    if (taken < waiting.length) return waiting.splice(0, taken)
    const all = waiting
    waiting = []
    return all
  }

  const run = async (): Promise<void> => {
    isRunning = true
    while (waiting.length > 0) {
      // All whom the last commit woke push their next before this one is cut.
      await new Promise(setImmediate)
      const batch = take()
      try {
        const first = await commit(batch.map(({ item }) => item))
        for (let at = 0; at < batch.length; at++) batch[at]?.resolve(first + at)
      } catch (error) {
        const decision = onFailure(error)
        if (decision === 'refuse') {
          const refused = [...batch, ...waiting]
          waiting = []
          bytes = 0
          for (const { reject } of refused) reject(error)
        } else {
          waiting = [...batch, ...waiting]
          for (const { item } of batch) bytes += bytesOf(item)
          await decision
        }
      }
    }
    isRunning = false
  }

  return {
    push: (item) => {
      const itemBytes = bytesOf(item)
      isFull ||= waiting.length >= limits.queueEntriesMax || bytes + itemBytes > limits.queueBytesMax
      if (isFull) {
        onFull()
        throw queueFull()
      }
      bytes += itemBytes
      const pushed = new Promise<number>((resolve, reject) => waiting.push({ item, resolve, reject }))
      last = pushed
      if (!isRunning) void run()
      return pushed
    },
    settled: async () => {
      // First come, first committed: what was pushed before the last is settled when it is.
      await last.catch(() => {})
    },
  }
}

const queueFull = (): ProblemError =>
  new ProblemError(
    problem('unavailable', {
      detail: 'The ledger cannot take more records now. Try again later.',
      retryAfterSeconds: 1,
    }),
  )
