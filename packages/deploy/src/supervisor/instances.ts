import { removeEgress } from '../egress/open-egress.ts'
import { makeWayIn, removeWayIn, wayInOf } from '../ingress/way-in.ts'
import { machineCpuGroups } from '../sandbox/cpu-groups.ts'
import type { InstanceSpec } from './instance-spec.ts'
import type { Kept, KeptInstance } from './kept.ts'
import { goneBy, isAlive, type ProcessOf, signalTo } from './process-of.ts'
import { becomesReady } from './ready.ts'
import { startInstance } from './start-instance.ts'

/** Begins and ends services, each with all that it has of this machine. */
export interface Instances {
  /** Whether it says that it is ready. Rejects where it cannot be begun. */
  begin(spec: InstanceSpec, state: KeptInstance['state']): Promise<boolean>
  end(instance: KeptInstance): Promise<void>
}

const healthyMs = 60_000
const drainMs = 30_000

export const instancesIn = ({ folder, kept }: { readonly folder: string; readonly kept: Kept }): Instances => {
  const cpus = machineCpuGroups()
  return {
    begin: async (spec, state) => {
      const waysIn = new Map(namesIn(spec).map((name) => [name, makeWayIn(spec.deployment, name)]))
      try {
        const { seat } = kept.place(spec.environment)
        kept.keep({ spec, state, process: null })
        const waiting = await startInstance({ folder, spec, seat, waysIn })
        kept.keep({ spec, state, process: waiting.process })
        if (!spec.isBare) cpus.put(spec.deployment, waiting.process.pid, spec.limits.cpus)
        waiting.begin()
        const isReady = await becomesReady(wayInOf(spec.deployment, 'http'), waiting.process, Date.now() + healthyMs)
        if (isReady) waiting.keep()
        return isReady
      } finally {
        for (const way of waysIn.values()) way.close()
      }
    },
    end: async ({ spec, process }) => {
      if (process) await endProcess(process)
      removeEgress(folder, spec.deployment)
      removeWayIn(spec.deployment)
      cpus.remove(spec.deployment)
      kept.forget(spec.deployment)
    },
  }
}

/** By which a service is reached: over HTTP, and as other styles of it listen. */
export const namesIn = ({ listeners }: InstanceSpec): readonly string[] => ['http', ...Object.keys(listeners)]

export const isRunning = ({ process }: KeptInstance): boolean => process !== null && isAlive(process)

/** Ends a process, which may end what it is at. */
export const endProcess = async (process: ProcessOf): Promise<void> => {
  signalTo(process, 'SIGTERM')
  if (await goneBy(process, Date.now() + drainMs)) return
  signalTo(process, 'SIGKILL')
  await goneBy(process, Date.now() + drainMs)
}
