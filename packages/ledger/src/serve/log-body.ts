import type { Readable } from 'node:stream'
import { ProblemError, problem } from '@charter/runtime'

/**
 * Lines of a body, without their newlines, the last of which ends it. Rejects with the problem `too-large`, `malformed` (no
 * UTF-8, or cut in a line), or `timeout` where it did not come to its end. `onRead`: how many bytes more were read, whatever becomes of them.
 */
export const logLines = async (
  body: Readable,
  bytesMax: number,
  onRead: (bytes: number) => void,
): Promise<readonly string[]> => {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of body) {
      bytes += chunk.length
      onRead(chunk.length)
      if (bytes > bytesMax) throw tooLarge(bytesMax)
      chunks.push(chunk)
    }
  } catch (cause) {
    if (cause instanceof ProblemError) throw cause
    throw new ProblemError(problem('timeout', { detail: 'The body did not come to its end. Send it again.', cause }))
  }
  const text = textOf(Buffer.concat(chunks))
  if (text === null || !text.endsWith('\n'))
    throw new ProblemError(
      problem('malformed', { detail: 'Send whole lines of the log, in UTF-8, the last newline too.' }),
    )
  return text.slice(0, -1).split('\n')
}

const tooLarge = (bytesMax: number): ProblemError =>
  new ProblemError(
    problem('too-large', { detail: `Send at most ${bytesMax} bytes at once; go on with the next request.` }),
  )

const textOf = (bytes: Buffer): string | null => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}
