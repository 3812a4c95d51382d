import { appendFile, readFile } from 'node:fs/promises'
import type { Guard } from './guards.ts'
import type { Verdict } from './judge.ts'

export type Judge = 'verify' | 'tests'

/** Verdicts that outlive a run, a line each: a judgement of everything that was ended early goes on where it was. */
export interface Kept {
  /** By whom the fault was caught in an earlier run. One that was alive is judged anew: it may have been closed since. */
  readonly caughtBy: (judge: Judge, guard: Guard) => string | undefined
  readonly keep: (judge: Judge, verdict: Verdict) => Promise<void>
}

export const keptIn = async (path: string): Promise<Kept> => {
  const caught = new Map<string, string>()
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  for (const line of text.split('\n')) {
    if (line === '') continue
    const { judge, name, caughtBy } = JSON.parse(line)
    if (caughtBy === null) caught.delete(`${judge} ${name}`)
    else caught.set(`${judge} ${name}`, caughtBy)
  }
  return {
    caughtBy: (judge, { name }) => caught.get(`${judge} ${name}`),
    keep: (judge, { guard, caughtBy }) =>
      appendFile(path, `${JSON.stringify({ judge, name: guard.name, caughtBy })}\n`),
  }
}

export const nothingKept: Kept = { caughtBy: () => undefined, keep: async () => {} }
