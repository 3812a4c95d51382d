import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { longestTimerMs, msLeft, signalOf, type Until, whyOver } from '../limits/until.ts'
import { asElsewhere } from '../problem/elsewhere.ts'
import { ProblemError, problem } from '../problem/problem.ts'

/**
 * Asks another service for a call: ends with it, carries its trace (W3C Trace Context), and is tried again, twice, where nothing is done
 * twice by that and the service did not answer or says that it is not there for now (502, 503, 504). Rejects with a ProblemError
 * (`unavailable`, `timeout`, `cancelled`); any other status is an answer.
 */
export type OwnFetch = (url: string | URL, options?: OwnFetchOptions) => Promise<Response>

export interface OwnFetchOptions extends Omit<RequestInit, 'body'> {
  /** As it is sent, each time. */
  readonly body?: string | Uint8Array<ArrayBuffer>
  /** Of each try; left out: what the call has left. */
  readonly timeoutMs?: number
}

const retriesMax = 2
const pauseMs = 100

export const ownFetch =
  (until: Until, trace: string | undefined): OwnFetch =>
  async (url, { timeoutMs = longestTimerMs, signal, ...options } = {}) => {
    const headers = new Headers(options.headers)
    if (trace !== undefined && !headers.has('traceparent')) headers.set('traceparent', childOf(trace))
    // What is wrong with the request itself is told at once.
    new Request(url, { ...options, headers })
    const retries = isIdempotent(options.method, headers) ? retriesMax : 0
    const ending = signalOf(until)
    for (let tried = 0; ; tried++) {
      const limit = AbortSignal.timeout(Math.ceil(msLeft(until, timeoutMs)))
      const signals = [ending, limit, ...(signal ? [signal] : [])]
      const answer = await fetch(url, { ...options, headers, signal: AbortSignal.any(signals) }).catch(asFailure)
      const isThere = answer instanceof Response && !isGone(answer.status)
      if (isThere || (tried === retries && answer instanceof Response)) return answer
      const over = whyOver(until)
      if (over) throw asElsewhere(over)
      if (tried === retries || signal?.aborted)
        throw asElsewhere(new ProblemError(problem('unavailable', { cause: answer })))
      if (answer instanceof Response) await answer.body?.cancel()
      await wait(pauseMs * 2 ** tried * (1 + Math.random()), undefined, { signal: ending }).catch(() => {})
    }
  }

const asFailure = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))

/** RFC 9110 section 9.2.2; or the other service was told how to know it again. */
const isIdempotent = (method = 'GET', headers: Headers): boolean =>
  headers.has('idempotency-key') || ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'].includes(method.toUpperCase())

const isGone = (status: number): boolean => status === 502 || status === 503 || status === 504

/** The same trace, from a span of its own. */
const childOf = (trace: string): string => {
  const [version, id, , flags] = trace.split('-')
  return [version, id, randomBytes(8).toString('hex'), flags].join('-')
}
