import { type Hash, hashOfText, hashText } from '../merkle/hash.ts'
import { isSignedBy, type NoteKey, readNote } from './note.ts'

/** What a log says of itself: it had so many entries, with this root. */
export interface Checkpoint {
  /** Which log: a name like a URL without its scheme, `example.com/ledger`. */
  readonly origin: string
  readonly size: number
  readonly root: Hash
}

/** The text that is signed (C2SP tlog-checkpoint): origin, size, root, a line each. */
export const checkpointText = ({ origin, size, root }: Checkpoint): string => `${origin}\n${size}\n${hashText(root)}\n`

/** Why a checkpoint is not to be believed. */
export type CheckpointFault = 'malformed' | 'unsigned'

/**
 * Reads a signed checkpoint. `malformed`: not the one canonical spelling of a checkpoint; `unsigned`: no signature of
 * this key, or one that does not verify.
 */
export const readCheckpoint = (note: string, key: NoteKey): Checkpoint | CheckpointFault => {
  const read = readNote(note)
  const checkpoint = read && checkpointIn(read.text)
  if (!read || !checkpoint) return 'malformed'
  return isSignedBy(read, key) ? checkpoint : 'unsigned'
}

const checkpointIn = (text: string): Checkpoint | null => {
  const [origin, sizeText, rootText, end, ...more] = text.split('\n')
  const size = Number(sizeText)
  const root = hashOfText(rootText ?? '')
  if (!origin || end !== '' || more.length > 0 || root === null) return null
  return Number.isSafeInteger(size) && size >= 0 && String(size) === sizeText ? { origin, size, root } : null
}

/** What an unsigned reading finds in a checkpoint: to know which log it speaks of before its key is known. */
export const peekCheckpoint = (note: string): Checkpoint | null => {
  const read = readNote(note)
  return read && checkpointIn(read.text)
}
