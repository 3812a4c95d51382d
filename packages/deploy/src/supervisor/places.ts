import { createServer } from 'node:net'
import { type HeldSocket, holdSocket } from './held-socket.ts'
import type { Kept } from './kept.ts'

/** The sockets that environments are reached at. */
export interface Places {
  /** Holds them where nobody does yet, each at the port that its environment always had. Rejects where one cannot be had. */
  hold(environment: string, names: readonly string[]): Promise<readonly (readonly [string, HeldSocket])[]>
  /** A service holds the port of an environment by another socket: one that was handed to it by a supervisor that is gone. */
  isShared(environment: string): boolean
  /** That service is gone. */
  endSharing(environment: string): void
  /** Nobody answers there any more: who connects is refused. */
  leave(environment: string): void
  close(): void
}

const host = '127.0.0.1'
const firstPort = 8100
const portsMax = 10_000

export const placesIn = (kept: Kept): Places => {
  const held = new Map<string, Map<string, HeldSocket>>()
  const shared = new Set<string>()
  const socketOf = async (environment: string, name: string, isAnswered: () => boolean): Promise<HeldSocket> => {
    const { ports } = kept.place(environment)
    const known = ports[name]
    // Beside a service that holds it already; where none does, it may be somebody else's by now.
    if (known !== undefined && isAnswered()) {
      shared.add(environment)
      return holdSocket(host, known)
    }
    if (known !== undefined && (await isFree(known))) return holdSocket(host, known)
    const port = await freePort(kept)
    kept.keepPorts(environment, { ...ports, [name]: port })
    return holdSocket(host, port)
  }
  const close = (environment: string): void => {
    for (const socket of held.get(environment)?.values() ?? []) socket.close()
    held.delete(environment)
  }
  return {
    hold: async (environment, names) => {
      const here = held.get(environment) ?? new Map<string, HeldSocket>()
      held.set(environment, here)
      const isAnswered = () =>
        kept.instances().some(({ spec, state }) => spec.environment === environment && state !== 'starting')
      for (const name of names) if (!here.has(name)) here.set(name, await socketOf(environment, name, isAnswered))
      return [...here].filter(([name]) => names.includes(name))
    },
    isShared: (environment) => shared.has(environment),
    endSharing: (environment) => {
      shared.delete(environment)
    },
    leave: close,
    close: () => {
      for (const environment of [...held.keys()]) close(environment)
    },
  }
}

const freePort = async (kept: Kept): Promise<number> => {
  const taken = kept.takenPorts()
  for (let port = firstPort; port < firstPort + portsMax; port++)
    if (!taken.has(port) && (await isFree(port))) return port
  throw new Error(`No port from ${firstPort} on is free.`)
}

/** Asked without sharing it: two that share one would each get a part of the calls. */
const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false))
    server.listen(port, host, () => server.close(() => resolve(true)))
  })
