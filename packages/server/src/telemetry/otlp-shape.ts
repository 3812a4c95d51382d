import { z } from 'zod'

/** 64-bit numbers are text in JSON (proto3 JSON mapping). */
const whole = z.union([z.number(), z.string().regex(/^-?\d{1,20}$/)]).transform(Number)
const double = z
  .union([z.number(), z.nan(), z.enum(['NaN', 'Infinity', '-Infinity']), z.literal(Infinity)])
  .transform(Number)

const attributes = z
  .array(
    z.object({
      key: z.string(),
      value: z
        .object({ stringValue: z.string().optional(), intValue: whole.optional(), doubleValue: double.optional() })
        .optional(),
    }),
  )
  .default([])
export type Attributes = z.infer<typeof attributes>

const point = z.object({
  timeUnixNano: whole.default(0),
  sum: double.optional(),
  bucketCounts: z.array(whole).default([]),
  explicitBounds: z.array(double).default([]),
  attributes,
})
export type Point = z.infer<typeof point>

const metric = z.object({
  name: z.string().default(''),
  unit: z.string().default(''),
  histogram: z.object({ dataPoints: z.array(point).default([]), aggregationTemporality: whole.default(0) }).optional(),
})
export type OtlpMetric = z.infer<typeof metric>

const span = z.object({
  traceId: z.string().default(''),
  spanId: z.string().default(''),
  parentSpanId: z.string().default(''),
  name: z.string().default(''),
  kind: whole.default(0),
  startTimeUnixNano: whole.default(0),
  endTimeUnixNano: whole.default(0),
  attributes,
  status: z.object({ code: whole.default(0) }).optional(),
})
export type OtlpSpan = z.infer<typeof span>

export const metricsShape = z
  .object({
    resourceMetrics: z
      .array(z.object({ scopeMetrics: z.array(z.object({ metrics: z.array(metric).default([]) })).default([]) }))
      .default([]),
  })
  .transform(({ resourceMetrics }) =>
    resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics)),
  )

export const tracesShape = z
  .object({
    resourceSpans: z
      .array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(span).default([]) })).default([]) }))
      .default([]),
  })
  .transform(({ resourceSpans }) => resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)))
