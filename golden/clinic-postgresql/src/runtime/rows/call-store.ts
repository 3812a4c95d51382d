import type { ServiceModel } from '../call/model.ts'
import type { ServiceFiles } from '../files/service-files.ts'
import type { AnswerRoom } from '../limits/answer-length.ts'
import type { Protection } from '../protect/protection.ts'
import type { EntityUnit } from '../store/entity.ts'
import type { RowChange } from '../store/state.ts'
import type { Reads, Writes } from '../store/store.ts'
import type { Transaction } from '../store/transaction.ts'
import type { JsonObject } from '../values/json.ts'
import type { CursorSeal } from './cursor.ts'
import type { VersionMac } from './version.ts'
import type { Progress, WriteHooks } from './write-hooks.ts'

/** What every row operation of one Call works with. */
export interface CallStore {
  readonly model: ServiceModel
  readonly units: ReadonlyMap<string, EntityUnit>
  /** Outside a transaction, or in the one at hand. */
  readonly reads: Reads
  readonly cursors: CursorSeal
  readonly versions: VersionMac
  /** What is left for the answer. */
  readonly room: AnswerRoom
  /** The Call's one clock, epoch milliseconds. */
  readonly nowMs: () => number
  /** Null where no field of the service is encrypted or tokenised. */
  readonly protection: Protection | null
  /** Where the files lie that rows name; null where no field is one. */
  readonly files: ServiceFiles | null
  /** The transaction at hand, where state shares it: what the vault keeps goes with the row. */
  readonly transaction: Transaction | null
}

export interface EnteredRow {
  readonly unit: EntityUnit
  readonly row: JsonObject
}

/** `after`: null where the row is gone. */
export interface RefiledRow {
  readonly unit: EntityUnit
  readonly before: JsonObject
  readonly after: JsonObject | null
  /** Names of the fields that were given their values. */
  readonly written: readonly string[]
}

/** The same, reading and writing in a transaction. */
export interface WritingStore extends CallStore {
  readonly writes: Writes
  /** What has been done to rows so far. */
  readonly changes: RowChange[]
  /** Rows that have come into a state: new ones, and those that were moved. */
  readonly entered: EnteredRow[]
  /** Rows that may name other files than before, as they are stored. */
  readonly refiled: RefiledRow[]
  readonly hooks: WriteHooks
  readonly progress: Progress
}
