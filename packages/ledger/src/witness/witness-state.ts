import { readCheckpoint } from '../checkpoint/checkpoint.ts'
import type { NoteKey } from '../checkpoint/note.ts'
import type { Witness } from './witness.ts'

/** How far a witness saw a ledger. */
export interface WitnessState {
  readonly name: string
  /** Of the newest checkpoint it holds that verifies; 0 for none. */
  readonly size: number
  /** Entries since: they could still be rewritten by who owns disk and key. */
  readonly unwitnessed: number
  /** Why it proves less than it seems to; null where it is independent. */
  readonly notIndependent: string | null
  /** Why it could not be asked; null where it answered. */
  readonly fault: string | null
}

/** Asks every witness of a ledger of `size` entries; one that does not answer is told, and keeps nobody waiting for others. */
export const witnessStates = (
  witnesses: readonly Witness[],
  { folder, key, size }: { readonly folder: string; readonly key: NoteKey; readonly size: number },
): Promise<readonly WitnessState[]> =>
  Promise.all(
    witnesses.map(async (witness): Promise<WitnessState> => {
      const { name } = witness
      try {
        const notes = await witness.checkpoints()
        const sizes = notes.map((note) => readCheckpoint(note, key)).flatMap((read) => (typeof read === 'string' ? [] : [read.size])) // biome-ignore format: one list
        const seen = Math.max(0, ...sizes.slice(-1))
        return { name, size: seen, unwitnessed: Math.max(0, size - seen), notIndependent: await witness.notIndependent(folder), fault: null } // biome-ignore format: one state
      } catch (error) {
        const fault = error instanceof Error ? error.message : String(error)
        return { name, size: 0, unwitnessed: size, notIndependent: null, fault }
      }
    }),
  )
