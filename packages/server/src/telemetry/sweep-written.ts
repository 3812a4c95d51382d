import type { Due } from './rollups.ts'
import { type Swept, sweepTelemetry } from './sweep-telemetry.ts'

/** Sweeps what of it grew: rows of a deployment that nobody wrote since the last sweep are no more than they were. */
export interface SweepWritten {
  /** These rows are written. */
  note(due: Pick<Due, 'metrics' | 'spans'>): void
  sweep(service: Swept): Promise<void>
}

/** One that is forgotten past them is noted again as it is written next, each ten seconds in which it is called. */
export const deploymentsMax = 10_000

export const sweepWritten = (sweep = sweepTelemetry): SweepWritten => {
  const grown = new Set<string>()
  return {
    note: ({ metrics, spans }) => {
      for (const { deploymentId } of [...metrics, ...spans]) grown.add(deploymentId)
      for (const deployment of grown) {
        if (grown.size <= deploymentsMax) return
        grown.delete(deployment)
      }
    },
    sweep: async (service) => {
      const deployments = [...grown]
      grown.clear()
      await sweep(service, deployments)
    },
  }
}
