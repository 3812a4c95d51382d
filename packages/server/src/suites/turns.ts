/** Turns of which so many are had at once, shared between organisations. */
export interface Turns {
  /** What gives it back; else null, and how soon to ask again. Who asked and does not again waits no more. */
  take(organisation: string): Turn
}

export type Turn = { readonly giveBack: () => void } | { readonly giveBack: null; readonly waitMs: number }

export interface TurnsOptions {
  /** Had at once at most. */
  readonly max: number
  /** By one organisation, where no other waits; fewer than `max`, so that one which never ends its own leaves a turn for another. */
  readonly ofOneMax: number
  readonly nowMs: () => number
}

/** Who has none asks again soon; who has one already does not press. */
const [soonMs, laterMs] = [1000, 5000]

/** Who was not heard of for so long waits no more: two that it was told to wait, and some. */
const goneMs = 15_000

/**
 * While an organisation waits no other has more than one turn, beyond those that it had before; and of those that have none, whoever waits
 * longest is next.
 */
export const turnsOf = ({ max, ofOneMax, nowMs }: TurnsOptions): Turns => {
  const taken = new Map<symbol, string>()
  /** In the order in which they began to wait; each with when it asked last. */
  const waiting = new Map<string, number>()
  const had = (organisation: string): number => [...taken.values()].filter((each) => each === organisation).length
  const isNext = (organisation: string): boolean => {
    const others = [...waiting.keys()].filter((each) => each !== organisation)
    const mine = had(organisation)
    if (mine > 0) return others.length === 0 && mine < ofOneMax
    const order = [...waiting.keys()].filter((each) => had(each) === 0)
    return order.indexOf(organisation) < max - taken.size
  }
  return {
    take: (organisation) => {
      const now = nowMs()
      for (const [each, askedAt] of waiting) if (now - askedAt > goneMs) waiting.delete(each)
      waiting.set(organisation, now)
      if (taken.size >= max || !isNext(organisation))
        return { giveBack: null, waitMs: had(organisation) > 0 ? laterMs : soonMs }
      waiting.delete(organisation)
      const turn = Symbol('turn')
      taken.set(turn, organisation)
      return { giveBack: () => void taken.delete(turn) }
    },
  }
}
