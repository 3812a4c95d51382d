import { ProblemError, problem } from '@charter/runtime'
import { boundedBody } from '../bounded-body.ts'

const timeoutMs = 10_000
/** More than a token with all its certificates has. */
const answerBytesMax = 2 ** 18

/** Asks a time-stamp authority over HTTP (RFC 3161 section 3.4). Rejects with the problem `unavailable`. */
export const sendTo =
  (url: string) =>
  async (request: Buffer): Promise<Buffer> => {
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/timestamp-query' },
        body: new Uint8Array(request),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      if (!answer.ok) throw new Error(`It answered ${answer.status}.`)
      return await boundedBody(answer, answerBytesMax)
    } catch (cause) {
      throw new ProblemError(problem('unavailable', { detail: 'The time-stamp authority did not answer.', cause }))
    }
  }
