import { randomBytes } from 'node:crypto'
import { boundsMs, type CallFigure, type CallNote } from './call-figures.ts'
import type { SlowCall } from './slowest-calls.ts'

/** Who tells. */
export interface ToldBy {
  readonly name: string
  readonly version: string
}

/** Figures as an ExportMetricsServiceRequest in JSON (OTLP 1.x), by the conventions for RPC: each tells what came since `fromMs`. */
export const metricsText = (by: ToldBy, figures: readonly CallFigure[], fromMs: number, toMs: number): string =>
  JSON.stringify({
    resourceMetrics: [
      {
        resource: resourceOf(by),
        scopeMetrics: [
          {
            scope: { name: 'charter' },
            metrics: [
              {
                name: 'rpc.server.call.duration',
                unit: 's',
                histogram: {
                  // AGGREGATION_TEMPORALITY_DELTA
                  aggregationTemporality: 1,
                  dataPoints: figures.map((figure) => ({
                    startTimeUnixNano: nano(fromMs),
                    timeUnixNano: nano(toMs),
                    count: String(figure.counts.reduce((sum, count) => sum + count, 0)),
                    sum: figure.sumMs / 1000,
                    explicitBounds: boundsMs.map((ms) => ms / 1000),
                    bucketCounts: figure.counts.map(String),
                    attributes: attributesOf(figure),
                  })),
                },
              },
            ],
          },
        ],
      },
    ],
  })

/** Calls as an ExportTraceServiceRequest in JSON: neither what they were asked, nor a statement's text. */
export const tracesText = (by: ToldBy, calls: readonly SlowCall[]): string =>
  JSON.stringify({
    resourceSpans: [
      { resource: resourceOf(by), scopeSpans: [{ scope: { name: 'charter' }, spans: calls.map(spanOf) }] },
    ],
  })

const spanOf = (call: SlowCall) => ({
  traceId: call.traceId ?? randomBytes(16).toString('hex'),
  spanId: randomBytes(8).toString('hex'),
  name: call.operation,
  // SPAN_KIND_SERVER
  kind: 2,
  startTimeUnixNano: nano(call.startMs),
  endTimeUnixNano: nano(call.startMs + call.ms),
  attributes: [
    ...attributesOf(call),
    { key: 'charter.db.statements', value: { intValue: String(call.statements) } },
    { key: 'charter.db.duration', value: { doubleValue: call.statementMs / 1000 } },
  ],
  // STATUS_CODE_ERROR
  status: call.isFailure ? { code: 2 } : {},
})

const attributesOf = ({ operation, style, outcome, isFailure }: Omit<CallNote, 'ms'>) => [
  text('rpc.method', operation),
  text('rpc.system.name', style),
  text('rpc.response.status_code', outcome),
  ...(isFailure ? [text('error.type', outcome)] : []),
]

const resourceOf = ({ name, version }: ToldBy) => ({
  attributes: [text('service.name', name), text('service.version', version)],
})

const text = (key: string, stringValue: string) => ({ key, value: { stringValue } })

/** Nanoseconds of the epoch are more than a number holds. */
const nano = (ms: number): string => String(BigInt(Math.round(ms * 1000)) * 1000n)
