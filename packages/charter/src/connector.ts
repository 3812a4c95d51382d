import type { ServiceModel, State, Store, TemporaryDatabase } from '@charter/runtime'
import type { Charter, Source } from './charter.ts'
import type { Diagnostic } from './diagnostic.ts'
import type { MigrateOptions, MigrationReport, MigrationStep } from './migration.ts'

/** What a connector makes of an entity for its own store, and a language prints as it is: nobody else reads more of it. */
export interface EntityPlan {
  readonly entity: string
}

/**
 * A data source seen as a charter. One folder in `packages/connectors/src/` each. `Plan` is what it renders, `Rows` what is
 * below its store, `Schema` what makes a database of ours, `Step` what a migration of one does.
 */
export interface Connector<
  Plan extends EntityPlan = EntityPlan,
  Rows = unknown,
  Schema = unknown,
  Step extends MigrationStep = MigrationStep,
> {
  /** The name a charter says: `{ own: sqlite }`. */
  readonly name: string
  readonly title: string
  /** Whether this connector answers for a URL or path a person gave. */
  accepts(url: string): boolean
  /** The source as a charter document, with what could not be said in it. Reads the catalogue; of rows it asks whether they are within what it says. */
  introspect(url: string, options: IntrospectOptions): Promise<Introspection>
  /** Every reason that a `Loss` of its introspection may have. */
  readonly lossReasons: readonly string[]
  /** What this source cannot hold of the charter, by name. */
  check(charter: Charter): readonly Diagnostic[]
  /** All that the service will ask of each entity, rendered once. */
  render(charter: Charter, model: ServiceModel): readonly Plan[]
  /** What makes the tables of a service that are its own: all of them in a database of ours, those that lie with the state elsewhere. */
  createSchema(charter: Charter): Schema
  /**
   * Brings a database of ours to a charter's structure, step by step, each applied once. Rejects with a ProblemError
   * (`unavailable`) when the database cannot be reached, another migration is under way, or a step fails: then the steps
   * before it stay, the service of before goes on, and the same call goes on with the step.
   */
  migrate(url: string, options: MigrateOptions<Step>): Promise<MigrationReport<Step>>
  open(url: string, options: OpenOptions<Schema>): Promise<OpenSource<Plan, Rows>>
  /** A database that holds service state alone: beside a source in which nothing may be created. */
  openState(url: string): Promise<State>
  /** URL of a database of ours at `path` (without an ending), where that takes no server; else null. */
  ownUrl(path: string): string | null
  /**
   * An empty database of its own for examples: a new file, or a new database on the server that `near` names. Rejects with
   * a ProblemError (`unavailable`) whose private cause says what to set when there is no server to make it on.
   */
  makeTemporary(near: string | null): Promise<TemporaryDatabase>
  /** What a generated service carries to speak to this source, by language. */
  readonly drivers: Readonly<Record<string, Driver>>
}

/** Files that generated services carry verbatim, and how they are called. */
export interface Driver {
  /** The connector in whose folder the files lie, where that is not this one's own. */
  readonly folder?: string
  /** Paths relative to this package's `src/<folder>/`; all lie in `driver/`. */
  readonly files: readonly string[]
  /** The file among them that exports the next two. */
  readonly module: string
  /** Name of the function that opens rows: `(options: { url } & OpenOptions) => Promise<OpenSource>`, whose `store` a service asks. */
  readonly open: string
  /** Name of the function that opens a state database: `(url: string) => Promise<State>`. */
  readonly openState: string
  /** The server that it speaks to, as a container: then `open` takes `replicaUrls` and `connectionsMax`. Null: rows are in a file. */
  readonly server: ServerImage | null
  /** The file that exports `makeTemporary`, for the service's own tests. */
  readonly temporary: string
  /** Packages it needs, by name, in exact versions, and those it needs for its types. */
  readonly dependencies: Readonly<Record<string, string>>
  readonly developmentDependencies: Readonly<Record<string, string>>
  /** Their entries of a package-lock.json (version 3), without addresses. */
  readonly lock: Readonly<Record<string, unknown>>
}

/** A database server as what is generated runs it beside a service. */
export interface ServerImage {
  /** `postgres:17`. */
  readonly image: string
  readonly port: number
  /** Of its URLs. */
  readonly scheme: string
  /** Where it keeps its files. */
  readonly folder: string
  /** What asks it in its container whether it is ready, as `database` and `user`. */
  health(database: string, user: string): readonly string[]
  /** Makes a database, and a user whose it is. */
  environment(database: string, user: string, password: string): Readonly<Record<string, string>>
  /** One that lets tests in without a password, as a user who may make databases. */
  readonly trusting: {
    readonly environment: Readonly<Record<string, string>>
    readonly user: string
    readonly database: string
  }
}

/** The connector of a source: by the name it says, else by its URL. */
export const connectorOf = <Found extends Pick<Connector, 'name' | 'accepts'>>(
  source: Source,
  connectors: readonly Found[],
): Found | undefined =>
  connectors.find((each) =>
    source.database === undefined
      ? source.kind === 'url' && source.environment === undefined && each.accepts(source.url)
      : each.name === source.database,
  )

export interface IntrospectOptions {
  /** Name of the charter to write. */
  readonly name: string
  /** How long it may take, in milliseconds. */
  readonly deadlineMs?: number
  /** Only these schemas; absent: all that are not the system's. */
  readonly schemas?: readonly string[]
  /** `singular-pascal` (the default): `order_items` is `OrderItem`, `birth_date` is `birthDate`. `preserve`: names as they are, where a charter can write them. */
  readonly naming?: NamingPolicy
  /** The environment variable that will hold the URL, so that no password is written; `DATABASE_URL` where absent. */
  readonly environment?: string
}

export const namingPolicies = ['singular-pascal', 'preserve'] as const
export type NamingPolicy = (typeof namingPolicies)[number]

export interface Introspection {
  /** YAML text of a charter document, comments included. */
  readonly document: string
  readonly losses: readonly Loss[]
  readonly entities: number
}

/** Something in a source that is not, or not wholly, in its charter. `Reason` is one of its connector's `lossReasons`. */
export interface Loss<Reason extends string = string> {
  /** A name of the connector’s own for why: `no-key`, `unsupported-type`, `exclusion-constraint`. */
  readonly reason: Reason
  /** `film.special_features`. */
  readonly about: string
  readonly sentence: string
}

export interface OpenOptions<Schema = unknown> {
  readonly isReadOnly: boolean
  /** Where state goes when it may not go into the source itself; closed with it. Absent: in the source, in its transactions. */
  readonly state?: State
  /** A schema that is ours: made in a new database, checked in one that is there. Null: an attached database. */
  readonly schema: Schema | null
  /** Tables of ours that lie with the state in an attached database: made there, or checked. Absent: there are none. */
  readonly companion?: Schema | null
  readonly statementTimeoutMs: number
  /** Whether the schema that holds state, and tables that lie with it, may be made in an attached database. Absent: no. */
  readonly mayCreate?: boolean
  /** Read-only copies that plain reads may go to, by choice: they may lag behind. */
  readonly replicaUrls?: readonly string[]
  /** Sessions with the server at once, at most. */
  readonly connectionsMax?: number
}

/** A source that is open, with the state of the service on it. */
export interface OpenSource<Plan extends EntityPlan = EntityPlan, Rows = unknown> {
  /** Its rows as a service asks for them. `plans`: what the same connector rendered of the model's charter. */
  store(model: ServiceModel, plans: readonly Plan[]): Store
  /** The same rows in the source's own terms, for who speaks to this kind of source knowingly. */
  readonly database: Rows
  readonly state: State
  close(): Promise<void>
}

export type { TemporaryDatabase } from '@charter/runtime'

/** Identity with types: what each connector folder exports, with what its kind of database has besides. */
export const defineConnector = <Known extends Connector>(connector: Known): Known => connector
