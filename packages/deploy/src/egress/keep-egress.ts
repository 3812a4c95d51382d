import type { KeptInstance } from '../supervisor/kept.ts'
import { isAlive } from '../supervisor/process-of.ts'
import { hasWays, isOpen, openEgress } from './open-egress.ts'

/** Begins what leads out of sandboxes again where it was killed, of those that run. Rejects where one does not come up. */
export const keepEgress = async (folder: string, instances: readonly KeptInstance[]): Promise<void> => {
  for (const { spec, process } of instances)
    if (process && isAlive(process) && hasWays(spec) && !isOpen(folder, spec.deployment))
      (await openEgress(folder, spec)).until(process)
}
