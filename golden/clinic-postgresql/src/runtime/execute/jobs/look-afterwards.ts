import type { FollowUp } from '../after-commit.ts'
import type { Execution } from '../call-engine.ts'
import type { OwnStore } from '../own-store.ts'

/** Once what was put into the queue is committed, whoever is free looks at it. */
export const lookAfterwards = (working: Execution, store: OwnStore): void =>
  void store.followUps.push(lookingAtWork(working))

export const lookingAtWork = ({ executing, call: { operation, context } }: Execution): FollowUp => ({
  origin: { operation, requestId: context.origin.requestId, traceparent: context.trace },
  run: async () => executing.onQueued?.(),
})
