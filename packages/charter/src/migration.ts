import type { Charter } from './charter.ts'

/** How far a database is to be brought. */
export type MigrationGoal =
  /** The services of before and after both run on it: nothing is taken away. */
  | 'expand'
  /** The service of before is gone: what only it needed is taken away. */
  | 'contract'
  /** No service runs: straight to the new structure. */
  | 'offline'

/** One thing that is done, once, and recorded with it. */
export interface MigrationStep {
  /** Tells it from the other steps of the same migration. */
  readonly id: string
  readonly phase: 'expand' | 'contract'
  readonly sentence: string
  /** What waits meanwhile, and for how long. */
  readonly locks: string
  /** Ids of the fields or the entity whose values are lost. */
  readonly destroys?: readonly string[]
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

export interface MigrateOptions {
  readonly charter: Charter
  readonly goal: MigrationGoal
  /** Ids whose values may be lost: `Patient.ssn`, `Patient`. */
  readonly drops: readonly string[]
  /** A person's SQL by field id: what its column is filled with, over `NEW."column"` of the same row. */
  readonly expressions: Readonly<Record<string, string>>
  /** Nothing is changed. */
  readonly isDryRun: boolean
  readonly batchRows?: number
  readonly onStep?: (step: MigrationStep, progress: { readonly rows: number; readonly isDone: boolean }) => void
}

export interface MigrationReport {
  /** `new`: there is nothing to migrate yet; `expanded`: both services run on it, and steps are left for `contract`. */
  readonly state: 'new' | 'settled' | 'expanded'
  /** In order; in a dry run, what would be done. */
  readonly steps: readonly MigrationStep[]
  /** What is left for `contract`. */
  readonly later: readonly MigrationStep[]
  /** Why nothing was done, each with what to do. */
  readonly blocked: readonly string[]
}
