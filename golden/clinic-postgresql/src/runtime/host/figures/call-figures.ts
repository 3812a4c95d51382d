/** How one call went. */
export interface CallNote {
  /** `Patient.list` */
  readonly operation: string
  /** `rest` */
  readonly style: string
  /** `ok`, or the code of a problem. */
  readonly outcome: string
  /** Whether the service failed, not its caller. */
  readonly isFailure: boolean
  readonly ms: number
}

/** Calls of one operation in one style with one outcome, since they were taken before. */
export interface CallFigure extends Omit<CallNote, 'ms'> {
  /** Of calls by how long they took: as many as there are bounds, and those past the last one. */
  readonly counts: number[]
  sumMs: number
}

export interface CallFigures {
  note(call: CallNote): void
  /** What was noted since it was taken before. */
  take(): readonly CallFigure[]
  /** What was taken and told to nobody is told with what comes. */
  giveBack(figures: readonly CallFigure[]): void
}

/** Bounds of durations, as `/metrics` has them. */
export const boundsMs = [1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000]

/** A charter has fewer; what is past it is counted under one name. */
const figuresMax = 2000

/** Counts calls by operation, style and outcome. */
export const callFigures = (): CallFigures => {
  let figures = new Map<string, CallFigure>()
  const figureOf = (of: Omit<CallNote, 'ms'>): CallFigure => {
    const key = `${of.operation} ${of.style} ${of.outcome}`
    const known = figures.get(key)
    if (known) return known
    if (figures.size >= figuresMax && of.operation !== 'other') return figureOf({ ...of, operation: 'other' })
    const { operation, style, outcome, isFailure } = of
    const made = { operation, style, outcome, isFailure, counts: Array<number>(boundsMs.length + 1).fill(0), sumMs: 0 }
    figures.set(key, made)
    return made
  }
  return {
    note: (call) => {
      const figure = figureOf(call)
      const at = placeOf(call.ms)
      figure.counts[at] = (figure.counts[at] ?? 0) + 1
      figure.sumMs += call.ms
    },
    take: () => {
      const taken = [...figures.values()]
      figures = new Map()
      return taken
    },
    giveBack: (taken) => {
      for (const each of taken) {
        const figure = figureOf(each)
        for (const [at, count] of each.counts.entries()) figure.counts[at] = (figure.counts[at] ?? 0) + count
        figure.sumMs += each.sumMs
      }
    },
  }
}

const placeOf = (ms: number): number => {
  let at = 0
  while (at < boundsMs.length && ms > (boundsMs[at] as number)) at++
  return at
}
