import { signalOf } from '../limits/until.ts'
import type { WritingStore } from '../rows/call-store.ts'
import { readingNow } from '../rows/input.ts'
import type { Execution } from './call-engine.ts'
import type { OperationTransaction, OwnCodeContext } from './operation-body.ts'
import { ownFetch } from './own-fetch.ts'

/** What own code is handed that runs in a call's transaction, with `more` of its own. Its signal is made for who asks for it alone. */
export const ownContext = <More extends object>(
  { call, executing, principal, nowMs }: Execution,
  { writes }: Pick<WritingStore, 'writes'>,
  more: More,
): OwnCodeContext & More =>
  Object.assign(
    {
      principal,
      now: readingNow(nowMs, executing.model).now,
      // What a service merges into the type is what transactions of its own store are.
      transaction: writes.transaction as OperationTransaction,
      get signal() {
        return signalOf(call.context)
      },
      fetch: ownFetch(call.context, call.context.trace),
    },
    more,
  )
