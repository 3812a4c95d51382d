import { createPublicKey, type KeyObject } from 'node:crypto'
import { hostname } from 'node:os'
import { canonicalJson, instantAt, type JsonObject, ProblemError, problem } from '@charter/runtime'
import { privateFolder } from '@charter/runtime/service'
import type { OnAlarm, RaiseAlarm } from '../alarm.ts'
import { type Checkpoint, readCheckpoint } from '../checkpoint/checkpoint.ts'
import { type NoteKey, noteKeyText, noteSigner } from '../checkpoint/note.ts'
import { entryLine, isOwnName, ownReplica, type SourceRecord } from '../disk/entry-line.ts'
import { type OpenSegmentFile, openSegmentFile, syncFolder } from '../disk/segment-file.ts'
import { segmentFolder } from '../disk/segment-name.ts'
import { tileReader } from '../disk/tile-reader.ts'
import { leafHash } from '../merkle/hash.ts'
import { dropRetired } from '../retention/drop-retired.ts'
import type { RetentionRecord } from '../retention/retention-record.ts'
import type { Witness } from '../witness/witness.ts'
import { canonicalEntry } from './canonical-entry.ts'
import { type Clock, systemClock, watchedClock } from './clock.ts'
import { type CommitLimits, commitQueue } from './commit-queue.ts'
import { acquireLease, type Lease } from './lease.ts'
import { isFenced, type Log, openLog, type PendingLine } from './log.ts'
import { recover, requireNotRestored } from './recover.ts'
import { type Sources, sourcesFrom } from './sources.ts'

/** Where a record stands once it is on disk, under a signed checkpoint. */
export interface Receipt {
  /** Null where the ledger held the record already (same replica, epoch and sequence). */
  readonly index: number | null
}

/** A ledger open for writing, by one process at a time. */
export interface Ledger {
  readonly origin: string
  /** The key that verifies its checkpoints. */
  readonly key: NoteKey
  /** Entries on disk. */
  readonly size: number
  readonly term: number
  /** Holds that stand, and what was retired. */
  readonly keeping: RetentionRecord
  /** What is on disk of each replica. */
  readonly sources: Pick<Sources, 'standingOf' | 'lastEpochOf'>
  /**
   * On disk, under a signed checkpoint, when it resolves. Rejects with the problem `invalid-input` (no canonical JSON
   * object, or too long), `forbidden` (a name that is not the sender's), `unavailable` (queue full, disk full, or
   * another writer took over); nothing is then counted as recorded.
   */
  append(record: SourceRecord): Promise<Receipt>
  /** Records something about the ledger itself: a reading, an erasure, a hold. */
  note(event: JsonObject): Promise<Receipt>
  /** Raises an alarm, and records it. */
  raise: RaiseAlarm
  /** Writes tiles and `checkpoint` for readers now, and gives the checkpoint to the witnesses. Resolves to it. */
  publish(): Promise<string | null>
  /** Settles what waits, publishes, and lets the lease go. */
  close(): Promise<void>
}

export interface LedgerOptions {
  readonly folder: string
  /** Name like a URL without its scheme, `example.com/ledger`; no spaces, no plus sign. */
  readonly origin: string
  /** Private key, Ed25519 or (fips) ECDSA P-256. */
  readonly key: KeyObject
  /** The replicas that may record. Undefined: any. */
  readonly replicas?: ReadonlySet<string>
  readonly witnesses?: readonly Witness[]
  readonly onAlarm?: OnAlarm
  /** What becomes of records when the disk does not take them: refused at once, or held until it does. */
  readonly whenDiskFails?: 'refuse' | 'hold'
  readonly takeOver?: boolean
  readonly limits?: Partial<LedgerLimits>
  /** What this ledger goes on from: after a restore below what was witnessed. */
  readonly predecessor?: Predecessor
  readonly clock?: Clock
  readonly openFile?: OpenSegmentFile
}

export interface Predecessor {
  /** The last checkpoint that was witnessed of it, signed. */
  readonly checkpoint: string
  /** Entries that were restored. */
  readonly restoredSize: number
  readonly reason: string
}

export interface LedgerLimits extends CommitLimits {
  readonly entryBytesMax: number
  readonly segmentEntriesMax: number
  readonly segmentBytesMax: number
  readonly leaseMs: number
  readonly publishMs: number
  /** At most 60,000. */
  readonly witnessMs: number
  /** Between attempts while the disk does not take a commit. */
  readonly retryMs: number
}

export const ledgerLimits: LedgerLimits = {
  batchEntriesMax: 4096,
  batchBytesMax: 2 ** 20,
  queueEntriesMax: 65_536,
  queueBytesMax: 2 ** 26,
  entryBytesMax: 2 ** 16 - 512,
  segmentEntriesMax: 2 ** 16,
  segmentBytesMax: 2 ** 24,
  leaseMs: 15_000,
  publishMs: 1000,
  witnessMs: 30_000,
  retryMs: 1000,
}

/**
 * Opens a ledger for writing; makes it where there is none. Rejects with the problem `in-progress` (another writer
 * holds the lease), `conflict` (damaged, or shorter than what was published or witnessed).
 */
export const openLedger = async (options: LedgerOptions): Promise<Ledger> => {
  const { folder, origin, clock = systemClock, witnesses = [] } = options
  const limits = { ...ledgerLimits, ...options.limits }
  const key = { name: origin, publicKey: createPublicKey(options.key) }
  const sign = noteSigner(origin, options.key)
  const raise = raiser(options.onAlarm ?? (() => {}), clock)
  const instant = watchedClock(clock, raise)
  privateFolder(folder)
  privateFolder(segmentFolder(folder))
  await syncFolder(folder)
  const holder = `${hostname()}, process ${process.pid}`
  const lease = await acquireLease({ folder, holder, nowMs: clock.now(), leaseMs: limits.leaseMs, takeOver: options.takeOver ?? false }) // biome-ignore format: one call
  try {
    const recovered = await recover(folder, origin, key)
    await requireNotRestored(folder, recovered.frontier.size, await witnessed(witnesses, key))
    const log = await openLog(recovered, { folder, origin, key: noteKeyText(key), sign, lease, instant, openFile: options.openFile ?? openSegmentFile, ...limits }) // biome-ignore format: one call
    const ledger = writing({ options, limits, key, raise, instant, lease, log })
    if (recovered.droppedBytes > 0)
      raise('torn-tail', `${recovered.droppedBytes} bytes of a write that was cut short were set aside.`, { bytes: recovered.droppedBytes }) // biome-ignore format: one call
    await ledger.note(openingEvent(options, log.size === 0, key, recovered.droppedBytes))
    await ledger.publish()
    await dropRetired(folder, log.keeping.retired)
    return ledger
  } catch (error) {
    await lease.release()
    throw error
  }
}

const openingEvent = (options: LedgerOptions, isNew: boolean, key: NoteKey, droppedBytes: number): JsonObject => {
  if (!isNew) return { event: 'continued', droppedBytes }
  const { checkpoint, restoredSize, reason } = options.predecessor ?? {}
  return {
    event: 'opened',
    key: noteKeyText(key),
    origin: options.origin,
    predecessor:
      checkpoint === undefined ? null : { checkpoint, reason: reason ?? '', restoredSize: restoredSize ?? 0 },
  }
}

/** What witnesses saw; one that cannot be asked keeps nobody from writing, and verify says what is unwitnessed. */
const witnessed = async (witnesses: readonly Witness[], key: NoteKey): Promise<readonly Checkpoint[]> => {
  const notes = await Promise.all(witnesses.map((witness) => witness.checkpoints().catch(() => [])))
  return notes
    .flat()
    .map((note) => readCheckpoint(note, key))
    .filter((checkpoint) => typeof checkpoint !== 'string')
}

const raiser =
  (onAlarm: OnAlarm, clock: Clock): RaiseAlarm =>
  (kind, sentence, details = {}) =>
    onAlarm({ kind, at: instantAt(clock.now()), sentence, details })

interface WriterContext {
  readonly options: LedgerOptions
  readonly limits: LedgerLimits
  readonly key: NoteKey
  readonly raise: RaiseAlarm
  readonly instant: () => string
  readonly lease: Lease
  readonly log: Log
}

const writing = ({ options, limits, key, raise, instant, lease, log }: WriterContext): Ledger => {
  const { folder, origin, replicas, witnesses = [], clock = systemClock } = options
  /** What is on disk or on its way there; falls back to what is on disk when a commit is refused. */
  let pending: Sources = sourcesFrom(log.sources.toJson())
  let ownSequence = 0
  let isQueueFull = false

  const queue = commitQueue<PendingLine>({
    commit: async (lines) => {
      const first = await log.commit(lines).catch((error: unknown) => {
        throw error instanceof ProblemError ? error : notWritten(error)
      })
      isQueueFull = false
      return first
    },
    bytesOf: ({ line }) => line.length,
    limits,
    onFailure: (error) => {
      if (isFenced(error)) raise('fenced', 'Another writer took over this ledger. This one appends no more.')
      else raise('disk', `The disk did not take a commit: ${sentenceOf(error)}`)
      if (!isFenced(error) && options.whenDiskFails === 'hold')
        return new Promise((resolve) => setTimeout(resolve, limits.retryMs))
      pending = sourcesFrom(log.sources.toJson())
      return 'refuse'
    },
    onFull: () => {
      if (!isQueueFull) raise('queue-full', 'The queue is full: records are refused until the disk has caught up.')
      isQueueFull = true
    },
  })

  const push = (record: SourceRecord): Promise<number> => {
    const line = entryLine(record, instant())
    const { replica, epoch, sequence } = record
    return queue.push({ line, leaf: leafHash(line), replica, epoch, sequence })
  }

  const note: Ledger['note'] = async (event) => ({
    index: await push({ replica: ownReplica, epoch: lease.term, sequence: ++ownSequence, entry: canonicalJson(event) }),
  })

  /** Alarms about what replicas sent stand in the ledger too: its readers shall see what its operator saw. */
  const raiseOnRecord: RaiseAlarm = (kind, sentence, details = {}) => {
    raise(kind, sentence, details)
    note({ event: 'alarm', kind, sentence, details }).catch(() => {})
  }

  const lastAt = new Map<string, string>()
  const watchReplicaClock = ({ replica }: SourceRecord, at: unknown): void => {
    if (typeof at !== 'string') return
    const before = lastAt.get(replica)
    if (before !== undefined && Date.parse(before) - Date.parse(at) > replicaStepMsMax)
      raiseOnRecord('clock-step', `The clock of replica ${replica} went back from ${before} to ${at}.`, { replica })
    lastAt.set(replica, at)
  }

  const append: Ledger['append'] = async (record) => {
    const { replica, epoch, sequence } = record
    if (isOwnName(replica) || (replicas && !replicas.has(replica))) {
      raiseOnRecord('forged-replica', `A record came under the name ${replica}, which is not the sender's.`, {
        replica,
      })
      throw new ProblemError(problem('forbidden', { detail: `${replica} is no replica of this ledger.` }))
    }
    const entry = canonicalEntry(record, limits.entryBytesMax)
    const standing = pending.standingOf(record)
    if (standing === 'held') {
      // What it repeats may still be on its way to the disk.
      await queue.settled()
      if (log.sources.standingOf(record) !== 'held') throw notWritten(null)
      return { index: null }
    }
    const pushed = push(record)
    pending.note(record)
    if (standing !== 'next')
      raiseOnRecord('gap', `Records ${standing.expected} to ${sequence - 1} of replica ${replica}, epoch ${epoch}, are missing.`, { replica, epoch, expected: standing.expected, got: sequence }) // biome-ignore format: one call
    watchReplicaClock(record, entry.at)
    return { index: await pushed }
  }

  const tell = async (published: string | null): Promise<void> => {
    const size = Number(published?.split('\n')[1] ?? 0)
    if (published === null || size === 0) return
    for (const witness of witnesses)
      await witness
        .record(published, tileReader(folder, size))
        .catch((error) =>
          raise('witness', `The witness ${witness.name} did not take a checkpoint: ${sentenceOf(error)}`),
        )
  }
  /** One checkpoint after another: a witness that is slow is not asked twice at once. */
  let telling: Promise<void> = Promise.resolve()
  let isTelling = false
  const tellWitnesses = (published: string | null): Promise<void> => {
    isTelling = true
    telling = telling.then(() => tell(published))
    const told = telling
    void told.then(() => {
      if (told === telling) isTelling = false
    })
    return told
  }

  let publishedSize = 0
  const publishChanges = async (): Promise<void> => {
    if (log.size === publishedSize) return
    const size = log.size
    await log.publish()
    publishedSize = size
  }
  const quietly = (work: () => Promise<unknown>) => (): void => {
    work().catch((error: unknown) => {
      if (!isFenced(error)) raise('disk', `The ledger could not be published: ${sentenceOf(error)}`)
    })
  }
  const timers = [
    setInterval(quietly(publishChanges), limits.publishMs),
    setInterval(
      quietly(async () => {
        const published = await log.publish()
        if (!isTelling) await tellWitnesses(published)
      }),
      Math.min(limits.witnessMs, 60_000),
    ),
    setInterval(
      quietly(() => lease.renew(clock.now())),
      limits.leaseMs / 3,
    ),
  ]
  for (const timer of timers) timer.unref()

  const publish = async (): Promise<string | null> => {
    const published = await log.publish()
    await tellWitnesses(published)
    return published
  }

  return {
    origin,
    key,
    get size() {
      return log.size
    },
    term: lease.term,
    get keeping() {
      return log.keeping
    },
    sources: log.sources,
    append,
    note,
    raise: raiseOnRecord,
    publish,
    close: async () => {
      for (const timer of timers) clearInterval(timer)
      await queue.settled()
      await publish().catch((error: unknown) => {
        if (!isFenced(error)) throw error
      })
      await log.close()
      await lease.release()
    },
  }
}

/** How far the times of one replica's records may go back: calls end in another order than they began. */
const replicaStepMsMax = 60_000

/** For the operator: what the disk or the witness itself said. */
const sentenceOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return error instanceof ProblemError && error.cause instanceof Error ? error.cause.message : error.message
}

const notWritten = (cause: unknown): ProblemError =>
  new ProblemError(
    problem('unavailable', {
      detail: 'The ledger could not write the record to its disk. Try again later.',
      cause,
    }),
  )
