import { isOwnName, readEntryLine } from '../disk/entry-line.ts'
import { leavesFrom, tileReader } from '../disk/tile-reader.ts'
import type { Hash } from '../merkle/hash.ts'
import { covers, type EntryRange, keepingAfter } from '../retention/retention-record.ts'
import type { LedgerFault } from './ledger-fault.ts'

/** Entries that are not here, and the signed entries that say why. */
export interface GapCheck {
  /**
   * Hashes of entries that are not here, from the tiles, for `onLeaves`. They are believed for now: the next commit is signed
   * over them. False where the tiles do not hold them.
   */
  bridge(entries: EntryRange, where: string, onLeaves: (leaves: readonly Hash[]) => Promise<void>): Promise<boolean>
  /** Lines of a commit that fits: what the ledger's own say of what was retired. */
  read(lines: Buffer): void
  /** Each gap that no signed entry speaks of is a fault. Gives the others. */
  finish(): readonly EntryRange[]
}

const leavesAtOnce = 2 ** 16

export const gapCheck = (folder: string, onFault: (fault: LedgerFault) => void): GapCheck => {
  const gaps: { readonly entries: EntryRange; readonly where: string }[] = []
  /** The newest such entry says all that was retired. */
  let retired: readonly EntryRange[] = []

  const missing = ([from, until]: EntryRange, where: string): void =>
    onFault({
      part: 'segment',
      where,
      index: from,
      sentence: `The segment that begins at entry ${from} is missing; the next begins at ${until}. No entry says that it was retired.`,
    })

  return {
    bridge: async (entries, where, onLeaves) => {
      const [from, until] = entries
      const nodeAt = tileReader(folder, until)
      for (let at = from; at !== until; ) {
        const end = Math.min(until, at + leavesAtOnce)
        const leaves = end > at ? await leavesFrom(nodeAt, at, end).catch(() => null) : null
        if (leaves === null) {
          missing(entries, where)
          return false
        }
        await onLeaves(leaves)
        at = end
      }
      gaps.push({ entries, where })
      return true
    },
    read: (lines) => {
      if (gaps.length === 0 || !lines.includes('"retired":')) return
      for (const line of lines.toString().split('\n').slice(0, -1)) {
        const { replica, entry } = readEntryLine(line)
        if (isOwnName(replica)) retired = keepingAfter({ holds: [], retired }, entry).retired
      }
    },
    finish: () => {
      for (const { entries, where } of gaps) if (!covers(retired, entries)) missing(entries, where)
      return gaps.map(({ entries }) => entries).filter((entries) => covers(retired, entries))
    },
  }
}
