import type { Scenario, Shown, StartWanted } from './scenario.ts'

/** A service beside the one under verification, over the same rows, that takes the same credentials. */
export interface Started {
  readonly url: string
  readonly urls: Readonly<Record<string, string>>
  /** Ends it. What it did not do in order, null where nothing; and what it wrote to its standard output, where it is known. */
  stop(): Promise<{ readonly fault: string | null; readonly log: string | null }>
}

/** A service under verification, wherever it runs. */
export interface Target {
  /** What the report calls it. */
  readonly name: string
  /** Without a slash at the end. */
  readonly url: string
  /** Where each style is reached, by its name; absent: REST at `url` alone. */
  readonly urls?: Readonly<Record<string, string>>
  /** The style that the service is spoken to in; absent: `rest`. */
  readonly style?: string
  /** Why what was just asked could not be, where that is no fault of the service; asking takes it back. */
  refusal?(): string | null
  /** A token for `role`, `role#1` or `role/person`, or the credential that a step shows instead; null where none can be had. */
  tokenOf(as: string, shows?: Shown): Promise<string | null>
  /** Starts the service once more in another environment: the last words of one that does not listen, as text. */
  readonly start?: (env: StartWanted['env']) => Promise<Started | string>
  /** Brings the rows back to what a scenario starts from; null where the data is not ours to touch. */
  readonly reset: ((rows: Scenario['rows']) => Promise<void>) | null
  close(): Promise<void>
}
