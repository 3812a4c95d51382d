import type { Principal } from '../call/call.ts'
import type { HookMoment } from '../call/model.ts'
import type { ScannedFile } from '../files/file-store.ts'
import type { CallsInternal, OwnCodeContext } from './operation-body.ts'
import type { OwnFetch } from './own-fetch.ts'
import type { AnyEntities, EntityShapes, Rows } from './own-rows.ts'

/**
 * A service's own code around every write of an entity's rows, whichever style, batch, import, operation or parent it comes by.
 * Code of your own, in the documentation of the charter, says when each runs.
 */
export interface EntityHooks<Entities extends EntityShapes = AnyEntities, Name extends keyof Entities = string> {
  /**
   * In the transaction, before the row is written, and before the rules judge it as it would be. Gives the fields that it derives, if
   * any. It may run again where the database could not order the transaction: what it does outside is nothing that is undone.
   */
  before?(
    write: BeforeWrite<Entities[Name]>,
    context: BeforeContext<Entities, Name>,
  ): Promise<Derived<Entities[Name]> | undefined>
  /** In the transaction, once the row is written. */
  after?(write: AfterWrite<Entities[Name]>, context: HookContext<Entities>): Promise<void>
  /**
   * Once the transaction is committed, at most once, and past the answer: where it fails, or has not ended when a call would have to,
   * the log says so and the write stays.
   */
  committed?(write: AfterWrite<Entities[Name]>, context: CommittedContext): Promise<void>
  /**
   * Looks at a file once all its bytes have come, before it is one and any row names it: for a scanner of malware. What it finds is told to
   * whoever sent it; where it fails, or says nothing within 5 minutes, no file is taken, and it may be sent again.
   */
  file?(sent: SentFile<Entities[Name]>, context: CommittedContext): Promise<'clean' | { readonly found: string }>
}

/** Of this entity, those that its charter declares, each there. */
export type DeclaredHooks<
  Entities extends EntityShapes,
  Name extends keyof Entities,
  Moments extends HookMoment,
> = Required<Pick<EntityHooks<Entities, Name>, Moments>>

/** By entity, as a service is handed them. */
export type ServiceHooks = Readonly<Record<string, AnyHooks>>

/** Hooks whatever their entity: each is called with rows of its own. */
export type AnyHooks = { readonly [Moment in HookMoment]?: (write: never, context: never) => Promise<unknown> }

/** Nobody may have it yet. */
export interface SentFile<Of extends Shape = AnyEntities[string]> {
  readonly field: keyof Of['row'] & string
  /** Of the row that it is for. */
  readonly key: Of['key']
  readonly file: ScannedFile
}

type Shape = EntityShapes[string]

/** Protected values of rows are opened. `row`: as it would be. `owned`: the rows that were given with it, by relation. */
export type BeforeWrite<Of extends Shape = AnyEntities[string]> =
  | {
      readonly action: 'create'
      readonly row: Of['proposed']
      readonly stored: null
      readonly owned: Of['owned']
      readonly operation: string
    }
  | Updating<Of>
  | Deleting<Of>

/** `row`: as it is now. */
export type AfterWrite<Of extends Shape = AnyEntities[string]> =
  | {
      readonly action: 'create'
      readonly row: Of['row']
      readonly stored: null
      readonly owned: Of['owned']
      readonly operation: string
    }
  | Updating<Of>
  | Deleting<Of>

interface Updating<Of extends Shape> {
  readonly action: 'update'
  readonly row: Of['row']
  readonly stored: Of['row']
  readonly owned: Of['owned']
  /** The call's: `Order.update`, or a custom operation's name. */
  readonly operation: string
}

interface Deleting<Of extends Shape> {
  readonly action: 'delete'
  readonly row: null
  readonly stored: Of['row']
  readonly owned: null
  readonly operation: string
}

export interface HookContext<Entities extends EntityShapes = AnyEntities> extends OwnCodeContext, CallsInternal {
  /** Past the rules: a hook is the service's own. */
  readonly rows: Rows<Entities>
}

export interface BeforeContext<Entities extends EntityShapes = AnyEntities, Name extends keyof Entities = string>
  extends HookContext<Entities> {
  /**
   * Refuses the write (`invalid-input`), with all else that this hook refuses. `path`: a JSON Pointer (RFC 6901) into what was sent. Only
   * who may do the write with these values is told.
   */
  refuse(path: PathOf<Entities[Name]>, message: string): void
}

/** `/quantity`, `/lines/0/quantity`: a field, or the rows that came with it, and deeper. */
export type PathOf<Of extends Shape> = Below<(keyof Of['row'] | keyof Of['owned']) & string>
type Below<Name extends string> = `/${Name}` | `/${Name}/${string}`

/** Fields alone: the rows of owned relations are their own hooks'. */
export type Derived<Of extends Shape> = string extends keyof Of['owned']
  ? Of['update']
  : Omit<Of['update'], keyof Of['owned']>

export interface CommittedContext {
  readonly principal: Principal
  /** Instant of the Call, canonical form. */
  readonly now: string
  /** Aborts when the time of a call is over. */
  readonly signal: AbortSignal
  readonly fetch: OwnFetch
}
