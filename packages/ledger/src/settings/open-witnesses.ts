import { ProblemError, problem } from '@charter/runtime'
import type { NoteKey } from '../checkpoint/note.ts'
import { fileWitness } from '../witness/file-witness.ts'
import { sendTo } from '../witness/time-stamp/send.ts'
import { timeStampWitness } from '../witness/time-stamp/time-stamp-witness.ts'
import type { Witness } from '../witness/witness.ts'
import type { LedgerSettings, WitnessSettings } from './settings.ts'

/** The witnesses that settings name, of the ledger with this key. */
export const openWitnesses = (
  { witnesses, administrator }: Pick<LedgerSettings, 'witnesses' | 'administrator'>,
  key: NoteKey,
): readonly Witness[] => witnesses.map((each) => openWitness(each, { key, ledgerAdministrator: administrator }))

interface Witnessed {
  readonly key: NoteKey
  readonly ledgerAdministrator: string
}

const openWitness = (settings: WitnessSettings, witnessed: Witnessed): Witness => {
  const { administrator } = settings
  switch (settings.kind) {
    case 'file':
      return fileWitness({ ...witnessed, administrator, file: settings.file })
    case 's3':
    case 'ledger':
      throw new ProblemError(
        problem('not-implemented', { detail: `Witnesses of the kind ${settings.kind} are not built yet.` }),
      )
    case 'time-stamp':
      return timeStampWitness({ ...witnessed, administrator, file: settings.file, roots: [settings.root], send: sendTo(settings.url) }) // biome-ignore format: one call
  }
}
