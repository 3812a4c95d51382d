import { setTimeout as wait } from 'node:timers/promises'
import { keepEgress } from '../egress/keep-egress.ts'
import { removeEgress } from '../egress/open-egress.ts'
import { makeWayIn, removeWayIn, switchWayIn, wayInOf } from '../ingress/way-in.ts'
import { machineCpuGroups } from '../sandbox/cpu-groups.ts'
import { NotRolledOut } from '../target.ts'
import { diskBytesIn } from './disk-bytes.ts'
import { endOfFile } from './end-of-file.ts'
import type { InstanceSpec } from './instance-spec.ts'
import type { Kept, KeptInstance } from './kept.ts'
import type { Places } from './places.ts'
import { goneBy, isAlive, type ProcessOf, signalTo } from './process-of.ts'
import { becomesReady } from './ready.ts'
import { forgetRecordKey, hasRecordKey } from './record-key.ts'
import { dataOf, logOf, startInstance } from './start-instance.ts'

/** Runs the services of one machine. */
export interface Supervisor {
  /** Ports by listener, once it is healthy and answers. Rejects with NotRolledOut. */
  rollOut(spec: InstanceSpec): Promise<Readonly<Record<string, number>>>
  stop(deployment: string): Promise<void>
  instances(): readonly KeptInstance[]
  /** Those that were ended as their data took more of the disk than it may; it is measured now, and each minute. */
  overfull(): Promise<readonly InstanceSpec[]>
  /** Goes on with what was there: ends what did not become healthy or was replaced; what should run is begun again when it is looked at next. */
  adopt(): Promise<void>
  /** Ends everything that runs, to be begun again by the next supervisor. */
  end(): Promise<void>
  /** Lets everything run that does. */
  close(): void
}

export interface SupervisorOptions {
  readonly folder: string
  readonly kept: Kept
  readonly places: Places
}

const healthyMs = 60_000
const drainMs = 30_000
const lookMs = 250
const placesMs = 1000
const measureMs = 60_000
/** Who connected before another took its place has been heard by then. */
const hearMs = 300
/** Starts anew within `restartsMs`; then it is left, and said to be failing by not answering. */
const restartsMax = 5
const restartsMs = 120_000

export const superviseIn = ({ folder, kept, places }: SupervisorOptions): Supervisor => {
  const cpus = machineCpuGroups()
  const turns = new Map<string, Promise<unknown>>()
  const restarts = new Map<string, readonly number[]>()
  /** Deployments that are being begun again. */
  const beginning = new Set<string>()
  /** One after the other in an environment. */
  const inTurn = <Given>(environment: string, act: () => Promise<Given>): Promise<Given> => {
    const turn = (turns.get(environment) ?? Promise.resolve()).catch(() => {}).then(act)
    turns.set(environment, turn)
    return turn
  }
  const find = (deployment: string) => kept.instances().find(({ spec }) => spec.deployment === deployment)

  const begin = async (spec: InstanceSpec, state: KeptInstance['state']): Promise<boolean> => {
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
  }
  const end = async ({ spec, process }: KeptInstance): Promise<void> => {
    if (process) await endProcess(process)
    removeEgress(folder, spec.deployment)
    removeWayIn(spec.deployment)
    cpus.remove(spec.deployment)
    kept.forget(spec.deployment)
  }
  /** Who connects comes to the one that runs from now on; the others end once they heard everybody who came to them. */
  const takeTurns = async (environment: string): Promise<void> => {
    const all = kept.instances().filter(({ spec }) => spec.environment === environment)
    for (const { spec, state } of all) if (state === 'running') switchWayIn(environment, spec.deployment)
    const others = all.filter(({ state }) => state === 'ending')
    if (others.length > 0) await wait(hearMs)
    await Promise.all(others.map(end))
  }

  const rollOut = async (spec: InstanceSpec): Promise<Readonly<Record<string, number>>> => {
    const known = find(spec.deployment)
    if (known?.state === 'running' && isRunning(known)) return places.open(spec.environment, namesIn(spec))
    if (known) await end(known)
    const data = dataOf(folder, spec.environment)
    // What one before it wrote says nothing of this one.
    if (spec.keepsRecord) forgetRecordKey(data)
    const isHealthy = await begin(spec, 'starting').catch((error: unknown) => {
      kept.forget(spec.deployment)
      throw new NotRolledOut(error instanceof Error ? error.message : String(error), null)
    })
    const isOnRecord = !spec.keepsRecord || hasRecordKey(data)
    if (!isHealthy || !isOnRecord) {
      const failed = find(spec.deployment)
      if (failed) await end(failed)
      throw isHealthy
        ? new NotRolledOut(notOnRecord, null)
        : new NotRolledOut(notReady, lastWords(folder, spec.deployment))
    }
    kept.takeOver(spec)
    await takeTurns(spec.environment)
    return places.open(spec.environment, namesIn(spec))
  }
  const isAnswered = (environment: string): boolean =>
    kept.instances().some(({ spec, state }) => spec.environment === environment && state === 'running')

  const mayRestart = (deployment: string): boolean => {
    const before = (restarts.get(deployment) ?? []).filter((at) => at > Date.now() - restartsMs)
    restarts.set(deployment, [...before, Date.now()])
    return before.length < restartsMax
  }
  const startAgain = async ({ spec }: KeptInstance): Promise<void> => {
    const now = find(spec.deployment)
    if (now?.state !== 'running' || isRunning(now)) return
    if (mayRestart(spec.deployment)) await begin(spec, 'running').catch(() => false)
    else await places.leave(spec.environment)
  }
  const gaveUp = ({ spec }: KeptInstance): boolean => (restarts.get(spec.deployment)?.length ?? 0) > restartsMax
  const look = (): void => {
    for (const each of kept.instances())
      if (each.state === 'running' && !isRunning(each) && !gaveUp(each) && !beginning.has(each.spec.deployment)) {
        beginning.add(each.spec.deployment)
        void inTurn(each.spec.environment, () => startAgain(each)).finally(() => beginning.delete(each.spec.deployment))
      }
  }
  const environments = (): readonly string[] => [
    ...new Set(
      kept.instances().flatMap((each) => (each.state === 'running' && !gaveUp(each) ? [each.spec.environment] : [])),
    ),
  ]
  /** What leads there may have been killed, or a port may be free again: it is seen to again when it is looked at next. */
  const keepPlaces = (): Promise<void> => places.keep(environments()).catch(() => {})
  let keeping: Promise<void> = Promise.resolve()
  const keepWays = (): void => {
    keeping = keeping
      .then(() =>
        keepEgress(
          folder,
          kept.instances().filter(({ state }) => state === 'running'),
        ),
      )
      .catch(() => {})
  }
  /** What takes more of the disk than it may is ended, and stays known, so that whoever asks is told. */
  const endOverfull = async ({ spec }: KeptInstance): Promise<void> => {
    const now = find(spec.deployment)
    if (now?.state !== 'running') return
    await end(now)
    kept.keep({ spec, state: 'over', process: null })
    if (!isAnswered(spec.environment)) await places.leave(spec.environment)
  }
  const measure = async (): Promise<void> => {
    for (const each of kept.instances().filter(({ state }) => state === 'running')) {
      const { environment, limits } = each.spec
      if ((await diskBytesIn(dataOf(folder, environment), limits.diskBytesMax)) > limits.diskBytesMax)
        await inTurn(environment, () => endOverfull(each))
    }
  }
  /** One at a time: of a folder with very many files it takes longer than the time between two. */
  let isMeasuring = false
  const measured = (): void => {
    if (isMeasuring) return
    isMeasuring = true
    void measure()
      .catch(() => {})
      .finally(() => {
        isMeasuring = false
      })
  }
  const timers = [
    setInterval(measured, measureMs),
    setInterval(look, lookMs),
    setInterval(keepPlaces, placesMs),
    setInterval(keepWays, placesMs),
  ]
  const stopLooking = (): void => timers.forEach(clearInterval)
  return {
    rollOut: (spec) => inTurn(spec.environment, () => rollOut(spec)),
    stop: async (deployment) => {
      const found = find(deployment)
      if (!found) return
      await inTurn(found.spec.environment, async () => {
        const now = find(deployment)
        if (now) await end(now)
        if (!isAnswered(found.spec.environment)) await places.leave(found.spec.environment)
      })
    },
    instances: () => kept.instances(),
    overfull: async () => {
      // Nobody waits for it: what is found now is told the next time.
      measured()
      return kept.instances().flatMap(({ spec, state }) => (state === 'over' ? [spec] : []))
    },
    adopt: async () => {
      // Nobody was told that they are healthy.
      await Promise.all(
        kept
          .instances()
          .filter(({ state }) => state === 'starting')
          .map(end),
      )
      await Promise.all(environments().map(takeTurns))
      await keepPlaces()
    },
    end: async () => {
      stopLooking()
      // What is being begun is begun first.
      await Promise.allSettled(turns.values())
      await Promise.all(kept.instances().map(async ({ process }) => process && endProcess(process)))
      await Promise.all(environments().map(places.leave))
    },
    close: () => {
      stopLooking()
      kept.close()
    },
  }
}

const notOnRecord =
  'It wrote no key that its record is signed with (keys/audit.pub.pem): nothing that it does would be on record.'

const namesIn = ({ listeners }: InstanceSpec): readonly string[] => ['http', ...Object.keys(listeners)]

const isRunning = ({ process }: KeptInstance): boolean => process !== null && isAlive(process)

const endProcess = async (process: ProcessOf): Promise<void> => {
  signalTo(process, 'SIGTERM')
  if (await goneBy(process, Date.now() + drainMs)) return
  signalTo(process, 'SIGKILL')
  await goneBy(process, Date.now() + drainMs)
}

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
