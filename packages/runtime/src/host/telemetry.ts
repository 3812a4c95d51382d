import type { FastifyInstance } from 'fastify'
import type { Measure } from '../call/measure.ts'
import type { Refusal } from '../call/service-backend.ts'
import type { Watch } from '../store/store.ts'

/**
 * What a service tells of itself over OTLP. Spans are of requests by route template, and of statements below them: methods, routes, status
 * codes and parameterised SQL, by the semantic conventions for HTTP and databases; never paths, query values, bodies or parameters.
 */
export interface Telemetry {
  register(app: FastifyInstance): void
  /** Each statement a span. */
  readonly watch: Watch
  /** Sees each call; left out: requests and statements alone. */
  readonly measure?: Measure
  /** Sees each request that was refused before it came to a call; left out: nobody counts them. */
  readonly refused?: (refusal: Pick<Refusal, 'style' | 'reason'>) => void
  /** Sends what is waiting. */
  close(): Promise<void>
}

export interface TelemetryOptions {
  readonly name: string
  readonly version: string
  /** `OTEL_*` as the OpenTelemetry specification names them. */
  readonly env: Readonly<Record<string, string | undefined>>
}
