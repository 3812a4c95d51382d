import { ROOT_CONTEXT, SpanKind, trace } from '@opentelemetry/api'
import { ProtobufMetricsSerializer, ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { AggregationTemporality, DataPointType } from '@opentelemetry/sdk-metrics'
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TooMuch, Unreadable } from './push-fault.ts'
import { readMetrics, readTraces } from './read-push.ts'

test('metrics are read as OpenTelemetry’s own exporter writes them in protobuf', () => {
  const nowMs = Date.now()
  const at: [number, number] = [Math.floor(nowMs / 1000), 0]
  const bytes = ProtobufMetricsSerializer.serializeRequest({
    resource: resourceFromAttributes({ 'service.name': 'clinic' }),
    scopeMetrics: [
      {
        scope: { name: 'http' },
        metrics: [
          {
            descriptor: {
              name: 'http.server.request.duration',
              unit: 's',
              description: '',
              valueType: 1,
            },
            aggregationTemporality: AggregationTemporality.DELTA,
            dataPointType: DataPointType.HISTOGRAM,
            dataPoints: [
              {
                startTime: at,
                endTime: at,
                attributes: {
                  'http.request.method': 'GET',
                  'http.route': '/patients/:id',
                  'http.response.status_code': 503,
                },
                value: { buckets: { boundaries: [0.004, 0.05], counts: [3, 0, 1] }, count: 4, sum: 0.5 },
              },
            ],
          },
        ],
      },
    ],
  })
  expect(readMetrics(bytes ?? new Uint8Array(), 'protobuf', nowMs)).toEqual({
    said: [
      {
        operation: 'GET /patients/:id',
        style: 'http',
        calls: 4,
        refused: 0,
        failed: 4,
        ms: 500,
        durations: [0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1],
      },
    ],
    rejected: 0,
  })
})

test('spans are read as OpenTelemetry’s own exporter writes them, with how many statements are below each', () => {
  const exporter = new InMemorySpanExporter()
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] })
  const tracer = provider.getTracer('http')
  const attributes = { 'http.request.method': 'GET', 'http.route': '/patients', 'http.response.status_code': 404 }
  const request = tracer.startSpan('GET /patients', { kind: SpanKind.SERVER, attributes })
  const startTime = new Date()
  const statement = { kind: SpanKind.CLIENT, startTime, attributes: { 'db.query.text': 'SELECT 1' } }
  tracer.startSpan('SELECT', statement, trace.setSpan(ROOT_CONTEXT, request)).end(new Date(startTime.getTime() + 3))
  request.end()
  const bytes = ProtobufTraceSerializer.serializeRequest(exporter.getFinishedSpans())
  const { said, rejected } = readTraces(bytes ?? new Uint8Array(), 'protobuf', Date.now())
  expect(rejected).toBe(0)
  expect(said).toMatchObject([
    {
      traceId: request.spanContext().traceId,
      operation: 'GET /patients',
      outcome: '404',
      isFailed: false,
      statements: 1,
      statementMs: 3,
    },
  ])
  expect(JSON.stringify(said)).not.toContain('SELECT')
})

test('whatever bytes come, they are read, too much, or no push', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), fc.constantFrom('protobuf', 'json'), (bytes, encoding) => {
      for (const read of [readMetrics, readTraces])
        try {
          read(bytes, encoding, 0)
        } catch (error) {
          if (!(error instanceof TooMuch || error instanceof Unreadable)) throw error
        }
    }),
  )
})
