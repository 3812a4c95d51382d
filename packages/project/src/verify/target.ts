import type { Scenario } from './scenario.ts'

/** A service under verification, wherever it runs. */
export interface Target {
  /** What the report calls it. */
  readonly name: string
  /** Without a slash at the end. */
  readonly url: string
  /** A token for `role`, `role#1` or `role/person`; null where none can be had. */
  tokenOf(as: string): Promise<string | null>
  /** Brings the rows back to what a scenario starts from; null where the data is not ours to touch. */
  readonly reset: ((rows: Scenario['rows']) => Promise<void>) | null
  close(): Promise<void>
}
