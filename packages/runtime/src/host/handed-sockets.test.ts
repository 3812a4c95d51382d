import { expect, test } from 'vitest'
import { handedMistakes, handedSockets } from './handed-sockets.ts'

const listeners = { grpc: { portVariable: 'GRPC_PORT', portDefault: 50_051 } }

test.each([
  [{}, {}],
  [{ LISTEN_FDS: '0' }, {}],
  [{ LISTEN_FDS: '1' }, { http: [3] }],
  [
    { LISTEN_FDS: '3', LISTEN_FDNAMES: 'clinic.socket:grpc:http' },
    { http: [3, 5], grpc: [4] },
  ],
  [{ LISTEN_FDS: '1', LISTEN_PID: '77' }, { http: [3] }],
  [{ LISTEN_FDS: '1', LISTEN_PID: '78' }, {}],
  [{ LISTEN_FDS: '1', LISTEN_FDNAMES: 'constructor' }, { http: [3] }],
])('sockets are known by their place and name: %j', (env, handed) =>
  expect(handedSockets(env, listeners, 77)).toEqual(handed),
)

test.each(['-1', '17', '1.5', 'two', '0x3'])('what counts no sockets is a mistake: %s', (text) => {
  expect(handedMistakes({ LISTEN_FDS: text })).toHaveLength(1)
  expect(handedSockets({ LISTEN_FDS: text }, listeners)).toEqual({})
})
