import { endIfCancelled, type JobRun, RunEnd, runPart } from './run-part.ts'

export interface Heartbeat {
  /** What the body said is told within a second. */
  readonly tellSoon: () => void
  readonly stop: () => void
}

const tellAfterMs = 1000

/** Holds a run on while its body does something that takes long, hears of its cancelling, and tells what it said. */
export const heartbeat = (run: JobRun): Heartbeat => {
  let telling: NodeJS.Timeout | null = null
  const beating = setInterval(() => void beat(run), run.holdMs / 3).unref()
  return {
    tellSoon: () => {
      telling ??= setTimeout(() => {
        telling = null
        void beat(run)
      }, tellAfterMs).unref()
    },
    stop: () => {
      clearInterval(beating)
      if (telling) clearTimeout(telling)
    },
  }
}

const beat = (run: JobRun): Promise<void> =>
  runPart<void>(run, {
    said: null,
    work: async (_, row) => {
      endIfCancelled(row)
      return { changes: {} }
    },
  }).catch((error: unknown) => {
    if (!(error instanceof RunEnd)) run.executing.onBug(error, { operation: run.operation.name })
  })
