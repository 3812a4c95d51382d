import { hasWork } from '../call/has-work.ts'
import type { ServiceModel } from '../call/model.ts'
import type { OnBug } from '../call/service-log.ts'
import { hasWebhooks } from '../call/webhook-names.ts'
import type { Executor } from '../execute/executor.ts'
import { backoffMs } from '../execute/jobs/backoff.ts'
import { startWorkers, type Workers } from '../execute/jobs/workers.ts'
import type { JobsConfig } from '../settings/jobs.ts'
import type { Queue } from '../store/queue.ts'

export interface OpenWorkersOptions extends Pick<Executor, 'runJob' | 'ensureSchedules' | 'lookForChanges'> {
  readonly model: ServiceModel
  readonly queue: Pick<Queue, 'takeWork'>
  readonly config: JobsConfig
  /** Told of what keeps them from their work. */
  readonly onFault: OnBug
}

/** Whoever works on what goes on past its call, or begins by itself; null where nothing does. */
export const openWorkers = async (options: OpenWorkersOptions): Promise<Workers | null> => {
  const { model, queue, config, runJob, ensureSchedules, lookForChanges, onFault } = options
  if (!hasWork(model)) return null
  const { holdMs, atOnce } = config
  const run: Parameters<typeof startWorkers>[0]['run'] = (held, stopped) => runJob(held, { holdMs, stopped })
  const shared = { queue, run, onFault }
  const pools = hasWebhooks(model)
    ? [
        startWorkers({ ...shared, atOnce, of: 'others' }),
        startWorkers({ ...shared, atOnce: atOnce * deliveriesEach, of: 'deliveries' }),
      ]
    : [startWorkers({ ...shared, atOnce, of: 'others' })]
  const stops = atOnce > 0 ? [await untilDone(ensureSchedules, onFault)] : []
  if (atOnce > 0 && lookForChanges) stops.push(overAndOver(lookForChanges, onFault))
  const wake = (): void => {
    for (const pool of pools) pool.wake()
  }
  wake()
  return {
    wake,
    close: async () => {
      for (const stop of stops) stop()
      await Promise.all(pools.map((pool) => pool.close()))
    },
  }
}

/** They wait more than they work. */
const deliveriesEach = 4

type Stop = () => void

/** Once, and again after a while for as long as it fails, which is told once: gives how that is ended. */
const untilDone = async (work: () => Promise<void>, onFault: OnBug): Promise<Stop> => {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const attempt = (times: number): Promise<void> =>
    work().catch((error: unknown) => {
      if (times === 1) onFault(error, { operation: 'jobs' })
      if (!isStopped) timer = setTimeout(() => void attempt(times + 1), backoffMs(times)).unref()
    })
  await attempt(1)
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}

/** One at a time. */
const overAndOver = (look: () => Promise<void>, onFault: OnBug): Stop => {
  let isLooking = false
  let isStopped = false
  const timer = setInterval(async () => {
    if (isLooking) return
    isLooking = true
    await look().catch((error: unknown) => {
      if (!isStopped) onFault(error, { operation: 'jobs' })
    })
    isLooking = false
  }, lookEveryMs).unref()
  return () => {
    isStopped = true
    clearInterval(timer)
  }
}

const lookEveryMs = 1000
