import type { Principal } from '../call/call.ts'
import type { EntityUnit } from '../store/entity.ts'
import type { JsonObject } from '../values/json.ts'

/** One write of one row. */
export interface HookedWrite {
  readonly action: 'create' | 'update' | 'delete'
  /** As it was read, protected fields sealed; null of a new row. */
  readonly stored: JsonObject | null
  /** The fields that are written, in plain. */
  readonly given: JsonObject
  /** The rows that come with it, by relation; null where it goes. */
  readonly owned: Readonly<Record<string, readonly JsonObject[]>> | null
}

/** How far own code has come in a transaction. */
export interface Progress {
  /** Hooks that were begun. */
  hooks: number
  /** What ends the transaction, whatever own code makes of it; null while nothing does. */
  failure: unknown
}

/** A service's own code around the writes of a Call. */
export interface WriteHooks {
  /** Gives the fields that are derived. Rejects with what the code refuses. */
  before(unit: EntityUnit, write: HookedWrite): Promise<JsonObject>
  after(unit: EntityUnit, write: HookedWrite): Promise<void>
  /** The same of writes that are made as somebody else: in another tenant. */
  as(principal: Principal): WriteHooks
}
