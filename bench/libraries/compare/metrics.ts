import { channel } from 'node:diagnostics_channel'
import { registerMetrics } from '@charter/runtime/service'
import { fastify } from 'fastify'
import type { Comparison } from '../comparison.ts'
import type { Peers } from '../peers.ts'

const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** One request that is counted: ours with the two messages of Node's channels, in which it stands. */
export const metricsComparison = ({ countedBy }: Peers): Comparison => {
  const app = fastify()
  registerMetrics(app, { audit: { spool: null }, metrics: { host: '127.0.0.1', port: null, token: null, tls: null } })
  const [started, finished] = [channel('http.server.request.start'), channel('http.server.response.finish')]
  const message = { request: { method: 'GET' }, response: { statusCode: 200 }, server: app.server }
  const count = countedBy(buckets)
  return {
    name: 'a request counted',
    by: { ours: 'ours', library: 'prom-client' },
    ours: () => {
      started.publish(message)
      finished.publish(message)
    },
    library: () => {
      const start = performance.now()
      count('GET', 'unmatched', 200, (performance.now() - start) / 1000)
    },
  }
}
