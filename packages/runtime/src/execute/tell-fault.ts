import type { Call } from '../call/call.ts'
import type { BugOrigin } from '../call/service-log.ts'
import { type Problem, ProblemError } from '../problem/problem.ts'
import { recordedText } from '../record/recorded-text.ts'
import type { ExecutorOptions } from './call-engine.ts'

const originOf = ({ operation, context }: Call): BugOrigin => ({
  requestId: context.origin.requestId,
  traceparent: context.trace,
  operation: recordedText(operation),
})

/** Why a call failed that was asked rightly, or what the database refuses of it: the one line of it in the log, whatever the style. */
export const tellFault = (
  { onBug, onFault, onRefused }: Pick<ExecutorOptions, 'onBug' | 'onFault' | 'onRefused'>,
  found: Problem,
  call: Call,
): void => {
  if (found.code === 'internal') onBug(found.cause ?? new ProblemError(found), originOf(call))
  if (found.code === 'unavailable') onFault?.(found.cause ?? new ProblemError(found), originOf(call))
  if (found.databaseSays !== undefined) onRefused?.(found.databaseSays, originOf(call))
}
