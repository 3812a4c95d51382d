import { type Hash, hashOfText, hashText } from '../merkle/hash.ts'

/** What a log asks of a witness (C2SP tlog-witness, `add-checkpoint`). */
export interface AddCheckpoint {
  /** Size of the last checkpoint that the witness is thought to hold. */
  readonly old: number
  /** That the checkpoint's tree goes on from the one of `old` entries. */
  readonly proof: readonly Hash[]
  readonly note: string
}

/** RFC 9162 trees of 2^63 leaves have proofs of 63 hashes, and tlog-witness allows no more. */
const proofMax = 63

export const addCheckpointText = ({ old, proof, note }: AddCheckpoint): string =>
  `old ${old}\n${proof.map((hash) => `${hashText(hash)}\n`).join('')}\n${note}`

/** Null where a text is no such request. */
export const readAddCheckpoint = (text: string): AddCheckpoint | null => {
  const end = text.indexOf('\n\n')
  const [first = '', ...lines] = text.slice(0, Math.max(0, end)).split('\n')
  const [, old] = /^old (0|[1-9]\d{0,15})$/.exec(first) ?? []
  const proof = lines.map(hashOfText)
  if (old === undefined || !Number.isSafeInteger(Number(old)) || proof.length > proofMax) return null
  return proof.every((hash) => hash !== null) ? { old: Number(old), proof, note: text.slice(end + 2) } : null
}
