import { callNamed, tidied } from './call-named.ts'
import { isOfNow, type Taken } from './figures-in.ts'
import type { OtlpSpan } from './otlp-shape.ts'

/** One call of a service, as a push says it. */
export interface SaidSpan {
  /** 32 and 16 hexadecimal digits. */
  readonly traceId: string
  readonly spanId: string
  readonly name: string
  readonly operation: string
  readonly style: string
  /** Epoch milliseconds. */
  readonly startMs: number
  readonly ms: number
  readonly outcome: string
  readonly isFailed: boolean
  readonly statements: number | null
  readonly statementMs: number | null
}

const kinds = { server: 2, client: 3 }

/** Calls that came to the service; of what it asked of others only how much of that there was below each. Neither text nor attributes stay. */
export const spansIn = (spans: readonly OtlpSpan[], nowMs: number): Taken<SaidSpan> => {
  const asked = askedOf(spans)
  const calls = spans.filter(({ kind }) => kind === kinds.server)
  const said = calls.flatMap((span) => spanOf(span, asked, nowMs) ?? [])
  return { said, rejected: calls.length - said.length }
}

interface Asked {
  readonly count: number
  readonly ms: number
}

/** Statements that lie in the same push, by the span that they are below. */
const askedOf = (spans: readonly OtlpSpan[]): ReadonlyMap<string, Asked> => {
  const found = new Map<string, Asked>()
  for (const span of spans.filter(({ kind }) => kind === kinds.client)) {
    const { count, ms } = found.get(span.parentSpanId) ?? { count: 0, ms: 0 }
    found.set(span.parentSpanId, { count: count + 1, ms: ms + Math.max(0, durationOf(span)) })
  }
  return found
}

const durationOf = ({ startTimeUnixNano, endTimeUnixNano }: OtlpSpan): number =>
  Math.round((endTimeUnixNano - startTimeUnixNano) / 1000) / 1000

const nameMax = 200
const msMax = 86_400_000
const statementsMax = 1_000_000

const spanOf = (span: OtlpSpan, asked: ReadonlyMap<string, Asked>, nowMs: number): SaidSpan | null => {
  const [traceId, spanId] = [span.traceId.toLowerCase(), span.spanId.toLowerCase()]
  const [startMs, ms] = [span.startTimeUnixNano / 1e6, durationOf(span)]
  if (!/^[0-9a-f]{32}$/.test(traceId) || !/^[0-9a-f]{16}$/.test(spanId)) return null
  if (!isOfNow(startMs, nowMs) || !(ms >= 0 && ms <= msMax)) return null
  const call = callNamed(span.attributes)
  const name = tidied(span.name, nameMax)
  return {
    traceId,
    spanId,
    name,
    operation: call?.operation ?? name,
    style: call?.style ?? 'http',
    startMs,
    ms,
    outcome: call?.outcome ?? 'ok',
    isFailed: call?.isFailed === true || span.status?.code === 2,
    statements: within(
      Math.round(numberIn(span, 'charter.db.statements') ?? asked.get(spanId)?.count ?? Number.NaN),
      statementsMax,
    ),
    statementMs: within(secondsIn(span) ?? asked.get(spanId)?.ms, msMax),
  }
}

const numberIn = ({ attributes }: OtlpSpan, key: string): number | undefined => {
  const value = attributes.find((each) => each.key === key)?.value
  return value?.intValue ?? value?.doubleValue
}

const secondsIn = (span: OtlpSpan): number | undefined => {
  const seconds = numberIn(span, 'charter.db.duration')
  return seconds === undefined ? undefined : Math.round(seconds * 1e6) / 1000
}

const within = (value: number | undefined, most: number): number | null =>
  value === undefined || !Number.isFinite(value) || value < 0 ? null : Math.min(value, most)
