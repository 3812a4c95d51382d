import type { Call } from '../call/call.ts'
import { signalOf } from '../limits/until.ts'
import type { WritingStore } from '../rows/call-store.ts'
import { readingNow } from '../rows/input.ts'
import type { Execution } from './call-engine.ts'
import type { OperationTransaction, OwnCodeContext } from './operation-body.ts'
import { ownFetch } from './own-fetch.ts'

/** What own code is handed that runs in a call's transaction, with `more` of its own. */
export const ownContext = <More extends object>(
  working: Execution,
  { writes }: Pick<WritingStore, 'writes'>,
  more: More,
): OwnCodeContext & More => {
  // What a service merges into the type is what transactions of its own store are.
  const context = readingContext(working, { transaction: writes.transaction as OperationTransaction, ...more })
  calls.set(context, working.call)
  return context
}

const calls = new WeakMap<object, Call>()

/** For which call it was made: the engine's own code asks how that came. */
export const callOf = (context: OwnCodeContext): Call => {
  const call = calls.get(context)
  if (!call) throw new Error('the context was made for no call')
  return call
}

/** The same of code that only reads, and has no transaction. Its signal is made for who asks for it alone. */
export const readingContext = <More extends object>(
  { call, executing, principal, nowMs }: Execution,
  more: More,
): Omit<OwnCodeContext, 'transaction'> & More =>
  Object.assign(
    {
      principal,
      now: readingNow(nowMs, executing.model).now,
      get signal() {
        return signalOf(call.context)
      },
      fetch: ownFetch(call.context, call.context.trace),
    },
    more,
  )
