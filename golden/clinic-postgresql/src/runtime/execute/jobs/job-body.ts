import type { Principal } from '../../call/call.ts'
import type { AnyOperation, OperationContext, OperationInput, OperationShape } from '../operation-body.ts'
import type { OwnFetch } from '../own-fetch.ts'

/**
 * The body of an operation of `mode: job`. Runs past the answer of the call that started it, outside any transaction, and again from the
 * start where a process died: what it does to rows it does in steps, each of which is done once. Gives the declared result in canonical form.
 */
export type JobBody<Operation extends OperationShape = AnyOperation> = (
  input: OperationInput<Operation>,
  context: JobContext<Operation>,
) => Promise<Operation['result']>

/** What code is handed that runs outside any transaction. */
export interface OutsideContext {
  /** Aborts when somebody cancels the run, when the service ends, and when another replica has taken the run over. */
  readonly signal: AbortSignal
  /** For other services: it ends with the run and carries its trace. */
  readonly fetch: OwnFetch
}

export interface JobContext<Operation extends OperationShape = AnyOperation> extends OutsideContext {
  /** Who started it, as they were then. */
  readonly principal: Principal
  /** Of the run: the key of its row. */
  readonly id: string
  /** From 1: how often it was begun. */
  readonly attempt: number
  /** What attempts before this one told, as its row has it. */
  readonly told: readonly string[]
  /** As they are committed now. */
  readonly rows: Pick<OperationContext<Operation>['rows'], 'read' | 'list' | 'file'>
  /**
   * Does something to rows, in a transaction of its own, once in a run: where that was committed before, this gives what it gave then. Its name
   * has at most 200 code points, and is that of no other step of the run; what it gives is given as JSON has it, the first time too. `percent`: how much of the run is done with it. Rejects with what
   * `work` rejects with, and nothing is written then.
   */
  step<Result>(
    name: string,
    work: (context: OperationContext<Operation>) => Promise<Result>,
    done?: { readonly percent?: number },
  ): Promise<Result>
  /**
   * Does something elsewhere, in no transaction: what it gives is kept, and it is not done again once it is. A process may die between the
   * two, so its `fetch` sends an `Idempotency-Key` that is the same each time.
   */
  once<Result>(name: string, work: (context: OutsideContext) => Promise<Result>): Promise<Result>
  /** How much of it is done, from 0 to 100; it only grows. Told within a second. */
  progress(percent: number): void
  /** A line for whoever follows the run: at most 500 code points, and the newest 100 are kept. Told within a second. */
  tell(line: string): void
  /** Ends the run as failed, with an error that the charter declares for this operation. */
  fail(reason: Operation['reason'], detail?: string): never
  /** Ends this attempt, to begin again later: steps that are done stay done. Left out, `afterMs` doubles with each attempt, from 1 s to 5 min. */
  retry(detail: string, options?: { readonly afterMs?: number }): never
}
