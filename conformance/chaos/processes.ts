import { readdirSync, readFileSync } from 'node:fs'

/** A process of this machine and its words. */
export interface Process {
  readonly pid: number
  readonly words: readonly string[]
}

/** Those that one of their words says the folder of. */
export const processesOf = (folder: string): readonly Process[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map((name) => ({ pid: Number(name), words: wordsOf(name) }))
    .filter(({ words }) => words.some((word) => word.startsWith(folder)))

const wordsOf = (pid: string): readonly string[] => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  } catch {
    return []
  }
}

/** The processes that one started, and those that they did. */
export const below = (pid: number): readonly number[] => {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
      .trim()
      .split(' ')
      .filter(Boolean)
      .map(Number)
    return children.flatMap((child) => [child, ...below(child)])
  } catch {
    return []
  }
}

export const kill = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // Gone already.
  }
}
