import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fastify } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import type { Call, Outcome } from '../../call/call.ts'
import { problem } from '../../problem/problem.ts'
import { openTelemetry } from '../open-telemetry.ts'
import { callFigures } from './call-figures.ts'
import { slowestCalls } from './slowest-calls.ts'

/** Takes OTLP over HTTP, and answers as it is told to. */
const collector = async () => {
  const asked: { readonly path: string; readonly authorization: string; readonly text: string }[] = []
  let status = 200
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { url = '', headers } = request
      asked.push({
        path: url,
        authorization: headers.authorization ?? '',
        text: Buffer.concat(chunks).toString(),
      })
      response.writeHead(status, { connection: 'close' }).end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => server.close())
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    asked,
    answers: (next: number) => {
      status = next
    },
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of-the-clinic',
      OTEL_TRACES_SAMPLER: 'slowest',
      OTEL_METRIC_EXPORT_INTERVAL: '20',
    },
  }
}

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const open = async (env: Readonly<Record<string, string>>) => {
  const telemetry = await openTelemetry({ name: 'clinic', version: '1.0.0', env })
  if (!telemetry?.measure) throw new Error('It measures no calls.')
  return { ...telemetry, measure: telemetry.measure }
}

const callOf = (operation: string): Call => ({
  operation,
  input: { key: { id: 'secret-7' } },
  principal: null,
  context: { origin: { style: 'rest', requestId: '1' } },
})
const ok: Outcome = { kind: 'value', value: 'secret-8' }

test('calls are told by operation, style and outcome, with what their statements took, and no value', async () => {
  const { asked, env } = await collector()
  const { measure, watch, register, close } = await open(env)
  const app = fastify()
  register(app)
  app.get('/patients/:id', async () => {
    await measure(callOf('Patient.read'), async () => {
      await watch({ text: "SELECT 'secret-9'", operation: 'SELECT' }, async () => {})
      return ok
    })
    await measure(callOf('Patient.read'), async () => ({ kind: 'problem', problem: problem('forbidden') }))
    await measure(callOf('Patient.read'), async () => ({ kind: 'problem', problem: problem('unavailable') }))
    return {}
  })
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  await app.inject({ url: '/patients/secret-7', headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` } })
  await app.close()
  await close()
  expect(asked.map(({ path }) => path)).toEqual(['/v1/metrics', '/v1/traces'])
  expect(asked.every(({ authorization }) => authorization === 'Bearer of-the-clinic')).toBe(true)
  const [metrics, traces] = asked.map(({ text }) => JSON.parse(text))
  const [metric] = metrics.resourceMetrics[0].scopeMetrics[0].metrics
  expect(metric).toMatchObject({ name: 'rpc.server.call.duration', unit: 's' })
  const { dataPoints } = metric.histogram
  expect(dataPoints.map(({ count }: { count: string }) => count)).toEqual(['1', '1', '1'])
  expect(dataPoints[2].attributes).toEqual([
    { key: 'rpc.method', value: { stringValue: 'Patient.read' } },
    { key: 'rpc.system.name', value: { stringValue: 'rest' } },
    { key: 'rpc.response.status_code', value: { stringValue: 'unavailable' } },
    { key: 'error.type', value: { stringValue: 'unavailable' } },
  ])
  const { spans } = traces.resourceSpans[0].scopeSpans[0]
  expect(spans.map(({ status }: { status: object }) => status)).toEqual([{}, {}, { code: 2 }])
  expect(spans.every((span: { traceId: string }) => span.traceId === traceId)).toBe(true)
  expect(spans[0].attributes).toContainEqual({ key: 'charter.db.statements', value: { intValue: '1' } })
  const all = asked.map(({ text }) => text).join()
  for (const value of ['secret-7', 'secret-8', 'secret-9', 'SELECT']) expect(all).not.toContain(value)
})

test('requests that were refused before they came to a call are counted by style and reason', async () => {
  const { asked, env } = await collector()
  const { refused, close } = await open(env)
  for (let at = 0; at < 3; at++) refused?.({ style: 'rest', reason: 'unauthenticated' })
  await close()
  const [metric] = JSON.parse(asked[0]?.text ?? '').resourceMetrics[0].scopeMetrics[0].metrics
  expect(metric.histogram.dataPoints).toMatchObject([{ count: '3', sum: 0 }])
  expect(metric.histogram.dataPoints[0].attributes).toEqual([
    { key: 'rpc.method', value: { stringValue: 'refused' } },
    { key: 'rpc.system.name', value: { stringValue: 'rest' } },
    { key: 'rpc.response.status_code', value: { stringValue: 'unauthenticated' } },
  ])
})

test('where nobody called, nothing is sent', async () => {
  const { asked, env } = await collector()
  const { close } = await open(env)
  await close()
  expect(asked).toEqual([])
})

test('what nobody took is told the next time, once', async () => {
  const { asked, answers, env } = await collector()
  answers(503)
  const { measure, close } = await open(env)
  await measure(callOf('Patient.list'), async () => ok)
  await expect.poll(() => asked.length).toBeGreaterThan(1)
  answers(200)
  await expect.poll(() => asked.at(-1)?.path).toBe('/v1/traces')
  await close()
  const counts = asked
    .filter(({ path }) => path === '/v1/metrics')
    .map(({ text }) => JSON.parse(text).resourceMetrics[0].scopeMetrics[0].metrics[0].histogram.dataPoints)
  expect(counts.every((points) => points.length === 1 && points[0].count === '1')).toBe(true)
})

test('names past what a charter has are counted under one', () => {
  const figures = callFigures()
  for (let at = 0; at < 5000; at++)
    figures.note({ operation: `made-up-${at}`, style: 'rest', outcome: 'ok', isFailure: false, ms: 1 })
  const taken = figures.take()
  expect(taken.length).toBe(2001)
  expect(taken.find(({ operation }) => operation === 'other')?.counts[0]).toBe(3000)
})

test('of each operation the slowest few are kept, and of those that failed likewise', () => {
  const slowest = slowestCalls()
  for (let ms = 1; ms <= 100; ms++)
    slowest.note({
      operation: 'Patient.list',
      style: 'rest',
      outcome: ms % 2 === 0 ? 'ok' : 'internal',
      isFailure: ms % 2 === 1,
      ms: (ms * 37) % 101,
      traceId: null,
      startMs: 0,
      statements: 0,
      statementMs: 0,
    })
  const kept = slowest.take()
  expect(kept).toHaveLength(6)
  expect(Math.max(...kept.map(({ ms }) => ms))).toBe(100)
  expect(kept.filter(({ isFailure }) => isFailure)).toHaveLength(3)
  expect(slowest.take()).toEqual([])
})
