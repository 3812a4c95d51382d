import { ProblemError, problem } from '@charter/runtime'

/** Work that is done one after the other, of many who may want much of it. */
export interface FairTurns {
  /** Whoever waits comes in turn with everybody else who does, however much they want. */
  inTurn<Result>(of: string, work: () => Promise<Result>): Promise<Result>
  /**
   * The same of what is wanted at once, and keeps others waiting meanwhile: as long as it took, nothing more is taken of them. Rejects with a
   * ProblemError (`too-many`) until then.
   */
  atOnce<Result>(of: string, work: () => Promise<Result>): Promise<Result>
}

export const fairTurns = (nowMs: () => number = Date.now): FairTurns => {
  /** In the order in which they have their turn. */
  const waiting = new Map<string, (() => Promise<void>)[]>()
  /** Until when nothing is taken of somebody, epoch milliseconds. */
  const pauses = new Map<string, number>()
  let isBusy = false

  const next = (): void => {
    const [first] = waiting
    isBusy = first !== undefined
    if (!first) return
    const [of, works] = first
    const work = works.shift()
    waiting.delete(of)
    if (works.length > 0) waiting.set(of, works)
    void work?.().finally(next)
  }

  const inTurn: FairTurns['inTurn'] = (of, work) =>
    new Promise((resolve, reject) => {
      const works = waiting.get(of) ?? []
      works.push(() => work().then(resolve, reject))
      waiting.set(of, works)
      if (!isBusy) next()
    })

  return {
    inTurn,
    atOnce: async (of, work) => {
      const leftMs = (pauses.get(of) ?? 0) - nowMs()
      if (leftMs > 0) throw new ProblemError(problem('too-many', { detail, retryAfterSeconds: secondsOf(leftMs) }))
      pauses.set(of, Number.POSITIVE_INFINITY)
      const beganMs = nowMs()
      try {
        return await inTurn(of, work)
      } finally {
        for (const [each, untilMs] of pauses) if (untilMs <= nowMs()) pauses.delete(each)
        pauses.set(of, nowMs() + (nowMs() - beganMs))
      }
    },
  }
}

const detail = 'Another long charter of this organisation is looked at, or was just now: wait as long as that took.'

const secondsOf = (ms: number): number => (Number.isFinite(ms) ? Math.max(1, Math.ceil(ms / 1000)) : 10)
