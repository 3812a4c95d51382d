import type { Release } from './held.ts'
import type { Scenario, Shown, StartWanted } from './scenario.ts'

/** A service beside the one under verification, over the same rows, that takes the same credentials. */
export interface Started {
  readonly url: string
  readonly urls: Readonly<Record<string, string>>
  /** Where its development page opens, once, below its URL; null in production. */
  readonly page: string | null
  stop(): Promise<Stopped>
}

/** What is left of a service that was started beside. */
export interface Stopped {
  /** What it did not do in order; null where nothing. */
  readonly fault: string | null
  /** What it wrote to its standard output; null where that is not known. */
  readonly log: string | null
  /** The record of calls, its own and that of the service beside it: entries of one may be in the log of the other, a second later. */
  record(): Promise<string>
}

/**
 * Databases that are not as a charter wants its own: made by the service of another charter, by somebody else altogether, or by this
 * charter's and brought to its next version while both are served; `plain`: none at all, but a server of PostgreSQL without TLS.
 */
export const whoseDatabases = ['another', 'foreign', 'newer', 'plain'] as const
export type Whose = (typeof whoseDatabases)[number]

/** A service under verification, wherever it runs. */
export interface Target {
  /** What the report calls it. */
  readonly name: string
  /** Without a slash at the end. */
  readonly url: string
  /** Where each style is reached, by its name; absent: REST at `url` alone. */
  readonly urls?: Readonly<Record<string, string>>
  /** The service itself, where another style stands in between. */
  readonly behind?: string
  /** The style that the service is spoken to in; absent: `rest`. */
  readonly style?: string
  /** Why what was just asked could not be, where that is no fault of the service; asking takes it back. */
  refusal?(): string | null
  /** A token for `role`, `role#1` or `role/person`, or the credential that a step shows instead; null where none can be had. */
  tokenOf(as: string, shows?: Shown): Promise<string | null>
  /** Starts the service once more in another environment: the last words of one that does not listen, as text. */
  readonly start?: (env: StartWanted['env']) => Promise<Started | string>
  /** What `{name}` in the environment of a service that is started stands for. */
  readonly places?: Readonly<Record<string, string>>
  /** Takes every row for so many milliseconds at most, as another process at the database would; gives how they are given back. */
  readonly hold?: (ms: number) => Promise<Release>
  /** The address of such a database. */
  readonly another?: (whose: Whose) => Promise<string>
  /** Its database is somebody else's: nothing is written, whatever was asked. */
  readonly isOnlyRead?: boolean
  /** Brings the rows back to what a scenario starts from; null where the data is not ours to touch. */
  readonly reset: ((rows: Scenario['rows']) => Promise<void>) | null
  close(): Promise<void>
}
