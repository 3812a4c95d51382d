import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { nobody } from '../call/call.ts'
import { defaultLimits } from '../call/model.ts'
import { httpServer } from './server.ts'

let app: FastifyInstance
/** How often a connection was silent for too long. */
let silences: number
/** Resolves when it has been so often, and the route goes on then. */
let until: number

beforeEach(async () => {
  silences = 0
  const serving = { authenticate: async () => nobody, files: {} as never }
  app = httpServer({ limits: { ...defaultLimits, requestTimeoutMs: 200 }, serving })
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, body, done) => done(null, body))
    for (const worksLong of [true, undefined])
      scope.put(
        worksLong ? '/file' : '/row',
        { config: { gate: 'open', takesFiles: true, ...(worksLong && { worksLong }) } },
        async ({ body, raw }) => {
          const pieces = (body as AsyncIterable<Buffer>)[Symbol.asyncIterator]()
          if (until > 0) await heard(raw.socket)
          let length = 0
          for (let next = await pieces.next(); !next.done; next = await pieces.next()) length += next.value.length
          return `${length} bytes`
        },
      )
  })
  const heard = (socket: NodeJS.EventEmitter): Promise<void> =>
    new Promise((resolve) =>
      socket.on('timeout', () => {
        if (++silences === until) resolve()
      }),
    )
  await app.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(() => app.close())

/** All that comes until the connection ends. */
const answerTo = async (path: string, body: string): Promise<string> => {
  const { port } = app.server.address() as { port: number }
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(`PUT ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 5\r\n\r\n${body}`)
  return text(socket).catch(() => '')
}

test('who waits while the service works has the answer, however often nothing was heard meanwhile', async () => {
  until = 3
  expect(await answerTo('/file', 'words')).toContain('5 bytes')
  expect(silences).toBe(3)
})

test('bytes that came and are not stored yet are the service’s turn', async () => {
  until = 2
  // Then the rest is waited for, and does not come.
  expect(await answerTo('/file', 'wor')).toBe('')
  expect(silences).toBe(3)
})

test.each(['/file', '/row'])('a client of %s that falls silent within its bytes is ended', async (path) => {
  until = 0
  expect(await answerTo(path, 'wor')).toBe('')
})

test('a route that says nothing of it is ended at the first silence', async () => {
  until = 3
  expect(await answerTo('/row', 'words')).toBe('')
  expect(silences).toBe(1)
})
