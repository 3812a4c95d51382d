import type { KeyObject } from 'node:crypto'
import { type LineRead, type LogPlace, logStart, sealReader } from '@charter/runtime/service'
import type { PersonalVault } from '../personal/vault.ts'
import type { Ledger } from '../writer/open-ledger.ts'

/** Members of entries that enter as commitments, as dotted paths, and where their values are kept. */
export interface PersonalPaths {
  readonly paths: readonly string[]
  readonly vault: PersonalVault
}

export interface TakeLinesOptions {
  readonly ledger: Ledger
  readonly replica: string
  readonly epoch: number
  /** Public key of the replica. */
  readonly key: KeyObject
  /** Where the lines go on from; default: the beginning. */
  readonly from?: LogPlace
  readonly personal?: PersonalPaths | undefined
}

export interface TakenLines {
  /** Through the last seal that held. All before it is on the ledger's disk. */
  readonly place: LogPlace
  /** Entries that are new to the ledger. */
  readonly recorded: number
  /** Entries that it held already. */
  readonly held: number
  /** Entries after the last seal: not taken. */
  readonly unsealed: number
  /** Why nothing was taken after that place; null where all that is sealed was. */
  readonly fault: string | null
}

/** Entries on their way to the disk at once. */
const underWayMax = 8192

/**
 * Brings lines of a replica's log into the ledger: each seal is verified before anything under it is appended, and what is
 * sealed before a fault is taken. Rejects with what `Ledger.append` rejects with; lines can then be given again.
 */
export const takeLines = async (lines: Iterable<string>, options: TakeLinesOptions): Promise<TakenLines> => {
  const { key, from = logStart } = options
  const reader = sealReader(key, from)
  let recorded = 0
  let entries: string[] = []
  const append = async (): Promise<void> => {
    recorded += await appendEntries(entries, reader.place.through, options)
    entries = []
  }
  let fault: string | null = null
  for (const line of lines) {
    const read = reader.read(line)
    fault = faultOf(read, options)
    if (fault !== null) break
    if (read.kind !== 'seal') continue
    for (const entry of read.entries) entries.push(entry)
    if (entries.length >= underWayMax) await append()
  }
  await append()
  const { place, unsealed } = reader
  return { place, recorded, held: place.through - from.through - recorded, unsealed, fault }
}

const faultOf = (read: LineRead, { replica, epoch }: TakeLinesOptions): string | null => {
  if (read.kind === 'fault') return read.sentence
  if (read.kind !== 'header' || (read.header.replica === replica && read.header.epoch === epoch)) return null
  return 'This log says that it is of another replica or epoch.'
}

/** Appends them in their order, `through` being the sequence of the last; gives how many are new to the ledger. */
const appendEntries = async (
  entries: readonly string[],
  through: number,
  { ledger, replica, epoch, personal }: TakeLinesOptions,
): Promise<number> => {
  const committed = personal
    ? await Promise.all(entries.map((entry) => personal.vault.commitIn(entry, personal.paths)))
    : entries
  const first = through - entries.length + 1
  // All are pushed before any is waited for: one that is refused is then followed by none that is taken.
  const receipts = await Promise.allSettled(
    committed.map((entry, at) => ledger.append({ replica, epoch, sequence: first + at, entry })),
  )
  return receipts.filter((receipt) => {
    if (receipt.status === 'rejected') throw receipt.reason
    return receipt.value.index !== null
  }).length
}

/** What an alarm says of a log that was changed, or sealed with another key. */
export const notAsSealed = (replica: string, epoch: number, { place, fault }: TakenLines): string =>
  `The log of ${replica}, epoch ${epoch}, is not as that replica sealed it after entry ${place.through}: ${fault}`
