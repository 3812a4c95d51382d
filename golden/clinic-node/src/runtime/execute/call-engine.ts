import type { Call, Principal } from '../call/call.ts'
import type { Measure } from '../call/measure.ts'
import type { ServiceModel } from '../call/model.ts'
import type { Refusals } from '../call/service-backend.ts'
import type { BugOrigin, OnBug } from '../call/service-log.ts'
import type { ServiceFilesOptions } from '../files/service-files.ts'
import type { Members } from '../identity/membership/members.ts'
import type { Outbound } from '../limits/outbound.ts'
import type { Rates } from '../limits/rates.ts'
import type { Turns } from '../limits/turns.ts'
import type { Protection } from '../protect/protection.ts'
import type { AuditNotes } from '../record/audit-entry.ts'
import type { AuditRecorder } from '../record/audit-recorder.ts'
import type { CallStore } from '../rows/call-store.ts'
import type { Queue } from '../store/queue.ts'
import type { State } from '../store/state.ts'
import type { Store } from '../store/store.ts'
import type { AfterCommit, FollowUp } from './after-commit.ts'
import type { ChangeFeed } from './change-feed.ts'
import type { CompletionHooks } from './completion-hooks.ts'
import type { ServiceHooks } from './entity-hooks.ts'
import type { Lanes } from './jobs/lanes.ts'
import type { AnyOperationBody } from './operation-body.ts'
import type { AnyRouteBody } from './route-body.ts'

export interface ExecutorOptions {
  readonly model: ServiceModel
  /** Where the rows are. */
  readonly rows: Store
  readonly state: State
  /** What goes on past its call waits there. */
  readonly queue: Queue
  readonly audit: AuditRecorder
  /** 32 bytes shared by all replicas: cursors, versions of rows. */
  readonly secret: Uint8Array
  /** Bodies of custom operations by name; one that is missing answers `not-implemented`. */
  readonly operations: Readonly<Record<string, AnyOperationBody>>
  /** Bodies of routes of the charter's own by name, likewise. */
  readonly routes?: Readonly<Record<string, AnyRouteBody>>
  /** By entity; where one that the charter declares is missing, writes answer `not-implemented`. */
  readonly hooks?: ServiceHooks
  /** What follows writes. */
  readonly afterCommit: AfterCommit
  readonly nowMs: () => number
  /** Absent where no field is encrypted or tokenised. */
  readonly protection?: Protection | null
  /** Where the files lie that rows name; null, or left out, where no field is one. */
  readonly filesIn?: Omit<ServiceFilesOptions, 'nowMs'> | null
  /** What writes do to rows, for who follows. */
  readonly feed: ChangeFeed
  /** Work was put into the queue, and is committed. */
  readonly onQueued?: () => void
  /** Told what commits may have changed of who belongs where; left out: no rows say that. */
  readonly members?: Pick<Members, 'forget' | 'now'>
  /** Where bugs go: they fail the call, never the process. */
  readonly onBug: OnBug
  /** Where failures of what is around the service go: a database or a ledger that cannot be reached. */
  readonly onFault?: OnBug
  /** Told what the database says of what it refused. */
  readonly onRefused?: (words: string, origin: BugOrigin) => void
  /** How often what is costly may be done; left out: as often as anybody likes. */
  readonly rates?: Pick<Rates, 'denials' | 'aggregates' | 'jobs' | 'files'>
  readonly refusals?: Pick<Refusals, 'note'>
  /** Sees each call, also of a batch. */
  readonly measure?: Measure
  /** Where webhooks may be sent; left out: to what is somebody else's on the Internet. */
  readonly outbound?: Outbound
}

/** What perform functions share. */
export interface CallEngine extends ExecutorOptions {
  readonly store: CallStore
  readonly lanes: Lanes
  /** How often in a row a schedule could not be begun here, by its name; those that could are not there. */
  readonly setbacks: Map<string, number>
  /** Of changes that are told: read, written and sent, so many of one caller at once. */
  readonly turns: Turns
  /** In a batch whose rows have no state beside them: what waits for the end of its transaction. */
  readonly endings?: CompletionHooks[]
  /** In a batch: what follows its commit. */
  readonly followUps?: FollowUp[]
}

/** One Call at work. */
export interface Execution {
  readonly executing: CallEngine
  readonly call: Call
  readonly principal: Principal
  readonly notes: AuditNotes
  readonly nowMs: number
}
