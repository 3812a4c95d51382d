/** So many at once for the same key; others wait, in the order in which they asked. */
export interface Turns {
  /** A turn lasts until the function that it gives is called. */
  take(key: string): Promise<() => void>
}

interface Queue {
  taken: number
  readonly waiting: (() => void)[]
}

/** Memory grows with the turns that are taken or waited for, not with the keys that ever were. */
export const turnsOf = (eachMax: number): Turns => {
  const queues = new Map<string, Queue>()
  const end = (key: string, queue: Queue): void => {
    const next = queue.waiting.shift()
    if (next) {
      next()
      return
    }
    queue.taken--
    if (queue.taken === 0) queues.delete(key)
  }
  return {
    take: async (key) => {
      const queue = queues.get(key) ?? { taken: 0, waiting: [] }
      queues.set(key, queue)
      if (queue.taken < eachMax) queue.taken++
      else
        await new Promise((resolve: (value: unknown) => void) => {
          queue.waiting.push(() => resolve(null))
        })
      let isTaken = true
      return () => {
        if (isTaken) end(key, queue)
        isTaken = false
      }
    },
  }
}
