import { readFileSync, rmSync } from 'node:fs'
import { waysOf } from '../egress/open-egress.ts'
import { holdSocket } from './held-socket.ts'
import type { InstanceSpec } from './instance-spec.ts'
import type { Kept, KeptInstance } from './kept.ts'
import { migrating } from './migrate-requests.ts'
import type { Places } from './places.ts'
import { goneBy, isAlive, type ProcessOf, signalTo } from './process-of.ts'
import { becomesReady } from './ready.ts'
import { logOf, startInstance } from './start-instance.ts'

/** Runs the services of one machine. */
export interface Supervisor {
  /** Ports by listener, once it is healthy and answers. Rejects with NotHealthy. */
  rollOut(spec: InstanceSpec): Promise<Readonly<Record<string, number>>>
  stop(deployment: string): Promise<void>
  instances(): readonly KeptInstance[]
  /** Goes on with what was there: ends what nobody was told of; what should run is begun again when it is looked at next. */
  adopt(): Promise<void>
  /** Ends everything that runs, to be begun again by the next supervisor. */
  end(): Promise<void>
  /** Lets everything run that does. */
  close(): void
}

/** The message is what the service said last. */
export class NotHealthy extends Error {
  override readonly name = 'NotHealthy'
}

export interface SupervisorOptions {
  readonly folder: string
  readonly kept: Kept
  readonly places: Places
}

const healthyMs = 60_000
const drainMs = 30_000
const lookMs = 250
/** Starts anew within `restartsMs`; then it is left, and said to be failing by not answering. */
const restartsMax = 5
const restartsMs = 120_000

export const superviseIn = ({ folder, kept, places }: SupervisorOptions): Supervisor => {
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
    const own = holdSocket('127.0.0.1', 0)
    try {
      const sockets = await places.hold(spec.environment, ['http', ...spec.listeners])
      const { seat } = kept.place(spec.environment)
      kept.keep({ spec, state, process: null, privatePort: own.port })
      const waiting = await startInstance({ folder, spec, seat, sockets: [...sockets, ['http', own]] })
      kept.keep({ spec, state, process: waiting.process, privatePort: own.port })
      waiting.begin()
      const isReady = await becomesReady(own.port, waiting.process, Date.now() + healthyMs)
      if (isReady) waiting.keep()
      return isReady
    } finally {
      own.close()
    }
  }
  const end = async ({ spec, process }: KeptInstance): Promise<void> => {
    if (process) await endProcess(process)
    rmSync(waysOf(folder, spec.deployment), { recursive: true, force: true })
    kept.forget(spec.deployment)
  }
  const endOthers = async (environment: string): Promise<void> => {
    const others = kept.instances().filter(({ spec, state }) => spec.environment === environment && state === 'ending')
    const endThem = () => Promise.all(others.map(end))
    await (places.isShared(environment) ? migrating(endThem) : endThem())
    places.endSharing(environment)
  }

  const rollOut = async (spec: InstanceSpec): Promise<Readonly<Record<string, number>>> => {
    const known = find(spec.deployment)
    if (known?.state === 'running' && isRunning(known)) return kept.place(spec.environment).ports
    if (known) await end(known)
    const isHealthy = await begin(spec, 'starting').catch((error: unknown) => {
      kept.forget(spec.deployment)
      throw new NotHealthy(error instanceof Error ? error.message : String(error))
    })
    if (!isHealthy) {
      const failed = find(spec.deployment)
      if (failed) await end(failed)
      if (!isAnswered(spec.environment)) places.leave(spec.environment)
      throw new NotHealthy(lastWords(folder, spec.deployment))
    }
    kept.takeOver(spec)
    await endOthers(spec.environment)
    return kept.place(spec.environment).ports
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
    else places.leave(spec.environment)
  }
  const gaveUp = ({ spec }: KeptInstance): boolean => (restarts.get(spec.deployment)?.length ?? 0) > restartsMax
  const look = (): void => {
    for (const each of kept.instances())
      if (each.state === 'running' && !isRunning(each) && !gaveUp(each) && !beginning.has(each.spec.deployment)) {
        beginning.add(each.spec.deployment)
        void inTurn(each.spec.environment, () => startAgain(each)).finally(() => beginning.delete(each.spec.deployment))
      }
  }
  const timer = setInterval(look, lookMs)
  return {
    rollOut: (spec) => inTurn(spec.environment, () => rollOut(spec)),
    stop: async (deployment) => {
      const found = find(deployment)
      if (!found) return
      await inTurn(found.spec.environment, async () => {
        const now = find(deployment)
        if (now) await end(now)
        if (!isAnswered(found.spec.environment)) places.leave(found.spec.environment)
      })
    },
    instances: () => kept.instances(),
    adopt: async () => {
      // Nobody was told that they are healthy, or told to go on asking them.
      await Promise.all(
        kept
          .instances()
          .filter(({ state }) => state !== 'running')
          .map(end),
      )
    },
    end: async () => {
      clearInterval(timer)
      // What is being begun is begun first.
      await Promise.allSettled(turns.values())
      await Promise.all(kept.instances().map(async ({ process }) => process && endProcess(process)))
    },
    close: () => {
      clearInterval(timer)
      places.close()
      kept.close()
    },
  }
}

const isRunning = ({ process }: KeptInstance): boolean => process !== null && isAlive(process)

const endProcess = async (process: ProcessOf): Promise<void> => {
  signalTo(process, 'SIGTERM')
  if (await goneBy(process, Date.now() + drainMs)) return
  signalTo(process, 'SIGKILL')
  await goneBy(process, Date.now() + drainMs)
}

const lastWordsMax = 2000

const lastWords = (folder: string, deployment: string): string => {
  try {
    const said = readFileSync(logOf(folder, deployment), 'utf8').trim().slice(-lastWordsMax)
    return said === '' ? 'It did not say that it is ready, and nothing else.' : said
  } catch {
    return 'It said nothing.'
  }
}
