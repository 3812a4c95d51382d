import type { Readable } from 'node:stream'
import { byDeadline } from '../limits/until.ts'
import { type ProblemCode, ProblemError } from '../problem/problem.ts'
import { refuse } from './bounds.ts'
import { filesUnavailable } from './file-problems.ts'
import type { Scan, StoredFile } from './file-store.ts'
import type { ByteRange } from './object-store.ts'

/** Code that nobody has written yet comes by no waiting, nor does who has gone. */
const itsOwn: ReadonlySet<ProblemCode> = new Set(['not-implemented', 'cancelled'])

export interface ScanOptions {
  readonly scan: Scan
  /** How long a scan may take. */
  readonly scanMs: number
  readonly read: (range?: Partial<ByteRange>) => Readable
}

/**
 * Nothing where a scan finds a file clean. Throws a Refused with `invalid-input` where it finds something, and `unavailable` where it
 * fails, or does not say in time, `not-implemented` where its code is not there, `cancelled` where nobody wants the file any more: none is
 * taken that nobody has looked at.
 */
export const requireClean = async (file: StoredFile, { scan, scanMs, read }: ScanOptions): Promise<void> => {
  const opened: Readable[] = []
  const reading = (range?: Partial<ByteRange>): Readable => {
    const stream = read(range)
    // Whoever gave up reading hears of no failure.
    stream.on('error', () => {})
    opened.push(stream)
    return stream
  }
  const verdict = await byDeadline(
    { deadlineMs: Date.now() + scanMs },
    // A hook that throws at once is one that fails.
    Promise.resolve().then(() => scan({ ...file, read: reading })),
  )
    .catch((error: unknown) => {
      if (error instanceof ProblemError && itsOwn.has(error.problem.code)) throw error
      throw filesUnavailable('Files cannot be scanned now, and none is taken that was not. Try again later.', error)
    })
    .finally(() => {
      for (const stream of opened) stream.destroy()
    })
  if (verdict === 'clean') return
  const found = typeof verdict?.found === 'string' ? verdict.found : 'something that it does not name'
  refuse(`This file is not taken: a scan found ${found}.`)
}
