import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'

/**
 * Takes a port for this process, which nobody else takes until it is released. What is bound there to be shared among services of one
 * environment, and is not listened at yet, would not keep another supervisor from binding it too: both hold the port of the same number for
 * datagrams, which is nobody's to share. Null where somebody has it, or listens there.
 */
export const claimPort = async (host: string, port: number): Promise<{ release(): void } | null> => {
  const claim = await holdForDatagrams(host, port)
  if (claim && (await isListenedAt(host, port))) {
    claim.release()
    return null
  }
  return claim
}

const holdForDatagrams = (host: string, port: number): Promise<{ release(): void } | null> =>
  new Promise((resolve) => {
    const socket = createSocket('udp4').once('error', () => resolve(null))
    socket.bind({ port, address: host, exclusive: true }, () => {
      socket.unref()
      resolve({ release: () => socket.close() })
    })
  })

const isListenedAt = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(true))
    server.listen(port, host, () => server.close(() => resolve(false)))
  })
