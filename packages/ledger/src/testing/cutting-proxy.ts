import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface CuttingProxy {
  readonly url: string
  /** Answers that were on their way when their connection was cut. */
  readonly cuts: number
}

/** Stands before a server, and cuts the connection where `isCut` says so of a request that the server has answered. */
export const cuttingProxy = async (to: string, isCut: (method: string) => boolean): Promise<CuttingProxy> => {
  let cuts = 0
  const server = createServer((incoming, outgoing) => {
    const { method = '', url = '', headers } = incoming
    const forwarded = request(`${to}${url}`, { method, headers }, (answer) => {
      if (!isCut(method)) {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
        return
      }
      cuts++
      answer.resume().on('end', () => incoming.socket.destroy())
    })
    forwarded.on('error', () => incoming.socket.destroy())
    incoming.pipe(forwarded)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get cuts() {
      return cuts
    },
  }
}
