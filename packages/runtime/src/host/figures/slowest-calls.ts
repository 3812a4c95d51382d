import type { CallNote } from './call-figures.ts'

/** A call that is worth telling of by itself. */
export interface SlowCall extends CallNote {
  /** 32 hexadecimal digits: the caller's, where it said one. */
  readonly traceId: string | null
  /** Epoch milliseconds. */
  readonly startMs: number
  /** How many statements its database was asked, and how long they took together. */
  readonly statements: number
  readonly statementMs: number
}

export interface SlowestCalls {
  note(call: SlowCall): void
  /** The slowest and the failing of each operation and style since it was asked before. */
  take(): readonly SlowCall[]
}

const eachMax = 3
const keptMax = 2000

/** Keeps of each operation and style the slowest few, and of those that failed likewise. */
export const slowestCalls = (): SlowestCalls => {
  let kept = new Map<string, SlowCall[]>()
  let count = 0
  return {
    note: (call) => {
      const key = `${call.operation} ${call.style} ${call.isFailure}`
      const calls = kept.get(key) ?? []
      if (calls.length === 0) kept.set(key, calls)
      if (calls.length < eachMax) {
        if (count >= keptMax) return
        calls.push(call)
        count++
        return
      }
      const least = calls.reduce((found, each, at) => (each.ms < (calls[found]?.ms ?? 0) ? at : found), 0)
      if (call.ms > (calls[least]?.ms ?? 0)) calls[least] = call
    },
    take: () => {
      const taken = [...kept.values()].flat()
      kept = new Map()
      count = 0
      return taken
    },
  }
}
