import { createServer, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { connect } from './connection.ts'
import { sessions } from './sessions.ts'

/** Says to each that it has TLS (`S`), which it has not, or none (`N`), and hangs up; gives how many have come. */
const withServer = async (letter: 'S' | 'N', work: (port: number) => Promise<void>): Promise<number> => {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write(letter)
      socket.once('data', () => (letter === 'S' ? socket.end('no TLS') : socket.destroy()))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  try {
    await work(typeof address === 'object' && address ? address.port : 0)
  } finally {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  return sockets.length
}

test('who prefers TLS goes on without it where the server has none, and not where it has and fails', async () => {
  const comes = (sslmode: string) => async (port: number) => {
    const address = sessions.addressOf(`postgres://a:word@127.0.0.1:${port}/b?sslmode=${sslmode}`)
    const options = { address, isReadOnly: false, statementTimeoutMs: 2000, connectTimeoutMs: 2000 }
    await expect(connect(options, () => {})).rejects.toThrow()
  }
  expect(await withServer('N', comes('require'))).toBe(1)
  expect(await withServer('N', comes('prefer'))).toBe(2)
  expect(await withServer('S', comes('prefer'))).toBe(1)
})
