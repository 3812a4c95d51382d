import { readFileSync } from 'node:fs'

/** A process, so that another one that got its number later is not taken for it. */
export interface ProcessOf {
  readonly pid: number
  /** When it began, in ticks since the machine started: `starttime` of proc(5). */
  readonly began: number
}

/** The process that has this number now; null where none has. */
export const processOf = (pid: number): ProcessOf | null => {
  try {
    // The second word is a name in parentheses, which may hold anything.
    const words = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    const [state = 'X'] = words
    return 'ZX'.includes(state) ? null : { pid, began: Number(words[19]) }
  } catch {
    return null
  }
}

export const isAlive = ({ pid, began }: ProcessOf): boolean => processOf(pid)?.began === began

/** Sends a signal to it and to no other; nothing where it is gone. */
export const signalTo = (process_: ProcessOf, signal: NodeJS.Signals): void => {
  if (!isAlive(process_)) return
  try {
    process.kill(process_.pid, signal)
  } catch {
    // Gone between the two.
  }
}

const lookMs = 50

/** Resolves true once it is gone, false where it is not by then. */
export const goneBy = async (process_: ProcessOf, deadlineMs: number): Promise<boolean> => {
  while (isAlive(process_)) {
    if (Date.now() >= deadlineMs) return false
    await new Promise((done) => setTimeout(done, lookMs))
  }
  return true
}
