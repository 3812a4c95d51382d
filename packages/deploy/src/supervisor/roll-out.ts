import { setTimeout as wait } from 'node:timers/promises'
import { switchWayIn } from '../ingress/way-in.ts'
import { NotRolledOut } from '../target.ts'
import { endOfFile } from './end-of-file.ts'
import type { InstanceSpec } from './instance-spec.ts'
import { type Instances, isRunning, namesIn } from './instances.ts'
import type { Kept } from './kept.ts'
import type { Places } from './places.ts'
import { forgetRecordKey, hasRecordKey } from './record-key.ts'
import { dataOf, logOf } from './start-instance.ts'

/** Has a service take the place of another, one after the other in an environment. */
export interface RollOuts {
  /** As `Supervisor.rollOut`. */
  rollOut(spec: InstanceSpec): Promise<Readonly<Record<string, number>>>
  /** Who connects comes to the one that runs from now on; the others end once they heard everybody who came to them. */
  takeTurns(environment: string): Promise<void>
}

export interface RollOutParts {
  readonly folder: string
  readonly kept: Kept
  readonly places: Places
  readonly instances: Instances
}

/** Who connected before another took its place has been heard by then. */
const hearMs = 300

export const rollOutsIn = ({ folder, kept, places, instances }: RollOutParts): RollOuts => {
  const find = (deployment: string) => kept.instances().find(({ spec }) => spec.deployment === deployment)
  const takeTurns = async (environment: string): Promise<void> => {
    const all = kept.instances().filter(({ spec }) => spec.environment === environment)
    for (const { spec, state } of all) if (state === 'running') switchWayIn(environment, spec.deployment)
    const others = all.filter(({ state }) => state === 'ending')
    if (others.length > 0) await wait(hearMs)
    await Promise.all(others.map(instances.end))
  }
  /** Begins it, and ends it again where it may not take the place of another. Rejects with NotRolledOut. */
  const beginSound = async (spec: InstanceSpec): Promise<void> => {
    const data = dataOf(folder, spec.environment)
    // What one before it wrote says nothing of this one.
    if (spec.keepsRecord) forgetRecordKey(data)
    const isHealthy = await instances.begin(spec, 'starting').catch((error: unknown) => {
      kept.forget(spec.deployment)
      throw new NotRolledOut(error instanceof Error ? error.message : String(error), null)
    })
    const isOnRecord = !spec.keepsRecord || hasRecordKey(data)
    if (isHealthy && isOnRecord) return
    const failed = find(spec.deployment)
    if (failed) await instances.end(failed)
    throw isHealthy
      ? new NotRolledOut(notOnRecord, null)
      : new NotRolledOut(notReady, lastWords(folder, spec.deployment))
  }
  return {
    takeTurns,
    rollOut: async (spec) => {
      const known = find(spec.deployment)
      if (known?.state === 'running' && isRunning(known)) return places.open(spec.environment, namesIn(spec))
      if (known) await instances.end(known)
      await beginSound(spec)
      kept.takeOver(spec)
      await takeTurns(spec.environment)
      return places.open(spec.environment, namesIn(spec))
    },
  }
}

const notOnRecord =
  'It wrote no key that its record is signed with (keys/audit.pub.pem): nothing that it does would be on record.'

const notReady = 'It did not say that it is ready.'

const lastWordsMax = 2000

/** Null where it said nothing. */
const lastWords = (folder: string, deployment: string): string | null => {
  try {
    return endOfFile(logOf(folder, deployment), lastWordsMax).toString().trim() || null
  } catch {
    return null
  }
}
