import { callNamed } from './call-named.ts'
import type { OtlpMetric, Point } from './otlp-shape.ts'

/** Calls of one operation in one style, as a push says them. */
export interface Figure {
  readonly operation: string
  readonly style: string
  readonly calls: number
  readonly refused: number
  readonly failed: number
  readonly ms: number
  /** By `boundsMs`, and those past the last one. */
  readonly durations: readonly number[]
}

/** What a push says, and how much of it was not taken. */
export interface Taken<Said> {
  readonly said: readonly Said[]
  readonly rejected: number
}

/** Bounds of `Metric.durations`, milliseconds. */
export const boundsMs: readonly number[] = [1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000]

/** What is counted of a service: how long calls took, in seconds unless the unit says otherwise. Other metrics are nothing that is kept here. */
const durations: ReadonlySet<string> = new Set(['rpc.server.call.duration', 'http.server.request.duration'])

/** AGGREGATION_TEMPORALITY_DELTA: what came since the push before. What only grows would have to be remembered to be understood. */
const delta = 1

/** Figures of histograms; what is no delta, from another time, or no number is rejected. */
export const figuresIn = (metrics: readonly OtlpMetric[], nowMs: number): Taken<Figure> => {
  const said: Figure[] = []
  let rejected = 0
  for (const { unit, histogram } of metrics.filter((metric) => durations.has(metric.name)))
    for (const point of histogram?.dataPoints ?? []) {
      const figure =
        histogram?.aggregationTemporality === delta ? figureOf(point, unit === 'ms' ? 1 : 1000, nowMs) : null
      if (figure) said.push(figure)
      else rejected++
    }
  return { said, rejected }
}

const figureOf = (point: Point, toMs: number, nowMs: number): Figure | null => {
  if (!isSound(point) || !isOfNow(point.timeUnixNano / 1e6, nowMs)) return null
  const call = callNamed(point.attributes)
  if (!call) return null
  const durations = rebucketed(point, toMs)
  const calls = durations.reduce((sum, count) => sum + count, 0)
  const ms = (point.sum ?? 0) * toMs
  return {
    operation: call.operation,
    style: call.style,
    calls,
    refused: call.isRefused ? calls : 0,
    failed: call.isFailed ? calls : 0,
    ms: Math.min(ms, calls * msMax),
    durations,
  }
}

const callsMax = 1e8
const msMax = 86_400_000
const boundsMax = 200

const isSound = ({ bucketCounts, explicitBounds, sum = 0 }: Point): boolean =>
  explicitBounds.length <= boundsMax &&
  bucketCounts.length === explicitBounds.length + 1 &&
  bucketCounts.every((count) => Number.isSafeInteger(count) && count >= 0 && count <= callsMax) &&
  explicitBounds.every((bound, at) => Number.isFinite(bound) && bound > (explicitBounds[at - 1] ?? -1)) &&
  Number.isFinite(sum) &&
  sum >= 0

/** Counts of other bounds go where the upper one lies: nothing is said to be faster than it was. */
const rebucketed = ({ bucketCounts, explicitBounds }: Point, toMs: number): readonly number[] => {
  const counts = Array<number>(boundsMs.length + 1).fill(0)
  for (const [at, count] of bucketCounts.entries()) {
    const upper = (explicitBounds[at] ?? Infinity) * toMs
    const found = boundsMs.findIndex((bound) => upper <= bound * (1 + 1e-9))
    const to = found < 0 ? boundsMs.length : found
    counts[to] = (counts[to] ?? 0) + count
  }
  return counts
}

const behindMs = 3_600_000
const aheadMs = 300_000

/** Whether a moment may be meant: clocks differ, and what waited comes late. */
export const isOfNow = (ms: number, nowMs: number): boolean => ms >= nowMs - behindMs && ms <= nowMs + aheadMs
