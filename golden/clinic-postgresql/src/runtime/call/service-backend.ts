import type { Problem } from '../problem/problem.ts'
import type { Authenticate, Call, Execute, Outcome, Principal } from './call.ts'
import type { ClientAddress } from './client-address.ts'
import type { FileCalls } from './file-calls.ts'
import type { ServiceModel } from './model.ts'
import type { OnBug, ServiceLog } from './service-log.ts'
import type { Sessions } from './sessions.ts'

/** A service as a style's server sees it: what it is about, who may call, and how a Call is run. */
export interface ServiceBackend {
  readonly model: ServiceModel
  readonly execute: Execute
  /** Runs batches in order: each call for itself, or all in one transaction. A style that has batches says what it does without. */
  readonly executeBatch?: ExecuteBatch
  /** Asked before the body of a request that holds many calls is read; left out: each call is refused by itself. */
  readonly admit?: Admit
  readonly authenticate: Authenticate
  /** The clock that sign-ins end by; left out: the machine's. */
  readonly nowMs?: () => number
  /** Issuers whose access tokens are taken, as URLs: where a client may ask for one. */
  readonly authorizationServers?: readonly string[]
  /** Whether it tells of itself what production keeps to itself: GraphQL's introspection. Left out: not. */
  readonly isDevelopment?: boolean
  /** Bytes of files; null, or left out: no field is one. */
  readonly files?: FileCalls | null
  /** Whose address a connection is; by default its own. */
  readonly addressOf?: ClientAddress
  /** Sessions of browsers; null, or left out: cookies are not taken. */
  readonly sessions?: Sessions | null
  /** Puts on record that a session began or ended. Rejects with a ProblemError (`too-many`) where that was too often. */
  readonly recordSignIn?: (operation: string, principal: Principal, origin: Call['context']['origin']) => Promise<void>
  /** Counts requests that came to no call. */
  readonly refusals?: Refusals
  /** `too-many` where a principal has imported too often. */
  readonly admitImport?: (principal: Principal) => Problem | null
  /** Where bugs go; a client learns only that something went wrong. */
  readonly onBug?: OnBug
  /** A line for each request; left out: none. */
  readonly log?: Pick<ServiceLog, 'request'> | null
}

/**
 * Runs calls in order, outcomes in the order of the calls. `atomic`: in one transaction, the first problem undoes them
 * all; else each for itself.
 */
export type ExecuteBatch = (
  calls: readonly Call[],
  options: { readonly atomic: boolean },
) => Promise<readonly Outcome[]>

/**
 * What a call is refused with whatever its input is: no such operation, or none that this caller may do, is covered by the scopes, or
 * without another factor. Such refusals go on record as the call's own would. Null: it goes on.
 */
export type Admit = (call: Call) => Promise<Problem | null>

/** A request that came to no call: in which style, from which address, and the problem's code that it was refused with. */
export interface Refusal {
  readonly style: string
  readonly address: string
  readonly reason: string
}

/**
 * Requests that came to no call: counted on record, and told to come back later where they are too many. Nobody can ask before a
 * sign-in has failed: a credential that holds is taken whatever failed before it.
 */
export interface Refusals {
  note(refusal: Refusal): void
  /** A sign-in failed; `too-many` instead of what was wrong where it was one too many from this address. */
  failed(refusal: Omit<Refusal, 'reason'>): Problem | null
}
