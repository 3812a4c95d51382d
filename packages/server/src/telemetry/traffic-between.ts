import type { Rows } from '@charter/runtime/service'
import type { Entities, Traffic } from '../charter.gen.ts'
import { quantileMs } from './quantile.ts'
import { roundedMs } from './rounded-ms.ts'

export interface TrafficAsked {
  readonly environmentId: string
  /** Of this deployment alone; null: of all that answered there. */
  readonly deploymentId: string | null
  /** Epoch milliseconds. */
  readonly fromMs: number
  readonly toMs: number
  /** Minutes are kept a day. */
  readonly nowMs: number
}

/** How each operation went, with as many calls as there were first. */
export interface TrafficFound {
  /** What it is of: whole minutes, or whole hours. */
  readonly from: string
  readonly to: string
  readonly operations: readonly Traffic[]
}

const lengthMs = { minute: 60_000, hour: 3_600_000 } as const
const minutesMaxMs = 3 * lengthMs.hour
/** As long as hours are kept. */
const windowMaxMs = 30 * 24 * lengthMs.hour
const minutesKeptMs = 24 * lengthMs.hour
/** Of one question to the database. */
const atOnce = 10_000
const operationsMax = 5000

/** The traffic of an environment between two times, added up of what was written down by minute or by hour. */
export const trafficBetween = async (
  rows: Pick<Rows<Entities>, 'list'>,
  { environmentId, deploymentId, fromMs, toMs, nowMs }: TrafficAsked,
): Promise<TrafficFound> => {
  const first = Math.max(fromMs, toMs - windowMaxMs)
  const every = toMs - first <= minutesMaxMs && first >= nowMs - minutesKeptMs ? 'minute' : 'hour'
  const [from, to] = [
    instant(Math.floor(first / lengthMs[every]) * lengthMs[every]),
    instant(Math.ceil(toMs / lengthMs[every]) * lengthMs[every]),
  ]
  const sums = new Map<string, Sum>()
  for (let at: string | null = from; at !== null; ) {
    const found: readonly Entities['Metric']['row'][] = await rows.list('Metric', {
      where: { environmentId, every, at: { ge: at, lt: to }, ...(deploymentId !== null && { deploymentId }) },
      sort: ['at'],
      limit: atOnce,
    })
    // Of what comes once more with the next, nothing is added: a page ends with a whole time.
    const last = found.at(-1)?.at
    const more: boolean = found.length === atOnce && last !== undefined && last !== at
    for (const row of found) if (!more || row.at !== last) add(sums, row)
    at = more ? (last ?? null) : null
  }
  const operations = [...sums.values()].sort((one, other) => other.calls - one.calls).map(trafficOfSum)
  return { from, to, operations: operations.slice(0, operationsMax) }
}

const instant = (ms: number): string => new Date(ms).toISOString()

interface Sum {
  readonly operation: string
  readonly style: string
  calls: number
  refused: number
  failed: number
  ms: number
  durations: readonly number[]
}

const add = (sums: Map<string, Sum>, row: Entities['Metric']['row']): void => {
  const { operation, style } = row
  const key = `${style} ${operation}`
  const sum = sums.get(key) ?? { operation, style, calls: 0, refused: 0, failed: 0, ms: 0, durations: [] }
  sums.set(key, sum)
  sum.calls += row.calls
  sum.refused += row.refused
  sum.failed += row.failed
  sum.ms += row.ms
  sum.durations = row.durations.map((count, at) => count + (sum.durations[at] ?? 0))
}

const trafficOfSum = ({ durations, ms, ...sum }: Sum): Traffic => ({
  ...sum,
  meanMs: sum.calls === 0 ? 0 : roundedMs(ms / sum.calls),
  p50Ms: quantileMs(durations, 0.5),
  p95Ms: quantileMs(durations, 0.95),
  p99Ms: quantileMs(durations, 0.99),
})
