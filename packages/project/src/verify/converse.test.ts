import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { runStep } from './run-step.ts'
import type { Step } from './scenario.ts'

test('a message that is no JSON is heard as it came, and a mismatch', { timeout: 30_000 }, async () => {
  const server = createServer()
  server.on('upgrade', ({ headers }, socket) => {
    const key = createHash('sha1').update(`${headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Protocol: graphql-transport-ws\r\nSec-WebSocket-Accept: ${key.digest('base64')}\r\n\r\n`,
    )
    // One text frame (RFC 6455 section 5.2); a close is not answered.
    socket.write(Buffer.concat([Buffer.from([0x81, 7]), Buffer.from('no JSON')]))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const asking = { url, token: null, isRest: false, isGrpc: false }
  const expected = { at: '/heard/0/type', equals: 'connection_ack' }
  const asked: Step = { as: null, method: 'GET', path: '/graphql', turns: [{ hear: 1 }], expect: { body: [expected] } }
  const { answer, mismatches } = await runStep(asking, asked)
  expect(answer?.body).toEqual({ heard: ['no JSON'], code: null })
  expect(mismatches).toHaveLength(1)
  server.closeAllConnections()
  server.close()
})
