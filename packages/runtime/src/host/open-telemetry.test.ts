import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fastify } from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import type { Watch } from '../store/store.ts'
import { openTelemetry } from './open-telemetry.ts'

interface Exported {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] }
    readonly scopeSpans: readonly { readonly spans: readonly ExportedSpan[] }[]
  }[]
}
interface Attribute {
  readonly key: string
  readonly value: { readonly stringValue?: string; readonly intValue?: number }
}
interface ExportedSpan {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly status: { readonly code: number }
  readonly attributes: readonly Attribute[]
}

/** Takes OTLP over HTTP with JSON, as a collector does. */
const collector = async () => {
  const bodies: string[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      bodies.push(Buffer.concat(chunks).toString())
      response.setHeader('content-type', 'application/json').end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, bodies, close: () => server.close() }
}

afterEach(() => vi.unstubAllEnvs())

test('without an endpoint there is no telemetry, and no SDK', async () => {
  expect(await openTelemetry({ name: 'clinic', version: '1.0.0', env: {} })).toBeNull()
  const off = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', OTEL_SDK_DISABLED: 'true' }
  expect(await openTelemetry({ name: 'clinic', version: '1.0.0', env: off })).toBeNull()
})

test('a request and its statements are one trace, which goes on with the caller’s, and holds no value', async () => {
  const { url, bodies, close } = await collector()
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', url)
  const telemetry = await openTelemetry({ name: 'clinic', version: '1.0.0', env: process.env })
  const app = fastify()
  telemetry?.register(app)
  const watch: Watch = telemetry?.watch ?? ((_, run) => run())
  const failing = async () => {
    throw new Error('the value boom is wrong')
  }
  app.get('/patients/:id', async (request) => {
    const { id } = request.params as { id: string }
    const statement = { text: 'SELECT name FROM patient WHERE id = ?', operation: 'SELECT' }
    await watch(statement, id === 'boom' ? failing : async () => {}).catch(() => {})
    return { rows: await watch({ text: 'SELECT 1', operation: 'SELECT' }, async () => [[1]]) }
  })
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const traceparent = `00-${traceId}-b7ad6b7169203331-01`
  await app.inject({ url: '/patients/secret-7?ssn=123-45-6789', headers: { traceparent } })
  await app.inject({ url: '/patients/boom' })
  await app.close()
  await telemetry?.close()
  close()
  const exported = bodies.map((body) => JSON.parse(body) as Exported).flatMap(({ resourceSpans }) => resourceSpans)
  const spans = exported.flatMap(({ scopeSpans }) => scopeSpans).flatMap((scope) => scope.spans)
  const request = spans.find((span) => span.parentSpanId === 'b7ad6b7169203331')
  expect(request).toMatchObject({ name: 'GET /patients/:id', traceId })
  expect(request?.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: 200 } })
  const children = spans.filter((span) => span.parentSpanId === request?.spanId)
  expect(children.map(({ name, traceId: of }) => [name, of])).toEqual([
    ['SELECT', traceId],
    ['SELECT', traceId],
  ])
  expect(children[0]?.attributes).toContainEqual({
    key: 'db.query.text',
    value: { stringValue: 'SELECT name FROM patient WHERE id = ?' },
  })
  expect(spans.filter(({ status }) => status.code === 2)).toHaveLength(1)
  expect(exported[0]?.resource.attributes).toContainEqual({ key: 'service.name', value: { stringValue: 'clinic' } })
  for (const value of ['secret-7', '123-45-6789', 'boom']) expect(bodies.join()).not.toContain(value)
})
