import type { Authenticate, Call, Execute, Outcome } from './call.ts'
import type { ClientAddress } from './client-address.ts'
import type { ServiceModel } from './model.ts'

/** A service as a style's server sees it: what it is about, who may call, and how a Call is run. */
export interface Serving {
  readonly model: ServiceModel
  readonly execute: Execute
  /** Runs batches in order: each call for itself, or all in one transaction. A style that has batches says what it does without. */
  readonly executeBatch?: ExecuteBatch
  readonly authenticate: Authenticate
  /** Issuers whose access tokens are taken, as URLs: where a client may ask for one. */
  readonly authorizationServers?: readonly string[]
  /** Whose address a connection is; by default its own. */
  readonly addressOf?: ClientAddress
  /** Where bugs go; a client learns only that something went wrong. */
  readonly onBug?: (error: unknown) => void
}

/**
 * Runs calls in order, outcomes in the order of the calls. `atomic`: in one transaction, the first problem undoes them
 * all; else each for itself.
 */
export type ExecuteBatch = (
  calls: readonly Call[],
  options: { readonly atomic: boolean },
) => Promise<readonly Outcome[]>
