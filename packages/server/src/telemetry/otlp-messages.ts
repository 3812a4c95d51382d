import type { Message } from './read-protobuf.ts'

// Of opentelemetry-proto 1.x (metrics/v1, trace/v1, common/v1) what is read here, by its field numbers.

const anyValue: Message = {
  1: { name: 'stringValue', is: 'text' },
  3: { name: 'intValue', is: 'int' },
  4: { name: 'doubleValue', is: 'double' },
}

const attributes = {
  name: 'attributes',
  isRepeated: true,
  is: { 1: { name: 'key', is: 'text' }, 2: { name: 'value', is: anyValue } },
} as const

const point: Message = {
  3: { name: 'timeUnixNano', is: 'fixed64' },
  5: { name: 'sum', is: 'double' },
  6: { name: 'bucketCounts', is: 'fixed64s' },
  7: { name: 'explicitBounds', is: 'doubles' },
  9: attributes,
}

const metric: Message = {
  1: { name: 'name', is: 'text' },
  3: { name: 'unit', is: 'text' },
  9: {
    name: 'histogram',
    is: {
      1: { name: 'dataPoints', isRepeated: true, is: point },
      2: { name: 'aggregationTemporality', is: 'int' },
    },
  },
}

const span: Message = {
  1: { name: 'traceId', is: 'hex' },
  2: { name: 'spanId', is: 'hex' },
  4: { name: 'parentSpanId', is: 'hex' },
  5: { name: 'name', is: 'text' },
  6: { name: 'kind', is: 'int' },
  7: { name: 'startTimeUnixNano', is: 'fixed64' },
  8: { name: 'endTimeUnixNano', is: 'fixed64' },
  9: attributes,
  15: { name: 'status', is: { 3: { name: 'code', is: 'int' } } },
}

/** ExportMetricsServiceRequest. */
export const metricsRequest: Message = {
  1: {
    name: 'resourceMetrics',
    isRepeated: true,
    is: { 2: { name: 'scopeMetrics', isRepeated: true, is: { 2: { name: 'metrics', isRepeated: true, is: metric } } } },
  },
}

/** ExportTraceServiceRequest. */
export const tracesRequest: Message = {
  1: {
    name: 'resourceSpans',
    isRepeated: true,
    is: { 2: { name: 'scopeSpans', isRepeated: true, is: { 2: { name: 'spans', isRepeated: true, is: span } } } },
  },
}
