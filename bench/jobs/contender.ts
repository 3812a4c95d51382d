/** Who queues jobs and does them, in a process of its own. */
export interface Contender {
  /** So many jobs are committed. */
  enqueue(count: number): Promise<void>
  /** Does what is queued, so many; `begin` is called when the first is begun. Ends when all are done, and nobody works any more. */
  work(count: number, begin: () => void): Promise<void>
  /** So many more that are done already lie where finished ones are kept. */
  fill(count: number): Promise<void>
  close(): Promise<void>
}

/** Jobs that are done at once. */
export const atOnce = 20

/** Who asks for jobs, at once. */
const askers = 16

/** Asks so many times, some at once. */
export const together = async (count: number, ask: () => Promise<unknown>): Promise<void> => {
  let left = count
  const one = async (): Promise<void> => {
    while (left-- > 0) await ask()
  }
  await Promise.all(Array.from({ length: askers }, one))
}
