import { ProblemError, problem } from '../../problem/problem.ts'

/** So many bytes have to come in each while: else whoever sends them keeps a place from others. */
export const leastBytes = 65_536
const windowMs = 30_000

/** The same bytes; rejects with `timeout` where fewer than `leastBytes` came within `ms`. */
export async function* inTime(bytes: AsyncIterable<Uint8Array>, ms = windowMs): AsyncGenerator<Uint8Array, void> {
  let came = 0
  let isLate = false
  // Of the piece that is waited for: a promise for all of them would keep each.
  let giveUp = (): void => {}
  const timer = setInterval(() => {
    isLate = came < leastBytes
    came = 0
    if (isLate) giveUp()
  }, ms).unref()
  const reading = bytes[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await new Promise<IteratorResult<Uint8Array>>((resolve, reject) => {
        giveUp = () => reject(new ProblemError(problem('timeout', { detail: tooSlow })))
        if (isLate) giveUp()
        reading.next().then(resolve, reject)
      })
      if (next.done) return
      came += next.value.length
      yield next.value
    }
  } finally {
    clearInterval(timer)
    // One that waits for bytes ends when they do, or never.
    reading.return?.()?.catch(() => {})
  }
}

const tooSlow = `Files come in at ${leastBytes} bytes in 30 seconds at least. An upload may be gone on with from where it is.`
