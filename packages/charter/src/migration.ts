import type { Charter } from './charter.ts'

/** How far a database is to be brought. */
export type MigrationGoal =
  /** The services of before and after both run on it: nothing is taken away. */
  | 'expand'
  /** The service of before is gone: what only it needed is taken away. */
  | 'contract'
  /** No service runs: straight to the new structure. */
  | 'offline'

/** One thing that is done, once, and recorded with it. How it is done its connector alone knows. */
export interface MigrationStep {
  /** Tells it from the other steps of the same migration. */
  readonly id: string
  readonly phase: 'expand' | 'contract'
  readonly sentence: string
  /** What waits meanwhile, and for how long. */
  readonly locks: string
  /** Ids of the fields or the entity whose values are lost. */
  readonly destroys?: readonly string[]
}

export interface MigrateOptions<Step extends MigrationStep = MigrationStep> {
  readonly charter: Charter
  readonly goal: MigrationGoal
  /** Ids whose values may be lost: `Patient.ssn`, `Patient`. */
  readonly drops: readonly string[]
  /** By field id what a person fills it with, in the words of the database, from the same row. */
  readonly expressions: Readonly<Record<string, string>>
  /** Nothing is changed. */
  readonly isDryRun: boolean
  readonly batchRows?: number
  readonly onStep?: (step: Step, progress: { readonly rows: number; readonly isDone: boolean }) => void
}

export interface MigrationReport<Step extends MigrationStep = MigrationStep> {
  /** `new`: there is nothing to migrate yet; `expanded`: both services run on it, and steps are left for `contract`. */
  readonly state: 'new' | 'settled' | 'expanded'
  /** In order; in a dry run, what would be done. */
  readonly steps: readonly Step[]
  /** What is left for `contract`. */
  readonly later: readonly Step[]
  /** Why nothing was done, each with what to do. */
  readonly blocked: readonly string[]
}
