import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { registerMetrics } from './metrics.ts'
import type { MetricsPlace } from './offer-metrics.ts'

const place = { host: '127.0.0.1', port: null, token: null, tls: null }
const token = 'a token for the scraper'
const authorization = `Bearer ${token}`

test('requests are counted by route template, method and status, never by what stood in their path', async () => {
  const app = fastify()
  registerMetrics(app, { audit: { spool: null }, metrics: { ...place, token } })
  app.get('/patients/:id', async (request, reply) => {
    if ((request.params as { id: string }).id === 'none') reply.code(404)
    return { here: true }
  })
  const other = fastify()
  other.get('/elsewhere', async () => ({}))
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const elsewhere = await other.listen({ host: '127.0.0.1', port: 0 })
  for (const path of ['/patients/secret-1', '/patients/secret-2', '/patients/none', '/nothing/secret-3'])
    await (await fetch(`${url}${path}`)).text()
  await (await fetch(`${elsewhere}/elsewhere`)).text()
  const text = await (await fetch(`${url}/metrics`, { headers: { authorization } })).text()
  const counts = text.split('\n').filter((line) => line.startsWith('http_server_request_duration_seconds_count'))
  expect(counts.map((line) => line.replace('http_server_request_duration_seconds_count', '')).sort()).toEqual([
    '{method="GET",route="/patients/:id",status="200"} 2',
    '{method="GET",route="/patients/:id",status="404"} 1',
    '{method="GET",route="unmatched",status="404"} 1',
  ])
  expect(text).toMatch(/_bucket\{method="GET",route="\/patients\/:id",status="200",le="\+Inf"\} 2\n/)
  expect(text).not.toContain('secret')
  await app.close()
  await other.close()
})

test('of a service that sends its record to a ledger, what waits is there, and when the ledger last answered', async () => {
  const app = fastify()
  registerMetrics(app, {
    audit: { spool: { bytes: 4096, bytesMax: 8192, heldAtMs: 1_700_000_000_500 } },
    metrics: { ...place, token },
  })
  const { body } = await app.inject({ url: '/metrics', headers: { authorization } })
  expect(body).toMatch(/\nledger_unshipped_bytes 4096\n/)
  expect(body).toMatch(/\nledger_unshipped_bytes_max 8192\n/)
  expect(body).toMatch(/\nledger_last_answer_timestamp_seconds 1700000000.5\n/)
  await app.close()
})

test('figures are nowhere by default, told to who has the token, or at a port of their own', async () => {
  const asked = async (metrics: MetricsPlace, headers: Readonly<Record<string, string>> = {}) => {
    const app = fastify()
    registerMetrics(app, { audit: { spool: null }, metrics })
    const { statusCode } = await app.inject({ url: '/metrics', headers })
    await app.close()
    return statusCode
  }
  expect(await asked(place)).toBe(404)
  // Nothing listens: at an address that is none of this machine it could not.
  expect(await asked({ ...place, host: '192.0.2.1' })).toBe(404)
  expect(await asked({ ...place, port: 0 })).toBe(404)
  expect(await asked({ ...place, token })).toBe(401)
  expect(await asked({ ...place, token }, { authorization: `${authorization}x` })).toBe(401)
  expect(await asked({ ...place, token }, { authorization })).toBe(200)
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  const app = fastify()
  registerMetrics(app, { audit: { spool: null }, metrics: { ...place, port } })
  await app.listen({ host: '127.0.0.1', port: 0 })
  expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(200)
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(404)
  await app.close()
  await expect(fetch(`http://127.0.0.1:${port}/metrics`)).rejects.toThrow()
})

test('a port of the figures that is taken is said in a line, and keeps the service from starting', async () => {
  const busy = createServer().listen(0, '127.0.0.1')
  await once(busy, 'listening')
  const { port } = busy.address() as AddressInfo
  const app = fastify()
  registerMetrics(app, { audit: { spool: null }, metrics: { ...place, port } })
  await expect(app.listen({ host: '127.0.0.1', port: 0 })).rejects.toThrow(
    `Port ${port} is in use: set METRICS_PORT to one that is free.`,
  )
  await app.close()
  busy.close()
})
