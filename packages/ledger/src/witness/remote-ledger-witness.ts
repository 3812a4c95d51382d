import { ProblemError, problem } from '@charter/runtime'
import { readCheckpoint } from '../checkpoint/checkpoint.ts'
import { cosignedAt } from '../checkpoint/cosignature.ts'
import type { NoteKey } from '../checkpoint/note.ts'
import { consistencyProof } from '../merkle/proof.ts'
import { addCheckpointText } from './add-checkpoint.ts'
import { boundedBody } from './bounded-body.ts'
import { notesIn } from './file-witness.ts'
import { goesOn } from './goes-on.ts'
import type { Witness } from './witness.ts'

export interface RemoteLedgerWitnessOptions {
  /** Of the ledger that witnesses. */
  readonly url: string
  /** Its key, Ed25519: what it says counts by its signature. */
  readonly witnessKey: NoteKey
  /** The key of the ledger that is witnessed. */
  readonly key: NoteKey
  readonly administrator: string
  readonly ledgerAdministrator: string
}

const timeoutMs = 10_000
const answerBytesMax = 2 ** 22

/** Another Charter ledger over the network as witness, asked as C2SP tlog-witness says; it tells back what it saw at `/witnessed/<origin>`. */
export const remoteLedgerWitness = (options: RemoteLedgerWitnessOptions): Witness => {
  const { url, witnessKey, key, administrator, ledgerAdministrator } = options
  const ask = async (path: string, body?: string): Promise<{ readonly status: number; readonly text: string }> => {
    try {
      const method = body === undefined ? 'GET' : 'POST'
      const sent = { method, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) } as const
      const answer = await fetch(new URL(path, withSlash(url)), body === undefined ? sent : { ...sent, body })
      return { status: answer.status, text: (await boundedBody(answer, answerBytesMax)).toString() }
    } catch (cause) {
      throw failed(`The witness ${witnessKey.name} did not answer.`, cause)
    }
  }
  const checkpoints = async (): Promise<readonly string[]> => {
    const { status, text } = await ask(`witnessed/${encodeURIComponent(key.name)}`)
    if (status !== 200) throw failed(`The witness ${witnessKey.name} answered ${status}: ${text.trim().slice(0, 200)}`)
    // What it did not sign is nobody's word: given as what no key has signed, so that the verdict says it.
    return notesIn(text).map((note) => (cosignedAt(note, witnessKey) === null ? '' : note))
  }
  let last: string | null = null
  return {
    name: `ledger ${witnessKey.name}`,
    notIndependent: async () =>
      administrator === ledgerAdministrator ? `not independent: ${administrator} administers both ledgers` : null,
    record: async (note, nodeAt) => {
      last = last ?? (await checkpoints()).at(-1) ?? null
      if (!(await goesOn({ note, before: last, key, nodeAt }))) return
      const [old, size] = [sizeOf(last, key), sizeOf(note, key)]
      const proof = await consistencyProof(old, size, nodeAt)
      const { status, text } = await ask('add-checkpoint', addCheckpointText({ old, proof, note }))
      if (status !== 200) {
        // Next time, what it holds by then is asked for anew: it may have seen one whose answer was lost.
        last = null
        const code = status === 409 || status === 422 ? 'conflict' : 'unavailable'
        throw new ProblemError(problem(code, { detail: `The witness ${witnessKey.name} answered ${status}: ${text.trim().slice(0, 200)}` })) // biome-ignore format: one call
      }
      if (cosignedAt(note + text, witnessKey) === null)
        throw failed(`The witness ${witnessKey.name} signed with another key than the settings name.`)
      last = note
    },
    checkpoints,
  }
}

const sizeOf = (note: string | null, key: NoteKey): number => {
  const read = note === null ? null : readCheckpoint(note, key)
  return read === null || typeof read === 'string' ? 0 : read.size
}

const withSlash = (url: string): string => (url.endsWith('/') ? url : `${url}/`)

const failed = (sentence: string, cause?: unknown): ProblemError =>
  new ProblemError(problem('unavailable', { detail: sentence, ...(cause !== undefined && { cause }) }))
