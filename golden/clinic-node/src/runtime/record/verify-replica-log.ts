import type { KeyObject } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { sealReader } from './seal-reader.ts'

export interface LogVerdict {
  readonly isWhole: boolean
  readonly entries: number
  /** Entries after the last seal that holds: written, but not yet signed for (a crash between the two). */
  readonly unsealed: number
  /** First line (from 1) that does not fit, and why. */
  readonly fault?: { readonly line: number; readonly sentence: string }
}

/** Checks a replica log offline: chain, sequence, signatures. `key` overrides the one in the file, which its writer chose. */
export const verifyReplicaLog = async (file: string, key?: KeyObject): Promise<LogVerdict> => {
  const lines = (await readFile(file, 'utf8')).split('\n')
  if (lines.pop() !== '')
    return {
      isWhole: false,
      entries: 0,
      unsealed: 0,
      fault: { line: lines.length + 1, sentence: 'The last line was cut short.' },
    }
  const reader = sealReader(key ?? null)
  const counts = () => ({ entries: reader.place.through + reader.unsealed, unsealed: reader.unsealed })
  for (const [at, line] of lines.entries()) {
    const read = reader.read(line)
    if (read.kind === 'fault') return { isWhole: false, ...counts(), fault: { line: at + 1, sentence: read.sentence } }
  }
  return { isWhole: true, ...counts() }
}
