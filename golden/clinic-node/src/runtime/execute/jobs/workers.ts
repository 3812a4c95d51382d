import type { OnBug } from '../../call/service-log.ts'
import { byDeadline } from '../../limits/until.ts'
import type { HeldWork, Queue, WorkLine } from '../../store/queue.ts'

export interface WorkersOptions {
  readonly queue: Pick<Queue, 'takeWork'>
  /** Runs a piece to its end, or as far as it comes here. Never rejects. */
  readonly run: (held: HeldWork, stopped: AbortSignal) => Promise<void>
  /** Which work; left out: any. */
  readonly of?: WorkLine
  /** Runs of this replica at the same time; 0: it begins none, and others do. */
  readonly atOnce: number
  /** Told of what keeps it from looking for work. */
  readonly onFault: OnBug
}

export interface Workers {
  /** There is work: looks at once. */
  wake(): void
  /** Ends when every run has come to its next step, or has had its time to. */
  close(): Promise<void>
}

/** How soon work of other replicas, and what was put off, is seen. */
const lookEveryMs = 1000
/** What a run has at the end of the service to come to its next step. */
const endingMs = 10_000

/** Begins what waits in the queue, so many at once. */
export const startWorkers = ({ queue, run, of, atOnce, onFault }: WorkersOptions): Workers => {
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  let isLooking = false
  let isWoken = false
  const look = async (): Promise<void> => {
    isWoken = true
    if (isLooking) return
    isLooking = true
    while (isWoken && running.size < atOnce && !stopping.signal.aborted) {
      isWoken = false
      const asked = { limit: atOnce - running.size, ...(of && { of }) }
      const taken = await queue.takeWork(asked).catch((error: unknown) => {
        onFault(error, { operation: 'jobs' })
        return []
      })
      for (const held of taken) begin(held)
    }
    isLooking = false
  }
  const begin = (held: HeldWork): void => {
    const done: Promise<void> = run(held, stopping.signal).finally(() => {
      running.delete(done)
      // There may be more than could be begun.
      void look()
    })
    running.add(done)
  }
  const timer = atOnce > 0 ? setInterval(() => void look(), lookEveryMs).unref() : null
  return {
    wake: () => void look(),
    close: async () => {
      if (timer) clearInterval(timer)
      stopping.abort()
      await byDeadline({ deadlineMs: Date.now() + endingMs }, Promise.all(running)).catch(() => {})
    },
  }
}
