import { once } from 'node:events'
import { connect } from 'node:http2'
import { afterEach, expect, test, vi } from 'vitest'
import { run } from '../testing/fake-grpc-service.ts'

afterEach(() => vi.useRealTimers())

test('a stream whose last message is not taken ends, and nothing else does', async () => {
  const running = await run({ requestTimeoutMs: 300_000 })
  running.answer = () => ({ kind: 'value', value: { items: [{ title: 'x'.repeat(10_000) }], next: null } })
  const unhandled: unknown[] = []
  const note = (error: unknown) => void unhandled.push(error)
  process.on('unhandledRejection', note)
  const session = connect(running.url, { settings: { initialWindowSize: 10 } })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const stream = session.request({
    ':method': 'POST',
    ':path': '/shop.v1.OrderService/ListOrdersStream',
    'content-type': 'application/grpc',
    te: 'trailers',
    authorization: 'Bearer ada',
  })
  stream.on('error', () => {})
  stream.end(Buffer.alloc(5))
  await once(stream, 'response')
  await vi.advanceTimersByTimeAsync(61_000)
  vi.useRealTimers()
  session.destroy()
  await running.close()
  process.off('unhandledRejection', note)
  expect(unhandled).toEqual([])
})
