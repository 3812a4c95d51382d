import { claimPort } from './claim-port.ts'
import { type HeldSocket, holdSocket } from './held-socket.ts'
import type { Kept } from './kept.ts'
import { isAlive } from './process-of.ts'

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

interface Held {
  readonly socket: HeldSocket
  release(): void
}

export const placesIn = (kept: Kept): Places => {
  const held = new Map<string, Map<string, Held>>()
  const shared = new Set<string>()
  const hold = async (environment: string, name: string): Promise<Held> => {
    const { ports } = kept.place(environment)
    const known = ports[name]
    const claim = known === undefined ? null : await claimPort(host, known)
    if (known !== undefined && claim) return { socket: holdSocket(host, known), release: claim.release }
    if (known !== undefined && isAnswered(kept, environment)) {
      shared.add(environment)
      return { socket: holdSocket(host, known), release: () => {} }
    }
    const [port, release] = await freePort(kept)
    kept.keepPorts(environment, { ...ports, [name]: port })
    return { socket: holdSocket(host, port), release }
  }
  const leave = (environment: string): void => {
    for (const { socket, release } of held.get(environment)?.values() ?? []) {
      socket.close()
      release()
    }
    held.delete(environment)
  }
  return {
    hold: async (environment, names) => {
      const here = held.get(environment) ?? new Map<string, Held>()
      held.set(environment, here)
      for (const name of names) if (!here.has(name)) here.set(name, await hold(environment, name))
      return [...here].flatMap(([name, { socket }]) => (names.includes(name) ? [[name, socket] as const] : []))
    },
    isShared: (environment) => shared.has(environment),
    endSharing: (environment) => {
      shared.delete(environment)
    },
    leave,
    close: () => {
      for (const environment of [...held.keys()]) leave(environment)
    },
  }
}

/** A service of the environment runs, and so holds its ports; where none does, they may be somebody else's by now. */
const isAnswered = (kept: Kept, environment: string): boolean =>
  kept.instances().some(({ spec, process }) => spec.environment === environment && process !== null && isAlive(process))

const freePort = async (kept: Kept): Promise<readonly [port: number, release: () => void]> => {
  const taken = kept.takenPorts()
  for (let port = firstPort; port < firstPort + portsMax; port++) {
    const claim = taken.has(port) ? null : await claimPort(host, port)
    if (claim) return [port, claim.release]
  }
  throw new Error(`No port from ${firstPort} on is free.`)
}
