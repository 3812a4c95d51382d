import { pipeline, type Readable, Transform } from 'node:stream'
import { ProblemError, problem } from '../../problem/problem.ts'

/** So many bytes have to come, or be taken, in each while: else whoever sends or reads them keeps a place from others. */
export const leastBytes = 65_536
const windowMs = 30_000

/** The same bytes; rejects with `timeout` where fewer than `leastBytes` came within `ms`. */
export async function* inTime(bytes: AsyncIterable<Uint8Array>, ms = windowMs): AsyncGenerator<Uint8Array, void> {
  let isLate = false
  // Of the piece that is waited for: a promise for all of them would keep each.
  let giveUp = (): void => {}
  const rate = leastRate(ms, () => {
    isLate = true
    giveUp()
  })
  const reading = bytes[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await new Promise<IteratorResult<Uint8Array>>((resolve, reject) => {
        giveUp = () => reject(new ProblemError(problem('timeout', { detail: tooSlow })))
        if (isLate) giveUp()
        reading.next().then(resolve, reject)
      })
      if (next.done) return
      rate.passed(next.value.length)
      yield next.value
    }
  } finally {
    rate.stop()
    // One that waits for bytes ends when they do, or never.
    reading.return?.()?.catch(() => {})
  }
}

/** The same bytes, for who takes them: fails with `timeout` where that were fewer than `leastBytes` within `ms`, and `bytes` is closed then. */
export const takenInTime = (bytes: Readable, ms = windowMs): Readable => {
  const taken = new Transform({
    transform: (piece, _, done) => {
      rate.passed(piece.length)
      done(null, piece)
    },
  })
  const rate = leastRate(ms, () => taken.destroy(new ProblemError(problem('timeout', { detail: takenTooSlowly }))))
  // What is left once all is read is no more than any answer.
  bytes.once('close', rate.stop)
  pipeline(bytes, taken, () => {})
  // Whoever reads it is told, and nobody may.
  return taken.on('error', () => {})
}

interface LeastRate {
  passed(bytes: number): void
  stop(): void
}

const leastRate = (ms: number, onLate: () => void): LeastRate => {
  let passed = 0
  const timer = setInterval(() => {
    const isLate = passed < leastBytes
    passed = 0
    if (isLate) onLate()
  }, ms).unref()
  return {
    passed: (bytes) => {
      passed += bytes
    },
    stop: () => clearInterval(timer),
  }
}

const tooSlow = `Files come in at ${leastBytes} bytes in 30 seconds at least. An upload may be gone on with from where it is.`
const takenTooSlowly = `Files are read at ${leastBytes} bytes in 30 seconds at least. A range goes on from where it is.`
