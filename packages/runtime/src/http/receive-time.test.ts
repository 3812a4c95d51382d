import { connect } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { nobody } from '../call/call.ts'
import { defaultLimits } from '../call/model.ts'
import { httpServer } from './server.ts'

const receivingMs = 1000
let app: FastifyInstance

beforeEach(async () => {
  const serving = { authenticate: async () => nobody, files: {} as never }
  app = httpServer({ limits: { ...defaultLimits, requestTimeoutMs: receivingMs }, serving })
  app.post('/rows', { config: { gate: 'open' } }, async () => 'read')
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, body, done) => done(null, body))
    scope.put('/file', { config: { gate: 'open', takesFiles: true } }, async ({ body }) => {
      let length = 0
      for await (const piece of body as AsyncIterable<Buffer>) length += piece.length
      return String(length)
    })
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(() => app.close())

/** What is answered to a request whose body comes a byte at a time, for three times as long as a request may take, and whether it is still open then. */
const dripped = (head: string): Promise<{ readonly said: string; readonly isOpen: boolean }> =>
  new Promise((resolve) => {
    const { port } = app.server.address() as { port: number }
    let said = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(`${head}\r\nHost: a\r\n\r\n`))
    const drip = setInterval(() => socket.writable && socket.write('x'), 200)
    const end = (isOpen: boolean): void => {
      clearInterval(drip)
      clearTimeout(timer)
      socket.destroy()
      resolve({ said, isOpen })
    }
    const timer = setTimeout(() => end(true), receivingMs * 6)
    socket.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
    socket.on('error', () => {})
    socket.on('close', () => end(false))
  })

test.each([
  ['a body of rows', 'POST /rows HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 999', 408],
  ['an address that is none', 'POST /%zz HTTP/1.1\r\nContent-Length: 999', 400],
  ['what a server cannot meet', 'POST /rows HTTP/1.1\r\nExpect: more\r\nContent-Length: 999', 417],
])('%s that comes too slowly is ended beside files', async (_, head, status) => {
  const { said, isOpen } = await dripped(head)
  expect([said.slice(0, 12), isOpen]).toEqual([`HTTP/1.1 ${status}`, false])
})

test('a file comes in for as long as it does', async () => {
  expect(await dripped('PUT /file HTTP/1.1\r\nContent-Length: 999')).toEqual({ said: '', isOpen: true })
})
