import { readCheckpoint } from '../checkpoint/checkpoint.ts'
import type { NoteKey } from '../checkpoint/note.ts'
import type { LedgerReader } from '../read/open-reader.ts'
import type { Witness } from './witness.ts'

/** How far a witness has come, as readers are told. */
export interface WitnessState {
  readonly name: string
  /** Size of the newest checkpoint it holds of this ledger; 0 for none, null where it could not be asked. */
  readonly size: number | null
  /** Published entries after it: whoever has disk and key could still rewrite them. */
  readonly unwitnessed: number | null
  /** Why it proves less than it seems to; null where it is independent. */
  readonly notIndependent: string | null
  /** Why it could not be asked, or what it holds against this ledger; null where all is well. */
  readonly fault: string | null
}

type Asked = Pick<WitnessState, 'size' | 'notIndependent' | 'fault'> & { readonly root: string | null }

const askedMs = 5000
const keptMs = 15_000

export interface WitnessStatesOptions {
  readonly ledger: { readonly key: NoteKey; readonly origin: string }
  /** Entries that it has now: asked after the witness, who may be told of new ones meanwhile. */
  readonly entries: () => number | Promise<number>
  readonly folder: string
  readonly witnesses: readonly Witness[]
  readonly nowMs: () => number
  /** What is told of one that did not answer; its own words are for the operator alone. */
  readonly faultOf?: (error: unknown) => string
}

/** Asks each witness at most four times a minute, however many readers ask. */
export const witnessStates = (options: WitnessStatesOptions) => {
  const { ledger, entries, folder, witnesses, nowMs, faultOf = () => 'could not be asked' } = options
  const kept = new Map<Witness, { readonly asked: Promise<Asked>; readonly untilMs: number }>()
  const ask = async (witness: Witness): Promise<Asked> => {
    const [notes, notIndependent] = await Promise.all([witness.checkpoints(), witness.notIndependent(folder)])
    const newest = notes
      .map((note) => readCheckpoint(note, ledger.key))
      .filter((checkpoint) => typeof checkpoint !== 'string' && checkpoint.origin === ledger.origin)
      .reduce<{ size: number; root: string | null }>(
        (most, one) => (typeof one !== 'string' && one.size >= most.size ? one : most),
        { size: 0, root: null },
      )
    return { size: newest.size, root: newest.root, notIndependent, fault: null }
  }
  const askKept = (witness: Witness): Promise<Asked> => {
    const known = kept.get(witness)
    if (known && known.untilMs > nowMs()) return known.asked
    const asked = within(askedMs, ask(witness)).catch((error: unknown) => ({
      size: null,
      root: null,
      notIndependent: null,
      fault: faultOf(error),
    }))
    kept.set(witness, { asked, untilMs: nowMs() + keptMs })
    return asked
  }
  const speaksAgainst = async (reader: LedgerReader, size: number, root: string | null): Promise<string | null> => {
    // What is published is told to witnesses afterwards, so that none is ahead of what is on disk.
    const here = await entries()
    if (size > here) return `saw ${size} entries, and this ledger has ${here}`
    if (root === null || size > reader.checkpoint.size || (await reader.rootAt(size)) === root) return null
    return `holds another tree of ${size} entries than this ledger shows`
  }
  return (reader: LedgerReader): Promise<readonly WitnessState[]> =>
    Promise.all(
      witnesses.map(async (witness) => {
        const { root, ...asked } = await askKept(witness)
        const { size } = reader.checkpoint
        const against = await speaksAgainst(reader, asked.size ?? 0, root)
        return {
          name: witness.name,
          ...asked,
          unwitnessed: asked.size === null ? null : Math.max(0, size - asked.size),
          ...(against !== null && { fault: `${against}: do not believe this ledger` }),
        }
      }),
    )
}

const within = async <Result>(ms: number, work: Promise<Result>): Promise<Result> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${ms} ms.`)), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
