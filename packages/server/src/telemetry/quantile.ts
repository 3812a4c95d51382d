import { boundsMs } from './figures-in.ts'
import { roundedMs } from './rounded-ms.ts'

/**
 * Milliseconds that so much of all calls took at most, of how many took up to each bound: within a bucket as if they lay evenly, as
 * Prometheus' `histogram_quantile` has it. Past the last bound it is that bound; of no call 0.
 */
export const quantileMs = (durations: readonly number[], of: number): number => {
  const all = durations.reduce((sum, count) => sum + count, 0)
  const rank = of * all
  let before = 0
  for (const [at, count] of durations.entries()) {
    const upper = boundsMs[at]
    if (upper === undefined) break
    if (count > 0 && before + count >= rank) {
      const lower = boundsMs[at - 1] ?? 0
      return roundedMs(lower + (upper - lower) * ((rank - before) / count))
    }
    before += count
  }
  return all === 0 ? 0 : (boundsMs.at(-1) ?? 0)
}
