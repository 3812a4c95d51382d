import type { FastifyInstance } from 'fastify'

const bucketsSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

interface Series {
  readonly labels: string
  readonly counts: number[]
  count: number
  sum: number
}

/** Request counts and durations by route template, method and status: never by raw path or caller. Prometheus text 0.0.4. */
export const registerMetrics = (app: FastifyInstance): void => {
  const series = new Map<string, Series>()
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unmatched'
    const key = `${request.method} ${reply.statusCode} ${route}`
    let found = series.get(key)
    if (!found) {
      found = {
        labels: `method="${request.method}",route="${escapeLabel(route)}",status="${reply.statusCode}"`,
        counts: bucketsSeconds.map(() => 0),
        count: 0,
        sum: 0,
      }
      series.set(key, found)
    }
    record(found, reply.elapsedTime / 1000)
    done()
  })
  app.get('/metrics', async (_request, reply) =>
    reply.type('text/plain; version=0.0.4').send(expose([...series.values()])),
  )
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

const expose = (all: readonly Series[]): string =>
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
    '',
  ].join('\n')
