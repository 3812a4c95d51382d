import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { noteRoute, routeTemplate } from '../http/route-of.ts'
import type { AuditRecorder } from '../record/audit-recorder.ts'
import type { Spool } from '../record/ship/open-shipper.ts'
import { type MetricsPlace, offerMetrics } from './offer-metrics.ts'

const bucketsSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

interface Series {
  readonly labels: string
  readonly counts: number[]
  count: number
  sum: number
}

/**
 * Request counts and durations by route template, method and status: never by raw path or caller. Prometheus text 0.0.4.
 * Counts the routes that are added after it. Requests are seen by Node's own channels (nodejs.org/api/diagnostics_channel):
 * a hook on every response costs several times as much as counting it. Of a service, what waits for its ledger too.
 * `/metrics` has a port of its own, or is asked for with a token; without either it is nowhere.
 */
export const registerMetrics = (
  app: FastifyInstance,
  service: { readonly audit: Pick<AuditRecorder, 'spool'>; readonly metrics: MetricsPlace },
): void => {
  const series = new Map<string, Map<number, Series>>()
  app.addHook('onRoute', (options) => {
    const { handler, url } = options
    const note = { url, style: 'http' }
    options.handler = function (request, reply) {
      noteRoute(request.raw, note)
      return handler.call(this, request, reply)
    }
  })
  const onStart = (message: unknown): void => {
    const { request } = message as Exchange
    request[startOf] = performance.now()
  }
  const onFinish = (message: unknown): void => {
    const { request, response, server } = message as Exchange
    const start = request[startOf]
    if (server !== app.server || start === undefined) return
    const found = seriesOf(series, request.method ?? '', routeTemplate(request), response.statusCode)
    record(found, (performance.now() - start) / 1000)
  }
  subscribe('http.server.request.start', onStart)
  subscribe('http.server.response.finish', onFinish)
  app.addHook('onClose', async () => {
    unsubscribe('http.server.request.start', onStart)
    unsubscribe('http.server.response.finish', onFinish)
  })
  const text = (): string =>
    expose(
      [...series.values()].flatMap((each) => [...each.values()]),
      service.audit.spool,
    )
  offerMetrics(app, service.metrics, text)
}

const startOf = Symbol('start')

/** A request with when it came (milliseconds of `performance.now`). */
interface Seen extends IncomingMessage {
  [startOf]?: number
}

interface Exchange {
  readonly request: Seen
  readonly response: ServerResponse
  readonly server: unknown
}

const seriesOf = (all: Map<string, Map<number, Series>>, method: string, route: string, status: number): Series => {
  const key = `${method} ${route}`
  const known = all.get(key) ?? new Map<number, Series>()
  all.set(key, known)
  const found = known.get(status) ?? {
    labels: `method="${escapeLabel(method)}",route="${escapeLabel(route)}",status="${status}"`,
    counts: bucketsSeconds.map(() => 0),
    count: 0,
    sum: 0,
  }
  known.set(status, found)
  return found
}

/** Counts stand in the first bucket that holds them, and are added up when they are asked for. */
const record = (series: Series, seconds: number): void => {
  series.count++
  series.sum += seconds
  let at = 0
  while (at < bucketsSeconds.length && seconds > (bucketsSeconds[at] as number)) at++
  if (at < bucketsSeconds.length) series.counts[at] = (series.counts[at] ?? 0) + 1
}

const cumulative = (counts: readonly number[]): readonly number[] => {
  let sum = 0
  return counts.map((count) => {
    sum += count
    return sum
  })
}

const escapeLabel = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')

const expose = (all: readonly Series[], spool: Spool | null): string =>
  [
    '# HELP http_server_request_duration_seconds Duration of HTTP requests.',
    '# TYPE http_server_request_duration_seconds histogram',
    ...all.flatMap(({ labels, counts, count, sum }) => [
      ...cumulative(counts).map(
        (value, at) => `http_server_request_duration_seconds_bucket{${labels},le="${bucketsSeconds[at]}"} ${value}`,
      ),
      `http_server_request_duration_seconds_bucket{${labels},le="+Inf"} ${count}`,
      `http_server_request_duration_seconds_sum{${labels}} ${sum}`,
      `http_server_request_duration_seconds_count{${labels}} ${count}`,
    ]),
    '# HELP process_resident_memory_bytes Resident memory size in bytes.',
    '# TYPE process_resident_memory_bytes gauge',
    `process_resident_memory_bytes ${process.memoryUsage.rss()}`,
    ...(spool ? exposeSpool(spool) : []),
    '',
  ].join('\n')

const exposeSpool = ({ bytes, bytesMax, heldAtMs }: Spool): readonly string[] => [
  '# HELP ledger_unshipped_bytes Bytes of the record that the ledger does not hold yet.',
  '# TYPE ledger_unshipped_bytes gauge',
  `ledger_unshipped_bytes ${bytes}`,
  '# HELP ledger_unshipped_bytes_max Bytes past which durable calls are refused.',
  '# TYPE ledger_unshipped_bytes_max gauge',
  `ledger_unshipped_bytes_max ${bytesMax}`,
  '# HELP ledger_last_answer_timestamp_seconds When the ledger last said what it holds, 0 before it did.',
  '# TYPE ledger_last_answer_timestamp_seconds gauge',
  `ledger_last_answer_timestamp_seconds ${(heldAtMs ?? 0) / 1000}`,
]
