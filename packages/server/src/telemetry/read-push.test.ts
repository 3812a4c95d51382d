import { ROOT_CONTEXT, SpanKind, trace } from '@opentelemetry/api'
import { ProtobufMetricsSerializer, ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { AggregationTemporality, DataPointType } from '@opentelemetry/sdk-metrics'
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import fc from 'fast-check'
import protobuf from 'protobufjs/minimal.js'
import { expect, test } from 'vitest'
import { metricsRequest } from './otlp-messages.ts'
import { TooMuch, Unreadable } from './push-fault.ts'
import { readJson } from './read-json.ts'
import { readProtobuf } from './read-protobuf.ts'
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

/** A push of a point with these bounds, packed or one by one. */
const boundsOf = (bounds: readonly number[], isPacked: boolean): Uint8Array => {
  const writer = protobuf.Writer.create()
  for (const number of [1, 2, 2, 9, 1]) writer.uint32((number << 3) | 2).fork()
  if (isPacked) writer.uint32((7 << 3) | 2).fork()
  for (const bound of bounds) isPacked ? writer.double(bound) : writer.uint32((7 << 3) | 1).double(bound)
  if (isPacked) writer.ldelim()
  for (let depth = 0; depth < 5; depth++) writer.ldelim()
  return writer.finish()
}
const numbers = (length: number): readonly number[] => Array.from({ length }, (_, at) => at)

test('a list of numbers is the same packed or one by one, and as long as one may be at most', () => {
  expect(readProtobuf(boundsOf(numbers(500), false), metricsRequest)).toEqual(
    readProtobuf(boundsOf(numbers(500), true), metricsRequest),
  )
  for (const isPacked of [true, false])
    expect(() => readMetrics(boundsOf(numbers(501), isPacked), 'protobuf', 0)).toThrow(TooMuch)
})

test('what is too long, or too many, is too much before any of it is looked at', () => {
  const pushed = (point: object): object => ({
    resourceMetrics: [{ scopeMetrics: [{ metrics: [{ histogram: { dataPoints: [point] } }] }] }],
  })
  let looked = 0
  const watched = (length: number): readonly unknown[] =>
    new Proxy(
      Array.from({ length }, () => ''),
      {
        get: (list, key, receiver) => {
          if (/^\d+$/.test(String(key))) looked++
          return Reflect.get(list, key, receiver)
        },
      },
    )
  expect(() => readJson(pushed({ explicitBounds: watched(299_000) }), metricsRequest)).toThrow(TooMuch)
  expect(() => readJson(pushed({ attributes: watched(201) }), metricsRequest)).toThrow(TooMuch)
  expect(looked).toBe(0)
  expect(() => readJson(pushed({ explicitBounds: watched(500) }), metricsRequest)).toThrow(TypeError)
  expect(looked).toBe(1)
  const wrong = Buffer.from(JSON.stringify(pushed({ explicitBounds: Array(299_000).fill('') })))
  expect(() => readMetrics(wrong, 'json', 0)).toThrow(TooMuch)
})

test('fields that nobody asked for are counted too', () => {
  const unknown = new Uint8Array(Buffer.from('7800'.repeat(250_001), 'hex'))
  expect(() => readMetrics(unknown, 'protobuf', 0)).toThrow(TooMuch)
})
