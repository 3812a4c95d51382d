import { hasWork } from '../call/has-work.ts'
import type { ServiceModel } from '../call/model.ts'
import type { OnBug } from '../call/service-log.ts'
import { hasWebhooks } from '../call/webhook-names.ts'
import type { Executor } from '../execute/executor.ts'
import { backoffMs } from '../execute/jobs/backoff.ts'
import { startWorkers, type Workers } from '../execute/jobs/workers.ts'
import type { JobsConfig } from '../settings/jobs.ts'
import type { Queue } from '../store/queue.ts'

export interface OpenWorkersOptions extends Pick<Executor, 'runJob' | 'ensureSchedules'> {
  readonly model: ServiceModel
  readonly queue: Pick<Queue, 'takeWork'>
  readonly config: JobsConfig
  /** Told of what keeps them from their work. */
  readonly onFault: OnBug
}

/** Whoever works on what goes on past its call, or begins by itself; null where nothing does. */
export const openWorkers = async ({
  model,
  queue,
  config,
  runJob,
  ensureSchedules,
  onFault,
}: OpenWorkersOptions): Promise<Workers | null> => {
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
  const schedules = atOnce > 0 ? await putUntilThere(ensureSchedules, onFault) : null
  const wake = (): void => {
    for (const pool of pools) pool.wake()
  }
  wake()
  return {
    wake,
    close: async () => {
      schedules?.giveUp()
      await Promise.all(pools.map((pool) => pool.close()))
    },
  }
}

/** What could not be put at the start is put when it can be, and that is told once. */
const putUntilThere = async (put: () => Promise<void>, onFault: OnBug): Promise<{ readonly giveUp: () => void }> => {
  let timer: NodeJS.Timeout | undefined
  let isGivenUp = false
  const again = (times: number): void => {
    if (isGivenUp) return
    timer = setTimeout(() => void put().catch(() => again(times + 1)), backoffMs(times)).unref()
  }
  await put().catch((error: unknown) => {
    onFault(error)
    again(1)
  })
  return {
    giveUp: () => {
      isGivenUp = true
      clearTimeout(timer)
    },
  }
}

/** They wait more than they work. */
const deliveriesEach = 4
