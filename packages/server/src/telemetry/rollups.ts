import { createHash, randomUUID } from 'node:crypto'
import { boundsMs, type Figure } from './figures-in.ts'
import type { SaidSpan } from './spans-in.ts'

/** Whose it is that is told: what rows say, and nothing of what a service says. */
export interface ToldOf {
  readonly deploymentId: string
  readonly environmentId: string
  readonly projectId: string
  readonly organisationId: string
}

/** A row of `Metric`, which grows. */
export type MetricRow = ToldOf & {
  readonly id: string
  readonly every: 'minute' | 'hour'
  readonly at: string
  readonly operation: string
  readonly style: string
  calls: number
  refused: number
  failed: number
  ms: number
  durations: number[]
  readonly writer: string
}

export type SpanRow = ToldOf &
  Omit<SaidSpan, 'spanId' | 'startMs'> & { readonly id: string; readonly startedAt: string }

/** What is to be written: rows as they are by now, and spans that others took the place of. */
export interface Due {
  readonly metrics: readonly MetricRow[]
  readonly spans: readonly SpanRow[]
  readonly gone: readonly SpanRow[]
}

export interface Rollups {
  addFigures(of: ToldOf, figures: readonly Figure[]): void
  addSpans(of: ToldOf, spans: readonly SaidSpan[]): void
  /** What was not taken before. */
  take(): Due
  /** It could not be written. */
  giveBack(due: Due): void
  /** Forgets what can grow no more, and was taken. */
  forgetPast(): void
}

/** Operations of a deployment by name, in an hour; the rest are `other`. */
const namesMax = 100
/** Of each operation and style in an hour the slowest, and of those that failed as many. */
const spansEach = 5
/** Rows that are held until they are written, of all deployments. */
const heldMax = 50_000
const callsMax = 2 ** 31 - 1

const lengthMs = { minute: 60_000, hour: 3_600_000 } as const

/**
 * Adds up what services say, by minute and by hour of this clock. What a server wrote it writes again, as a whole and by the same id, so that
 * nothing is read before, nothing is counted twice, and no two servers write one row.
 */
export const rollups = (nowMs: () => number): Rollups => {
  const writer = randomUUID()
  const metrics = new Map<string, MetricRow>()
  const spans = new Map<string, SpanRow[]>()
  const dirty = { metrics: new Set<MetricRow>(), spans: new Set<SpanRow>(), gone: new Set<SpanRow>() }
  let names = { atMs: 0, of: new Map<string, Set<string>>() }

  const nameIn = (deployment: string, { operation, style }: Pick<Figure, 'operation' | 'style'>) => {
    const atMs = startOf(nowMs(), 'hour')
    if (names.atMs !== atMs) names = { atMs, of: new Map() }
    const known = names.of.get(deployment) ?? new Set<string>()
    names.of.set(deployment, known)
    const key = `${style} ${operation}`
    if (known.has(key)) return { operation, style }
    if (known.size >= namesMax) return { operation: 'other', style: 'other' }
    known.add(key)
    return { operation, style }
  }

  const rowOf = (of: ToldOf, every: MetricRow['every'], name: ReturnType<typeof nameIn>): MetricRow | null => {
    const at = new Date(startOf(nowMs(), every)).toISOString()
    const key = [every, at, of.deploymentId, name.style, name.operation].join(' ')
    const known = metrics.get(key)
    if (known || metrics.size >= heldMax) return known ?? null
    const counts = { calls: 0, refused: 0, failed: 0, ms: 0, durations: Array<number>(boundsMs.length + 1).fill(0) }
    const made = { ...of, id: idOf([writer, key]), every, at, ...name, ...counts, writer }
    metrics.set(key, made)
    return made
  }

  const keepSpan = (of: ToldOf, span: SaidSpan): void => {
    const { spanId, startMs, ...said } = { ...span, ...nameIn(of.deploymentId, span) }
    const key = [startOf(nowMs(), 'hour'), of.deploymentId, said.style, said.operation, said.isFailed].join(' ')
    const kept = spans.get(key) ?? []
    if (!spans.has(key) && spans.size * spansEach >= heldMax) return
    spans.set(key, kept)
    const id = idOf([of.deploymentId, said.traceId, spanId])
    if (kept.some((each) => each.id === id)) return
    const fastest = kept.reduce<SpanRow | null>((found, each) => (found && found.ms <= each.ms ? found : each), null)
    if (kept.length >= spansEach && fastest) {
      if (said.ms <= fastest.ms) return
      kept.splice(kept.indexOf(fastest), 1)
      // Whether it was written nobody remembers: to remove what is not there is nothing.
      dirty.gone.add(fastest)
      dirty.spans.delete(fastest)
    }
    const row = { ...of, ...said, id, startedAt: new Date(startMs).toISOString() }
    kept.push(row)
    dirty.spans.add(row)
  }

  return {
    addFigures: (of, figures) => {
      for (const figure of figures)
        for (const every of ['minute', 'hour'] as const) {
          const row = rowOf(of, every, nameIn(of.deploymentId, figure))
          if (!row) continue
          add(row, figure)
          dirty.metrics.add(row)
        }
    },
    addSpans: (of, said) => {
      for (const span of said) keepSpan(of, span)
    },
    take: () => {
      const due = { metrics: [...dirty.metrics], spans: [...dirty.spans], gone: [...dirty.gone] }
      for (const each of Object.values(dirty)) each.clear()
      return due
    },
    giveBack: (due) => {
      for (const row of due.metrics) dirty.metrics.add(row)
      for (const row of due.spans) if (!dirty.gone.has(row)) dirty.spans.add(row)
      for (const row of due.gone) dirty.gone.add(row)
    },
    forgetPast: () => {
      for (const [key, row] of metrics)
        if (!dirty.metrics.has(row) && Date.parse(row.at) + lengthMs[row.every] <= nowMs()) metrics.delete(key)
      for (const [key] of spans) if (Number.parseInt(key, 10) < startOf(nowMs(), 'hour')) spans.delete(key)
    },
  }
}

const startOf = (ms: number, every: MetricRow['every']): number => ms - (ms % lengthMs[every])

const add = (row: MetricRow, figure: Figure): void => {
  const sum = (one: number, other: number): number => Math.min(one + other, callsMax)
  row.calls = sum(row.calls, figure.calls)
  row.refused = sum(row.refused, figure.refused)
  row.failed = sum(row.failed, figure.failed)
  // To the microsecond: what adding floats leaves behind is nobody's time.
  row.ms = Math.round((row.ms + figure.ms) * 1000) / 1000
  row.durations = row.durations.map((count, at) => sum(count, figure.durations[at] ?? 0))
}

/** An id that the same parts give again (UUID version 8, RFC 9562 section 5.8). */
const idOf = (parts: readonly string[]): string => {
  const hex = createHash('sha256').update(JSON.stringify(parts)).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
