import { pipeline, type Readable, Transform } from 'node:stream'
import { ProblemError, problem } from '../../problem/problem.ts'

/** So many bytes have to come, or be taken, while they are waited for so long: else whoever sends or reads them keeps a place from others. */
export const leastBytes = 65_536
const waitedMsMax = 30_000

/** The same bytes; rejects with `timeout` where fewer than `leastBytes` came while `ms` were waited for them. The time that storing takes is not the sender's. */
export async function* inTime(bytes: AsyncIterable<Uint8Array>, ms = waitedMsMax): AsyncGenerator<Uint8Array, void> {
  const reading = bytes[Symbol.asyncIterator]()
  let [came, waitedMs] = [0, 0]
  try {
    for (;;) {
      const began = performance.now()
      const next = await within(ms - waitedMs, reading.next())
      waitedMs += performance.now() - began
      if (next.done) return
      came += next.value.length
      if (came >= leastBytes) [came, waitedMs] = [0, 0]
      yield next.value
    }
  } finally {
    // One that waits for bytes ends when they do, or never.
    reading.return?.()?.catch(() => {})
  }
}

const within = <Piece>(ms: number, piece: Promise<Piece>): Promise<Piece> =>
  new Promise((resolve, reject) => {
    const giveUp = () => reject(new ProblemError(problem('timeout', { detail: tooSlow })))
    const timer = setTimeout(giveUp, ms).unref()
    void piece.then(resolve, reject).finally(() => clearTimeout(timer))
  })

/** The same bytes, for who takes them: fails with `timeout` where that were fewer than `leastBytes` within `ms`, and `bytes` is closed then. */
export const takenInTime = (bytes: Readable, ms = waitedMsMax): Readable => {
  let passed = 0
  const taken = new Transform({
    transform: (piece, _, done) => {
      passed += piece.length
      done(null, piece)
    },
  })
  const timer = setInterval(() => {
    if (passed < leastBytes) taken.destroy(new ProblemError(problem('timeout', { detail: takenTooSlowly })))
    passed = 0
  }, ms).unref()
  // What is left once all is read is no more than any answer.
  bytes.once('close', () => clearInterval(timer))
  pipeline(bytes, taken, () => {})
  // Whoever reads it is told, and nobody may.
  return taken.on('error', () => {})
}

const tooSlow = `Files come in at ${leastBytes} bytes in 30 seconds at least. An upload may be gone on with from where it is.`
const takenTooSlowly = `Files are read at ${leastBytes} bytes in 30 seconds at least. A range goes on from where it is.`
