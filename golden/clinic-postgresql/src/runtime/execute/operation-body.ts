import type { Principal } from '../call/call.ts'
import type { Transaction } from '../store/transaction.ts'
import type { Json, JsonObject } from '../values/json.ts'
import type { OwnFetch } from './own-fetch.ts'
import type { AnyEntities, CallerRows, EntityShapes, Rows } from './own-rows.ts'

/** What a charter says of an operation, as types. */
export interface OperationShape {
  readonly entities: EntityShapes
  readonly input: object
  /** The row that it is on; null where it is on none. */
  readonly row: object | null
  readonly result: unknown
  /** The errors that it declares. */
  readonly reason: string
  /** With whose rights it reads and writes rows. */
  readonly rights: 'caller' | 'service'
}

/** Of an operation that nobody knows. */
export interface AnyOperation {
  readonly entities: AnyEntities
  readonly input: JsonObject
  readonly row: JsonObject | null
  readonly result: Json
  readonly reason: string
  readonly rights: 'caller' | 'service'
}

/**
 * The body of a custom operation. Runs inside the call's transaction, after the rules have allowed it. Gives the
 * declared result in canonical form (for an entity result: what names the row, or a list of that).
 */
export type OperationBody<Operation extends OperationShape = AnyOperation> = (
  input: OperationInput<Operation>,
  context: OperationContext<Operation>,
) => Promise<Operation['result']>

/** A body whatever its operation: what a service is handed, each called with what its operation says. */
export type AnyOperationBody = (input: never, context: never) => Promise<unknown>

export interface OperationInput<Operation extends OperationShape = AnyOperation> {
  /** The declared members. */
  readonly value: Operation['input']
  /** The row the operation is on, where it is on one. */
  readonly row: Operation['row']
}

/** What every part of a service's own code is handed that runs in the transaction of a call. */
export interface OwnCodeContext {
  readonly principal: Principal
  /** Instant of the Call, canonical form. */
  readonly now: string
  readonly transaction: OperationTransaction
  /**
   * Aborts when the client goes, and at the call's deadline. Then the transaction is rolled back and the client has its answer,
   * whether the code comes back or not: hand it to whatever is waited for.
   */
  readonly signal: AbortSignal
  /** For other services: it ends with the call and carries its trace. */
  readonly fetch: OwnFetch
}

/** What own code is handed besides where it may have other code of the service run. */
export interface CallsInternal {
  /** The internal operations of the charter, by name. */
  readonly operations: InternalOperations
}

/**
 * The internal operations that own code may call. The engine knows none: which there are, a service says by merging them into this
 * declaration.
 */
// biome-ignore lint/suspicious/noEmptyInterface: a service merges its own into it.
export interface InternalOperations {}

/**
 * An internal operation as own code calls it, with the rights that this code has: on one row its key comes first. Rejects with a
 * ProblemError (`invalid-input`; `not-found` where there is no such row, or it may not be read; what its body rejects with), or with an
 * error that `reason` reads.
 */
export interface InternalOperation<Given extends readonly unknown[], Result, Reason extends string> {
  (...given: Given): Promise<Result>
  /** Which of its declared errors it ended with; null: with none of them. */
  reason(error: unknown): Reason | null
}

export interface OperationContext<Operation extends OperationShape = AnyOperation>
  extends OwnCodeContext,
    CallsInternal {
  readonly rows: Operation['rights'] extends 'service' ? Rows<Operation['entities']> : CallerRows<Operation['entities']>
  /** Ends the call with an error that the charter declares for this operation; the transaction is rolled back. */
  fail(reason: Operation['reason'], detail?: string): never
}

/**
 * The call's transaction as own code is handed it. The engine knows no more of it: what the transactions of its store are besides, a
 * service says by merging that into this declaration.
 */
export interface OperationTransaction extends Transaction {}
