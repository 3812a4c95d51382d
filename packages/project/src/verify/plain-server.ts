import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { TemporaryDatabase } from '@charter/charter'

/** Length and code of an SSLRequest (postgresql.org/docs/current/protocol-message-formats.html). */
const tlsAsked = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])

/** A server that has no TLS to offer, and hangs up on whoever goes on without. */
export const openPlainServer = async (): Promise<TemporaryDatabase> => {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    socket.on('data', (data) => (data.equals(tlsAsked) ? socket.write('N') : socket.destroy()))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `postgres://charter@127.0.0.1:${(server.address() as AddressInfo).port}/none`,
    remove: async () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
