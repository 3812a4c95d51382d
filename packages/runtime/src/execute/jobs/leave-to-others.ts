import type { HeldWork } from '../../store/queue.ts'
import type { CallEngine } from '../call-engine.ts'

/** What another version of the service knows, or will, and this one does not. */
export const leaveToOthers = async ({ queue, nowMs }: Pick<CallEngine, 'queue' | 'nowMs'>, held: HeldWork) =>
  void (await queue.delayWork(held, nowMs() + unknownMs, null))

/** Soon, as each of those that do not know it may take it first. */
const unknownMs = 10_000
