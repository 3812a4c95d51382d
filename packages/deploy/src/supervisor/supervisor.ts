import { keepEgress } from '../egress/keep-egress.ts'
import { diskBytesIn } from './disk-bytes.ts'
import type { InstanceSpec } from './instance-spec.ts'
import { endProcess, instancesIn, isRunning } from './instances.ts'
import type { Kept, KeptInstance } from './kept.ts'
import type { Places } from './places.ts'
import { countRestarts } from './restarts.ts'
import { rollOutsIn } from './roll-out.ts'
import { dataOf } from './start-instance.ts'

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

const lookMs = 250
const placesMs = 1000
const measureMs = 60_000

export const superviseIn = ({ folder, kept, places }: SupervisorOptions): Supervisor => {
  const find = (deployment: string) => kept.instances().find(({ spec }) => spec.deployment === deployment)
  const instances = instancesIn({ folder, kept })
  const { begin, end } = instances
  const { rollOut, takeTurns } = rollOutsIn({ folder, kept, places, instances })
  const restarts = countRestarts((deployment) => find(deployment) !== undefined)
  const turns = new Map<string, Promise<unknown>>()
  /** Deployments that are being begun again. */
  const beginning = new Set<string>()
  /** One after the other in an environment. */
  const inTurn = <Given>(environment: string, act: () => Promise<Given>): Promise<Given> => {
    const turn = (turns.get(environment) ?? Promise.resolve()).catch(() => {}).then(act)
    turns.set(environment, turn)
    const over = (): void => {
      if (turns.get(environment) === turn) turns.delete(environment)
    }
    turn.then(over, over)
    return turn
  }
  const isAnswered = (environment: string): boolean =>
    kept.instances().some(({ spec, state }) => spec.environment === environment && state === 'running')

  const startAgain = async ({ spec }: KeptInstance): Promise<void> => {
    const now = find(spec.deployment)
    if (now?.state !== 'running' || isRunning(now)) return
    if (restarts.may(spec.deployment)) await begin(spec, 'running').catch(() => false)
    else await places.leave(spec.environment)
  }
  const gaveUp = ({ spec }: KeptInstance): boolean => restarts.gaveUp(spec.deployment)
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
