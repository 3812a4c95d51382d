import type { Database, EntitySql, ServiceModel, State } from '@charter/runtime'
import type { Charter } from './charter.ts'
import type { Diagnostic } from './diagnostic.ts'

/** A data source seen as a charter. One folder in `packages/connectors/src/` each. */
export interface Connector {
  /** The name a charter says: `{ own: sqlite }`. */
  readonly name: string
  readonly title: string
  /** Whether this connector answers for a URL or path a person gave. */
  accepts(url: string): boolean
  readonly capabilities: Capabilities
  /** The source as a charter document, with what could not be said in it. Reads the catalogue only, never rows. */
  introspect(url: string, options: IntrospectOptions): Promise<Introspection>
  /** What this source cannot hold of the charter, by name. */
  check(charter: Charter): readonly Diagnostic[]
  /** Every statement the service will say, per entity, rendered once. */
  render(charter: Charter, model: ServiceModel): readonly EntitySql[]
  /** DDL that makes the owned schema of a new service, one statement each, in order. */
  createSchema(charter: Charter): readonly string[]
  open(url: string, options: OpenOptions): Promise<OpenSource>
  /** Driver files that a generated service carries, by language: paths relative to this package's `src/<connector>/`. */
  readonly driverFiles: Readonly<Record<string, readonly string[]>>
}

export interface Capabilities {
  readonly transactions: boolean
  readonly owns: boolean
  readonly cursors: boolean
  readonly counts: boolean
  readonly caseSensitiveLike: boolean
}

export interface IntrospectOptions {
  /** Name of the charter to write. */
  readonly name: string
  readonly deadlineMs?: number
}

export interface Introspection {
  /** YAML text of a charter document, comments included. */
  readonly document: string
  readonly losses: readonly Loss[]
  readonly tables: number
  readonly entities: number
}

/** The closed list of reasons why something in a source is not, or not wholly, in its charter. */
export type LossReason =
  | 'no-key'
  | 'unsupported-type'
  | 'inexact-number'
  | 'name-changed'
  | 'generated-column'
  | 'check-not-read'
  | 'default-not-read'
  | 'collation'
  | 'virtual-table'
  | 'system-table'
  | 'dangling-reference'
  | 'expression-index'
  | 'broken-view'
  | 'trigger'

export interface Loss {
  readonly reason: LossReason
  /** `film.special_features`. */
  readonly about: string
  readonly sentence: string
}

export interface OpenOptions {
  readonly isReadOnly: boolean
  /** Where state goes when it may not go into the source itself. Absent: with the source. */
  readonly stateUrl?: string
  /** The model's schema is ours: create or migrate it. */
  readonly schema: readonly string[] | null
  readonly statementTimeoutMs: number
}

export interface OpenSource {
  readonly database: Database
  readonly state: State
  close(): Promise<void>
}

/** Identity with types: what each connector folder exports. */
export const defineConnector = (connector: Connector): Connector => connector
