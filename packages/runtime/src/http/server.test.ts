import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { expect, test } from 'vitest'
import { defaultLimits } from '../call/model.ts'
import { httpServer } from './server.ts'

test('headers have ten seconds, and no longer than a request has', () => {
  const times = [defaultLimits.requestTimeoutMs, 3000].map((requestTimeoutMs) => {
    const { server } = httpServer({ limits: { ...defaultLimits, requestTimeoutMs } })
    return 'headersTimeout' in server ? server.headersTimeout : null
  })
  expect(defaultLimits.requestTimeoutMs).toBeGreaterThan(10_000)
  expect(times).toEqual([10_000, 3000])
})

test('a connection that nothing is asked of is kept for a minute, and no longer', () => {
  const { server } = httpServer({ limits: defaultLimits })
  expect('keepAliveTimeout' in server && server.keepAliveTimeout).toBe(65_000)
})

test('a connection that never asked anything does not hold back the end', async () => {
  const app = httpServer({ limits: defaultLimits })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const isThere = once(app.server, 'connection')
  const silent = connect((app.server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
  await isThere
  const isGone = once(silent, 'close')
  await app.close()
  await isGone
})
