import { setTimeout as wait } from 'node:timers/promises'
import { ProblemError } from '../../problem/problem.ts'
import type { LogPlace } from '../seal-reader.ts'
import type { LedgerAnswer, LedgerClient } from './ledger-client.ts'
import { offsetOf, type ReadableLog, readChunk } from './log-chunks.ts'
import type { SpooledLog } from './spool.ts'

export interface ShipLimits {
  /** For one request. */
  readonly timeoutMs: number
  /** The first wait after a failure; it doubles, to the longest. */
  readonly retryMs: number
  readonly retryMsMax: number
  readonly closeMs: number
}

/** What sending logs works with. */
export interface ShipContext {
  readonly client: LedgerClient
  readonly limits: ShipLimits
  /** Nothing is waited for any more. */
  readonly closing: AbortSignal
  /** Nothing is asked any more. */
  readonly stop: AbortSignal
  /** Each fault once until something else happened; null: all is well again. */
  readonly tell: (sentence: string | null) => void
  readonly onHeld: () => void
  readonly onShipped: (log: SpooledLog) => Promise<void>
  /** Resolves when the live log has grown since `listen`. */
  readonly grown: () => Promise<void>
  readonly listen: () => void
}

/** Sends each log after the one before it, the last, which is being written, until closing. Never rejects. */
export const shipAll = async (logs: readonly SpooledLog[], shipping: ShipContext): Promise<void> => {
  for (const log of logs)
    for (;;) {
      const end = await shipLog(log, shipping).catch((error: unknown) => reasonOf(error))
      if (end === 'closed') return
      if (end === 'sent') break
      shipping.tell(`${log.file} is not sent: ${end.reason}`)
      // One that was moved away, or that the ledger refuses, keeps none behind it from being sent; it has its next try after
      // the next start. The one being written has it now, and so has one whose key cannot be had for now.
      if (!(log.isLive || end.isPassing) || shipping.closing.aborted) break
      await pause(shipping, shipping.limits.retryMsMax)
    }
}

const reasonOf = (error: unknown): 'closed' | { readonly reason: string; readonly isPassing: boolean } => {
  if (error === closed) return 'closed'
  const isPassing = error instanceof ProblemError && error.problem.code === 'unavailable'
  return { reason: error instanceof Error ? error.message : String(error), isPassing }
}

/** Thrown where the ledger cannot be reached any more before closing: what is behind is not sent either, out of its order. */
const closed = new Error('closed')

/** How often a ledger may want a log from another place on, with nothing taken in between. */
const elsewhereMax = 3

/** Sends a log from where the ledger holds it to its end; that of the live one is there when closing. */
const shipLog = async (log: SpooledLog, shipping: ShipContext): Promise<'sent'> => {
  const { client, stop, closing } = shipping
  for (let elsewhere = 0; elsewhere < elsewhereMax; elsewhere++) {
    const place = placeIn(await answer(shipping, () => client.placeOf(log.epoch, stop)))
    // A place that this file does not have is another log's: the ledger says so when it sees its first line.
    log.shipped = (await offsetOf(readable(log), place)) ?? 0
    for (;;) {
      shipping.listen()
      const chunk = await readChunk(readable(log), log.shipped)
      if (chunk) {
        const sent = await answer(shipping, () => client.send(log.epoch, chunk.bytes, stop))
        if (sent.kind === 'elsewhere') break
        placeIn(sent)
        elsewhere = 0
        log.shipped = chunk.end
        await shipping.onShipped(log)
      } else if (!log.isLive) {
        log.shipped = log.bytes
        return 'sent'
      } else if (closing.aborted) return 'sent'
      else await shipping.grown()
    }
  }
  throw new Error('the ledger wants it from another place on, again and again')
}

const readable = ({ file, bytes, open }: SpooledLog): ReadableLog => ({ file, upTo: bytes, open })

const placeIn = (given: LedgerAnswer): LogPlace => {
  if (given.kind !== 'held') throw new Error(given.sentence)
  return given.place
}

/** What the ledger says once it can say something; asked again after growing times, with jitter so that replicas spread. */
const answer = async (shipping: ShipContext, ask: () => Promise<LedgerAnswer>): Promise<LedgerAnswer> => {
  const { limits, closing, tell, onHeld } = shipping
  for (let failures = 0; ; failures++) {
    const given = await ask()
    if (given.kind === 'held') onHeld()
    if (given.kind !== 'later') {
      tell(null)
      return given
    }
    tell(given.sentence)
    if (closing.aborted) throw closed
    const longest = Math.min(limits.retryMs * 2 ** Math.min(failures, 20), limits.retryMsMax)
    const waitMs = Math.max(longest * (0.5 + Math.random() / 2), Math.min(given.afterMs, limits.retryMsMax))
    await pause(shipping, waitMs)
  }
}

/** Until the time is over, or closing begins. */
const pause = ({ closing }: ShipContext, ms: number): Promise<void> =>
  wait(ms, undefined, { ref: false, signal: closing }).catch(() => {})
