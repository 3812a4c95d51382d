import { createServer, type Server } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { portTaken } from './taken-port.ts'

export interface ListenAt {
  readonly host: string
  readonly port: number
  /** Sockets that listen already, instead of any at `host` and `port`. */
  readonly handed?: readonly number[] | undefined
}

/** Has a server answer where it is asked to, and gives the address. Rejects with a PortError where the port cannot be had. */
export const listen = async (app: FastifyInstance, { host, port, handed = [] }: ListenAt): Promise<string> => {
  const [first, ...others] = handed
  if (first === undefined) return app.listen({ host, port }).catch(portTaken('PORT', port))
  // A server listens once: what comes by the others is handed to it.
  const servers = others.map((number) => takeFrom(number, (socket) => app.server.emit('connection', socket)))
  app.addHook('preClose', async () => {
    for (const server of servers) server.close()
  })
  // Fastify hands on to Node what it is given, and does not name what it is not about.
  return app.listen({ fd: first } as object)
}

/** Takes what comes by a socket that listens already. */
export const takeFrom = (number: number, take: Parameters<typeof createServer>[1] & object): Server =>
  createServer(take).listen({ fd: number })
