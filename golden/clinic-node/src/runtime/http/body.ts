import { ProblemError, problem } from '../problem/problem.ts'

/** Characters past which a text is sent as bytes. */
const textMax = 8192

/**
 * A body as it is best sent. A long text is joined of many: as bytes it is put together once, where Node does so to count it, and
 * again behind the headers.
 */
export const bodyOf = (text: string): string | Buffer => (text.length > textMax ? Buffer.from(text) : text)

/**
 * A body that is read as it comes in. Rejects with a ProblemError (`cancelled`) where it does not come to its end: that is the client’s
 * doing, or its connection’s, and no bug.
 */
export async function* piecesOf(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* body
  } catch (cause) {
    throw new ProblemError(problem('cancelled', { detail: 'The body did not come to its end. Send it again.', cause }))
  }
}
