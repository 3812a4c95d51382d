import type { KeyObject } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { ProblemError, problem } from '@charter/runtime'
import { headerIn, isSealedLine } from '@charter/runtime/service'
import type { Ledger } from '../writer/open-ledger.ts'
import { notAsSealed, type PersonalPaths, takeLines } from './take-lines.ts'

export interface CollectOptions {
  readonly ledger: Ledger
  /** A replica's log of one epoch, or a copy; it may still be written. */
  readonly file: string
  /** Public keys of the replicas, by their names. */
  readonly keys: ReadonlyMap<string, KeyObject>
  /** Members of entries that enter as commitments, and where their values are kept. */
  readonly personal?: PersonalPaths
}

export interface Collected {
  readonly replica: string
  readonly epoch: number
  /** Entries that are new to the ledger. */
  readonly recorded: number
  /** Entries it held already. */
  readonly held: number
  /** Why what follows was not taken; null where all that is sealed was. */
  readonly fault: string | null
}

/**
 * Brings a replica's signed log into the ledger: what is sealed with that replica's own key, once each, however often it is
 * collected. A log under another name, or sealed with another key, or changed, raises `forged-replica`; what was sealed
 * before the fault is taken. Rejects with what `Ledger.append` rejects with, and with `invalid-input` for what is sealed at rest.
 */
export const collectReplicaLog = async ({ ledger, file, keys, personal }: CollectOptions): Promise<Collected> => {
  const lines = wholeLines(await readFile(file, 'utf8'))
  if (lines.some(isSealedLine)) throw new ProblemError(problem('invalid-input', { detail: `${file} ${openFirst}` }))
  const { replica, epoch } = headerIn(lines[0] ?? '') ?? { replica: '', epoch: 0 }
  const refuse = (sentence: string, taken = { recorded: 0, held: 0 }): Collected => {
    ledger.raise('forged-replica', sentence, { replica, epoch })
    return { replica, epoch, ...taken, fault: sentence }
  }
  const key = keys.get(replica)
  if (!key)
    return refuse(
      `A log came under the name ${replica || '(none)'}, which is no replica of this ledger. If it is one of yours, add it with \`charter ledger replica add\`.`,
    )
  const taken = await takeLines(lines, { ledger, replica, epoch, key, personal })
  const { recorded, held, fault } = taken
  if (fault !== null) return refuse(notAsSealed(replica, epoch, taken), { recorded, held })
  return { replica, epoch, recorded, held, fault }
}

const openFirst =
  'is sealed at rest. Open it by its service’s keys, `charter keys open --log <file> <service> > <opened>`, and give what comes of it.'

/** Up to the last newline: what is after it is being written. */
const wholeLines = (text: string): readonly string[] => text.split('\n').slice(0, -1)
