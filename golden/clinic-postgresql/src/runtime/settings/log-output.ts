import type { Writable } from 'node:stream'

/** Lines wait at most this long, so that a write is not paid for by each request. */
const flushMs = 250
const waitingBytes = 8192
/** What is kept at most for who does not keep up with reading. */
const unreadBytesMax = 1_048_576
const lastFlushMs = 1000

/** Where lines go that are never waited for. */
export interface LogOutput {
  /** With others, soon. */
  write(line: string): void
  /** At once, as the process may end of it. */
  writeNow(line: string): void
  /** Writes what waits, or gives it up in a second where nobody reads. */
  close(): Promise<void>
}

/** Lines to a stream that somebody may not read: past a bound they are dropped, and `onDropped` says how many once it is read again. */
export const logOutput = (to: Writable, onDropped: (lines: number) => void): LogOutput => {
  let waiting: string[] = []
  let length = 0
  let dropped = 0
  const flush = (): void => {
    if (waiting.length === 0) return
    if (to.writableLength > unreadBytesMax) {
      if (dropped === 0) to.once('drain', tellDropped)
      dropped += waiting.length
    } else to.write(waiting.join(''))
    waiting = []
    length = 0
  }
  const add = (line: string): void => {
    waiting.push(line)
    length += line.length
  }
  const tellDropped = (): void => {
    const lines = dropped
    dropped = 0
    onDropped(lines)
  }
  const timer = setInterval(flush, flushMs).unref()
  // Whoever read it may be gone. A process may open a log more than once.
  if (to.listenerCount('error') === 0) to.on('error', () => {})
  return {
    write: (line) => {
      add(line)
      if (length >= waitingBytes) flush()
    },
    writeNow: (line) => {
      add(line)
      flush()
    },
    close: async () => {
      clearInterval(timer)
      flush()
      await new Promise<void>((resolve) => {
        setTimeout(resolve, lastFlushMs).unref()
        to.write('', () => resolve())
      })
    },
  }
}
