import { z } from 'zod'

// Of what `readProtobuf` and `readJson` give, which have each of its kind: what is missing is what proto3 takes it for.

/** Whatever number there is: NaN and the infinities too. */
const number = z.custom<number>((value) => typeof value === 'number')

const attributes = z
  .array(
    z.object({
      key: z.string().default(''),
      value: z
        .object({ stringValue: z.string().optional(), intValue: number.optional(), doubleValue: number.optional() })
        .optional(),
    }),
  )
  .default([])
export type Attributes = z.infer<typeof attributes>

const point = z.object({
  timeUnixNano: number.default(0),
  sum: number.optional(),
  bucketCounts: z.array(number).default([]),
  explicitBounds: z.array(number).default([]),
  attributes,
})
export type Point = z.infer<typeof point>

const metric = z.object({
  name: z.string().default(''),
  unit: z.string().default(''),
  histogram: z.object({ dataPoints: z.array(point).default([]), aggregationTemporality: number.default(0) }).optional(),
})
export type OtlpMetric = z.infer<typeof metric>

const span = z.object({
  traceId: z.string().default(''),
  spanId: z.string().default(''),
  parentSpanId: z.string().default(''),
  name: z.string().default(''),
  kind: number.default(0),
  startTimeUnixNano: number.default(0),
  endTimeUnixNano: number.default(0),
  attributes,
  status: z.object({ code: number.default(0) }).optional(),
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
