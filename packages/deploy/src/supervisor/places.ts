import type { Ingress } from '../ingress/open-ingress.ts'
import { currentWayInOf } from '../ingress/way-in.ts'
import type { Kept } from './kept.ts'

/** The ports that environments are reached at. */
export interface Places {
  /**
   * Has an environment be reached by each of these listeners, at the port that it always had, or at another where somebody took that.
   * Gives its ports by listener.
   */
  open(environment: string, names: readonly string[]): Promise<Readonly<Record<string, number>>>
  /** Nobody answers there any more: who connects is refused. */
  leave(environment: string): Promise<void>
  /** Sees to it that what was opened still is: also where what leads there was killed, or somebody had a port meanwhile. */
  keep(environments: readonly string[]): Promise<void>
}

const firstPort = 8100
const portsMax = 10_000

export const placesIn = (kept: Kept, ingress: Ingress): Places => {
  /** By port. */
  let open: Readonly<Record<number, string>> = {}
  const pathsOf = (environment: string): Readonly<Record<number, string>> =>
    Object.fromEntries(
      Object.entries(kept.place(environment).ports).map(([name, port]) => [port, currentWayInOf(environment, name)]),
    )
  const holds = async (port: number, path: string): Promise<boolean> => {
    // Another environment may be about to have it, which is not kept yet.
    if ((open[port] ?? path) !== path) return false
    open = { ...open, [port]: path }
    if ((await ingress.hold(open)).includes(port)) return true
    open = without([port])
    return false
  }
  const without = (ports: readonly number[]): Readonly<Record<number, string>> =>
    Object.fromEntries(Object.entries(open).filter(([port]) => !ports.includes(Number(port))))
  const openOne = async (environment: string, name: string): Promise<number> => {
    const path = currentWayInOf(environment, name)
    const { ports } = kept.place(environment)
    const known = ports[name]
    if (known !== undefined && (await holds(known, path))) return known
    const taken = kept.takenPorts()
    for (let port = firstPort; port < firstPort + portsMax; port++)
      if (!taken.has(port) && (await holds(port, path))) {
        kept.keepPorts(environment, { ...ports, [name]: port })
        return port
      }
    throw new Error(`No port from ${firstPort} on is free.`)
  }
  return {
    open: async (environment, names) => {
      const opened: Record<string, number> = {}
      for (const name of names) opened[name] = await openOne(environment, name)
      return opened
    },
    leave: async (environment) => {
      open = without(Object.values(kept.place(environment).ports))
      await ingress.hold(open)
    },
    keep: async (environments) => {
      open = Object.assign({}, open, ...environments.map(pathsOf))
      await ingress.hold(open)
    },
  }
}
