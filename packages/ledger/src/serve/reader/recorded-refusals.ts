import type { Ledger } from '../../writer/open-ledger.ts'

/** Failed sign-ins as the ledger records them. */
export interface RecordedRefusals {
  add(): void
  close(): Promise<void>
}

const everyMs = 60_000

/** With their number, once a minute at most: who tries tokens out is seen, and does not fill the ledger. */
export const recordedRefusals = (ledger: Pick<Ledger, 'note'>, nowMs: () => number): RecordedRefusals => {
  let attempts = 0
  let recordedMs = Number.NEGATIVE_INFINITY
  const record = async (): Promise<void> => {
    if (attempts === 0) return
    const event = { event: 'refused', attempts, what: 'sign-in' }
    attempts = 0
    // Nobody waits for it who was refused; a ledger that cannot write gives nothing to anybody else either.
    await ledger.note(event).catch(() => {})
  }
  return {
    add: () => {
      attempts++
      if (nowMs() - recordedMs < everyMs) return
      recordedMs = nowMs()
      void record()
    },
    close: record,
  }
}
