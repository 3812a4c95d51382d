import {
  context,
  defaultTextMapGetter,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Watch } from '../store/store.ts'
import { tellFigures } from './figures/tell-figures.ts'
import type { Telemetry, TelemetryOptions } from './telemetry.ts'

/**
 * Null unless `OTEL_EXPORTER_OTLP_ENDPOINT` or `OTEL_EXPORTER_OTLP_TRACES_ENDPOINT` is set, and `OTEL_SDK_DISABLED` is not
 * `true`. The SDK is loaded only then; it reads headers, time-outs, sampling and resource attributes from the environment. With the
 * sampler `slowest` figures of calls are told instead, without it.
 */
export const openTelemetry = async ({ name, version, env }: TelemetryOptions): Promise<Telemetry | null> => {
  const endpoint = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? env.OTEL_EXPORTER_OTLP_ENDPOINT
  if (endpoint === undefined || endpoint === '' || env.OTEL_SDK_DISABLED === 'true') return null
  if (env.OTEL_TRACES_SAMPLER === 'slowest' && env.OTEL_EXPORTER_OTLP_ENDPOINT)
    return tellFigures({ name, version, env })
  const { startTracing } = await import('./telemetry-sdk.ts')
  const { tracer, close } = startTracing({ name: env.OTEL_SERVICE_NAME ?? name, version })
  return {
    register: (app) => traceRequests(app, tracer),
    watch: traceStatements(tracer),
    close,
  }
}

const traceRequests = (app: FastifyInstance, tracer: Tracer): void => {
  const spans = new WeakMap<FastifyRequest, Span>()
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url ?? 'unmatched'
    const parent = propagation.extract(ROOT_CONTEXT, request.headers, defaultTextMapGetter)
    const attributes = { 'http.request.method': request.method, 'http.route': route, 'url.scheme': request.protocol }
    const span = tracer.startSpan(`${request.method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent)
    spans.set(request, span)
    context.with(trace.setSpan(parent, span), done)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request)
    span?.setAttribute('http.response.status_code', reply.statusCode)
    if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
    done()
  })
}

const traceStatements =
  (tracer: Tracer): Watch =>
  async ({ text, operation }, run) => {
    const attributes = { 'db.query.text': text, ...(operation !== null && { 'db.operation.name': operation }) }
    const span = tracer.startSpan(operation ?? 'SQL', { kind: SpanKind.CLIENT, attributes })
    try {
      return await run()
    } catch (error) {
      // The message of a database may hold values, so none of it goes along.
      span.setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
    }
  }
