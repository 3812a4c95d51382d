import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { registerMetrics } from './metrics.ts'

test('requests are counted by route template, method and status, never by what stood in their path', async () => {
  const app = fastify()
  registerMetrics(app)
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
  const text = await (await fetch(`${url}/metrics`)).text()
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
