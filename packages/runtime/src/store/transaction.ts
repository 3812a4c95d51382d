import type { Until } from '../limits/until.ts'

/**
 * A transaction under way. What it is only the store knows that made it, and the state that shares its database: it is handed to that,
 * so that what is kept beside the rows goes with them.
 */
export interface Transaction {
  /** Names this transaction to `Store.fateOf`, also past a crash. */
  mark?(): Promise<string>
  /** From here on rows of every tenant are there, for trusted code that asks for another's; absent where the database does not keep them apart. */
  widen?(): void
}

export interface TransactionOptions {
  readonly until?: Until
  /** Whose rows alone are there, where the database keeps tenants apart by itself. */
  readonly tenant?: string
  /** `work` does nothing outside the transaction: it may run again when the engine could not order it among others. */
  readonly isRepeatable?: boolean
}

/** `unknown`: the database no longer tells, or cannot be sure that it means the same transaction. */
export type Fate = 'committed' | 'undone' | 'under-way' | 'unknown'
