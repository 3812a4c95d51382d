import type { OnBug } from '../call/service-log.ts'
import { webhookNames } from '../call/webhook-names.ts'
import type { QueueKind } from '../settings/jobs.ts'
import type { Transaction } from './transaction.ts'

export interface QueueOptions {
  readonly kind: QueueKind
  /** Of the charter: work of other majors is left to them. */
  readonly major: number
  /** How long others leave work alone of which nothing is heard. */
  readonly holdMs: number
  /** Epoch milliseconds, as this process has them. Times of work are told and read by it. */
  readonly nowMs: () => number
  /** Told of what goes wrong while nobody asks. */
  readonly onFault: OnBug
}

/**
 * Work that is to be done once, past the call that asked for it, by whichever replica is free. Who takes a piece holds it for a while, under
 * a name that nobody else has; once that is over another may take it, and the one before can do nothing more of it.
 */
export interface Queue {
  /** Stores it with the write, where state shares its transaction: in place of one of its name, which nobody holds then. */
  putWork(work: Work, transaction: Transaction | null): Promise<void>
  /** Stores it where there is none of its name. */
  ensureWork(work: Work): Promise<void>
  /** Takes those that are due and that nobody holds, the one due first before the others. */
  takeWork(asked: {
    readonly limit: number
    /** Deliveries of webhooks alone, or all but them; left out: of any. */
    readonly of?: WorkLine
  }): Promise<readonly HeldWork[]>
  /**
   * Goes on holding it, in a transaction so that nobody else takes it before that ends. False, and nothing changed, where it is held
   * by another by now, or is done.
   */
  holdWork(held: Hold, transaction: Transaction | null): Promise<boolean>
  /** Lets it go, to be taken again no sooner than then; false as above. */
  delayWork(held: HeldWork, dueMs: number, transaction: Transaction | null): Promise<boolean>
  /** Epoch milliseconds by the clock that says what is due: that of the database, or of this process. */
  clockMs(transaction: Transaction | null): Promise<number>
  /** It is due now, where it waits and nobody holds it. */
  hurryWork(id: string, transaction: Transaction | null): Promise<void>
  /** It is done: nothing is kept of it, nor of its steps; false as above. */
  endWork(held: Hold, transaction: Transaction | null): Promise<boolean>
  close(): Promise<void>
}

/** Who waits for receivers of others keeps nobody from their work, nor the other way round. */
export type WorkLine = 'deliveries' | 'others'

export const lineOf = ({ operation }: Pick<Work, 'operation'>): WorkLine =>
  operation === webhookNames.delivery ? 'deliveries' : 'others'

export interface NamedWork {
  readonly id: string
  /** The operation that it is a run of. */
  readonly operation: string
  /** The major of the charter that alone takes it; left out: any that asks first. */
  readonly major?: number
}

export interface Work extends NamedWork {
  /** What is to be known to do it, sealed by whoever put it. */
  readonly sealed: string
  readonly dueMs: number
}

export interface Hold extends NamedWork {
  readonly holder: string
}

export interface HeldWork extends Work, Hold {
  /** How often it was taken since it was put or let go, this time too: whoever took it before came to no end. */
  readonly taken: number
}
