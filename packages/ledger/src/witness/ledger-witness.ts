import type { NoteKey } from '../checkpoint/note.ts'
import { openReader } from '../read/open-reader.ts'
import type { Ledger } from '../writer/open-ledger.ts'
import { goesOn } from './goes-on.ts'
import type { Witness } from './witness.ts'

export interface LedgerWitnessOptions {
  /** The ledger that keeps the checkpoints, and its folder. */
  readonly ledger: Pick<Ledger, 'note' | 'publish' | 'origin' | 'key'>
  readonly folder: string
  /** The key of the ledger that is witnessed. */
  readonly key: NoteKey
  /** Who administers the one, and the other, as both would be named to an auditor. */
  readonly administrator: string
  readonly ledgerAdministrator: string
}

/**
 * Another Charter ledger as witness: checkpoints are entries of it, under its own signed tree and before its own witnesses.
 * Two ledgers may witness each other.
 */
export const ledgerWitness = (options: LedgerWitnessOptions): Witness => {
  const { ledger, folder, key, administrator, ledgerAdministrator } = options
  const event = 'witnessed'
  /** How far the other ledger was read, and the checkpoints of this one in it. */
  const seen = { size: 0, notes: [] as string[] }
  const checkpoints = async (): Promise<readonly string[]> => {
    const reader = await openReader(folder, ledger.key)
    for await (const { index, record } of reader.entries(seen.size)) {
      const { entry } = record
      if (entry.event === event && entry.origin === key.name) seen.notes.push(String(entry.checkpoint))
      seen.size = index + 1
    }
    return seen.notes
  }
  return {
    name: `ledger ${ledger.origin}`,
    notIndependent: async () =>
      administrator === ledgerAdministrator ? `not independent: ${administrator} administers both ledgers` : null,
    record: async (note, nodeAt) => {
      if (!(await goesOn({ note, before: (await checkpoints()).at(-1) ?? null, key, nodeAt }))) return
      await ledger.note({ event, checkpoint: note, origin: key.name })
      await ledger.publish()
    },
    checkpoints,
  }
}
