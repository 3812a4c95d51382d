import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { claimPort, keepPort, portKept } from '../ledger/kept-port.ts'

/** Where services push to: at one of the servers that run over a folder, which another takes the place of once it is gone. */
export interface IntakeSeat {
  /** `127.0.0.1:4318` */
  readonly at: string
  close(): Promise<void>
}

export interface IntakeSeatOptions {
  /** The platform's. */
  readonly folder: string
  /** By which servers of one folder know each other. */
  readonly proof: string
  /** Makes one that listens nowhere yet. */
  readonly serverOf: () => Server
}

const host = '127.0.0.1'
const lookMs = 2000
const file = 'telemetry.json'

/** What a server of a folder says at `/seat`, so that another one knows that the port is held by its like. */
export const seatProof = (secret: Uint8Array): string =>
  createHmac('sha256', secret).update('seat of telemetry').digest('base64url')

/** Services that run were told a port: it is had again, and another one only where a stranger took it. */
export const openIntakeSeat = async (options: IntakeSeatOptions): Promise<IntakeSeat> => {
  const { folder, serverOf } = options
  let own = await sit(options)
  const port = portKept(folder, file)
  let looking: Promise<void> = Promise.resolve()
  const look = async (): Promise<void> => {
    own ??= await listenAt(serverOf(), port).catch(() => null)
  }
  const timer = own
    ? null
    : setInterval(() => {
        looking = looking.then(look)
      }, lookMs).unref()
  return {
    at: `${host}:${port}`,
    close: async () => {
      if (timer) clearInterval(timer)
      await looking
      const server = own
      own = null
      if (!server) return
      server.closeAllConnections()
      await new Promise<void>((done) => server.close(() => done()))
    },
  }
}

/** Null: another server of this folder has the seat. */
const sit = async ({ folder, proof, serverOf }: IntakeSeatOptions): Promise<Server | null> => {
  const kept = portKept(folder, file)
  if (kept !== 0) {
    const again = await listenAt(serverOf(), kept)
    if (again || (await isOurs(kept, proof))) return again
  }
  const server = await listenAt(serverOf(), 0)
  if (!server) throw new Error('No port of this machine is free.')
  const { port } = server.address() as AddressInfo
  if (kept !== 0) keepPort(folder, port, file)
  else if (!claimPort(folder, port, file)) {
    // Another one began at the same time, and was first.
    server.close()
    return null
  }
  return server
}

/** Null where somebody is there. */
const listenAt = async (server: Server, port: number): Promise<Server | null> => {
  try {
    server.listen(port, host)
    await once(server, 'listening')
    return server
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return null
    throw error
  }
}

const isOurs = async (port: number, proof: string): Promise<boolean> =>
  fetch(`http://${host}:${port}/seat`, { signal: AbortSignal.timeout(lookMs) })
    .then((answer) => answer.headers.get('x-seat') === proof)
    .catch(() => false)
