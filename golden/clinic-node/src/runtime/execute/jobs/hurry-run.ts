import type { JsonObject } from '../../values/json.ts'
import type { Execution } from '../call-engine.ts'
import type { OwnStore } from '../own-store.ts'

/** A run that waits is looked at once what is asked of it is committed: one that was cancelled ends then, and not when it would have been begun. */
export const hurryRun = async (
  { executing, call, nowMs }: Execution,
  store: OwnStore,
  row: JsonObject,
): Promise<void> => {
  await executing.state.hurryWork(String(row.id), nowMs, store.transaction)
  store.followUps.push({
    origin: { operation: call.operation, requestId: call.context.origin.requestId, traceparent: call.context.trace },
    run: async () => executing.onQueued?.(),
  })
}
