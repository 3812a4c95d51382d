import { ProblemError, problem } from '@charter/runtime'
import { type Checkpoint, readCheckpoint } from '../checkpoint/checkpoint.ts'
import type { NoteKey } from '../checkpoint/note.ts'
import { consistencyProof, type NodeAt, verifyConsistency } from '../merkle/proof.ts'

interface Offered {
  readonly note: string
  /** The last checkpoint that the witness keeps. */
  readonly before: string | null
  readonly key: NoteKey
  readonly nodeAt: NodeAt
}

/**
 * Whether a checkpoint is new to a witness; it is taken only where its tree goes on from the one before. Rejects with the
 * problem `conflict` where it does not, or was not signed with the ledger's key.
 */
export const goesOn = async ({ note, before, key, nodeAt }: Offered): Promise<boolean> => {
  const next = readCheckpoint(note, key)
  if (typeof next === 'string') throw refused('The checkpoint is not signed with the key of this ledger.')
  if (before === null) return true
  const last = readCheckpoint(before, key)
  if (typeof last === 'string') throw refused('The last checkpoint that was witnessed does not verify: it was altered.')
  if (last.size === next.size && last.root === next.root) return false
  await requireConsistent(last, next, nodeAt)
  return true
}

const requireConsistent = async (before: Checkpoint, next: Checkpoint, nodeAt: NodeAt): Promise<void> => {
  const isConsistent =
    next.origin === before.origin &&
    next.size >= before.size &&
    verifyConsistency({
      from: before.size,
      to: next.size,
      fromRoot: before.root,
      toRoot: next.root,
      proof: await consistencyProof(before.size, next.size, nodeAt),
    })
  if (!isConsistent)
    throw refused(
      `The checkpoint over ${next.size} entries does not go on from the one over ${before.size}: the ledger was rewritten.`,
    )
}

const refused = (sentence: string): ProblemError => new ProblemError(problem('conflict', { detail: sentence }))
