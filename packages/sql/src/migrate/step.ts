import type { MigrationStep } from '@charter/charter'

/** A step of a migration, with what is said to the database. */
export interface SqlStep extends MigrationStep {
  readonly sql: readonly string[]
  /** `alone`: outside a transaction; `batches`: the statement is run for so many rows at a time. */
  readonly mode: 'transaction' | 'alone' | 'batches'
  /** Counts rows that stand in the way; the step is refused where there are any. */
  readonly refusedBy?: { readonly sql: string; readonly sentence: string; readonly counts?: 'row' | 'value' }
  /** A query that finds no row once the step did what it should: references that lead nowhere. Asked before it commits. */
  readonly findsNothing?: string
  readonly batches?: Batches
}

/**
 * Walks a table in key order. The first statement of the step takes the key of a batch's last row, the second, for all later
 * batches, that and the key of the batch before.
 */
export interface Batches {
  readonly key: readonly string[]
  /** Keys of the rows of the first batch, by how many; of the next one, by the key it starts after and how many. */
  readonly first: string
  readonly next: string
}
