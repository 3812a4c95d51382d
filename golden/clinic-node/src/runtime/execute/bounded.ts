import type { Call } from '../call/call.ts'
import { answerRoom } from '../limits/answer-length.ts'
import type { CallEngine } from './call-engine.ts'

/** The same for one call: there is room for one answer, and each of its reads and transactions ends by the deadline of one call, the waiting for a turn included. */
export const boundedBy = (executing: CallEngine, { context, principal }: Call): CallEngine => {
  const rows = executing.rows.within(context, principal?.tenant)
  const room = context.room ?? answerRoom()
  return { ...executing, rows, store: { ...executing.store, reads: rows.reads, room } }
}
