import { once } from 'node:events'
import { type ClientHttp2Session, connect, constants } from 'node:http2'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type FakeGrpcService, run } from '../testing/fake-grpc-service.ts'

let running: FakeGrpcService
let session: ClientHttp2Session
beforeEach(async () => {
  running = await run({ requestTimeoutMs: 500 })
  running.answer = () => ({ kind: 'value', value: { items: [{ title: 'x'.repeat(200_000) }], next: null } })
  session = connect(running.url, { settings: { initialWindowSize: 65_535 } })
})
afterEach(async () => {
  session.destroy()
  await running.close()
})

const list = () => {
  const stream = session.request({
    ':method': 'POST',
    ':path': '/shop.v1.OrderService/ListOrders',
    'content-type': 'application/grpc',
    te: 'trailers',
    authorization: 'Bearer ada',
  })
  stream.on('error', () => {})
  stream.end(Buffer.alloc(5))
  return stream
}

test('a call whose answer is not taken is ended, and others of its connection go on', async () => {
  const unread = list()
  await once(unread, 'response')
  const read = list()
  let bytes = 0
  read.on('data', (piece: Buffer) => {
    bytes += piece.length
  })
  const [trailers] = await once(read, 'trailers')
  expect([trailers['grpc-status'], bytes > 200_000]).toEqual(['0', true])
  await once(unread, 'close', { signal: AbortSignal.timeout(10_000) })
  expect(unread.rstCode).toBe(constants.NGHTTP2_CANCEL)
  expect(session.destroyed).toBe(false)
})
