import type { KeyObject } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { ProblemError } from '../problem/problem.ts'
import { headerIn, sealReader } from './seal-reader.ts'
import { type LogKeys, logOpener } from './sealed-log.ts'

export interface LogVerdict {
  readonly isWhole: boolean
  readonly entries: number
  /** Entries after the last seal that holds: written, but not yet signed for (a crash between the two). */
  readonly unsealed: number
  /** First line (from 1) that does not fit, and why. */
  readonly fault?: { readonly line: number; readonly sentence: string }
}

/**
 * Checks a replica log offline: chain, sequence, signatures. `key` overrides the one in the file, which its writer chose; `keys` open
 * what is sealed at rest. Rejects with `unavailable` where those cannot be had.
 */
export const verifyReplicaLog = async (
  file: string,
  key?: KeyObject,
  keys: LogKeys | null = null,
): Promise<LogVerdict> => {
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
  const log = headerIn(lines[0] ?? '')
  const open = log && logOpener(keys, log)
  for (const [at, line] of lines.entries()) {
    const faulty = (sentence: string): LogVerdict => ({
      isWhole: false,
      ...counts(),
      fault: { line: at + 1, sentence },
    })
    const opened = open ? await open(line).catch(asSentence) : [line]
    if (typeof opened === 'string') return faulty(opened)
    for (const each of opened) {
      const read = reader.read(each)
      if (read.kind === 'fault') return faulty(read.sentence)
    }
  }
  return { isWhole: true, ...counts() }
}

const asSentence = (error: unknown): string => {
  if (error instanceof ProblemError || !(error instanceof Error)) throw error
  return `This line cannot be taken: ${error.message}.`
}
