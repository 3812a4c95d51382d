/** Waits for a turn, which lasts until the function that it gives is called. */
export type Turns = () => Promise<() => void>

/** Turns one after the other, in the order in which they were asked for. */
export const turnsOf = (): Turns => {
  let last = Promise.resolve()
  return () => {
    const before = last
    const { promise, resolve } = Promise.withResolvers<void>()
    last = promise
    return before.then(() => resolve)
  }
}
