import { ProblemError, problem } from '../../problem/problem.ts'

/** So many bytes have to come in each while: else whoever sends them keeps a place from others. */
export const leastBytes = 65_536
const windowMs = 30_000

/** The same bytes; rejects with `timeout` where fewer than `leastBytes` came within `ms`. */
export async function* inTime(bytes: AsyncIterable<Uint8Array>, ms = windowMs): AsyncGenerator<Uint8Array, void> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  // Heard of by whoever waits for bytes then, or by nobody.
  late.catch(() => {})
  let came = 0
  const timer = setInterval(() => {
    if (came < leastBytes) reject(new ProblemError(problem('timeout', { detail: tooSlow })))
    came = 0
  }, ms).unref()
  const reading = bytes[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await Promise.race([reading.next(), late])
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
