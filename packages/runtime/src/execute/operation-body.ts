import type { Principal } from '../call/call.ts'
import type { Transaction } from '../store/transaction.ts'
import type { Json, JsonObject } from '../values/json.ts'

/**
 * The body of a custom operation. Runs inside the call's transaction, after the rules have allowed it. Gives the
 * declared result in canonical form (for an entity result: the row, or a list of rows).
 */
export type OperationBody = (input: OperationInput, context: OperationContext) => Promise<Json>

export interface OperationInput {
  /** The declared members. */
  readonly value: JsonObject
  /** The row the operation is on, where it is on one. */
  readonly row: JsonObject | null
}

export interface OperationContext {
  readonly principal: Principal
  /** Instant of the Call, canonical form. */
  readonly now: string
  readonly rows: Rows
  readonly transaction: OperationTransaction
  /**
   * Aborts when the client goes, and at the call's deadline. Then the transaction is rolled back and the client has its answer,
   * whether the body comes back or not: hand it to whatever the body waits for.
   */
  readonly signal: AbortSignal
  /** Ends the call with an error that the charter declares for this operation; the transaction is rolled back. */
  fail(reason: string, detail?: string): never
}

/**
 * The call's transaction as a body is handed it. The engine knows no more of it: what the transactions of its store are besides, a
 * service says by merging that into this declaration.
 */
export interface OperationTransaction extends Transaction {}

/**
 * Rows for trusted code: values are validated, the charter's checks and tenancy hold, access rules are not asked again, and
 * protection of fields does not hide anything. All of it is in the call's transaction.
 */
export interface Rows {
  read(entity: string, key: JsonObject): Promise<JsonObject | null>
  create(entity: string, value: JsonObject): Promise<JsonObject>
  update(entity: string, key: JsonObject, changes: JsonObject): Promise<JsonObject>
}
