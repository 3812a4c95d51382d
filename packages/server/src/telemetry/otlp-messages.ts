import type { Message } from './message.ts'

// Of opentelemetry-proto 1.x (metrics/v1, trace/v1, common/v1) what is read here, by its field numbers, and how many of each there may be.

/** Points of metrics, or spans, in one push; and whatever they lie in. */
export const saidMax = 2500
/** Of one point or span: an SDK keeps 128 unless it is told otherwise (OpenTelemetry, "Attribute Limits"). */
const attributesMax = 200
/** Bounds of one histogram, and its counts: more than 200 are rejected. */
const valuesMax = 500

const anyValue: Message = {
  1: { name: 'stringValue', is: 'text' },
  3: { name: 'intValue', is: 'int' },
  4: { name: 'doubleValue', is: 'double' },
}

const attributes = {
  name: 'attributes',
  most: attributesMax,
  is: { 1: { name: 'key', is: 'text' }, 2: { name: 'value', is: anyValue } },
} as const

const point: Message = {
  3: { name: 'timeUnixNano', is: 'fixed64' },
  5: { name: 'sum', is: 'double' },
  6: { name: 'bucketCounts', is: 'fixed64s', most: valuesMax },
  7: { name: 'explicitBounds', is: 'doubles', most: valuesMax },
  9: attributes,
}

const metric: Message = {
  1: { name: 'name', is: 'text' },
  3: { name: 'unit', is: 'text' },
  9: {
    name: 'histogram',
    is: {
      1: { name: 'dataPoints', most: saidMax, is: point },
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
    most: saidMax,
    is: { 2: { name: 'scopeMetrics', most: saidMax, is: { 2: { name: 'metrics', most: saidMax, is: metric } } } },
  },
}

/** ExportTraceServiceRequest. */
export const tracesRequest: Message = {
  1: {
    name: 'resourceSpans',
    most: saidMax,
    is: { 2: { name: 'scopeSpans', most: saidMax, is: { 2: { name: 'spans', most: saidMax, is: span } } } },
  },
}
