import { hasWork } from '../call/has-work.ts'
import type { ServiceModel } from '../call/model.ts'
import type { OnBug } from '../call/service-log.ts'
import { hasWebhooks } from '../call/webhook-names.ts'
import type { Executor } from '../execute/executor.ts'
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
  if (atOnce > 0) await ensureSchedules().catch(onFault)
  const wake = (): void => {
    for (const pool of pools) pool.wake()
  }
  wake()
  return {
    wake,
    close: async () => void (await Promise.all(pools.map((pool) => pool.close()))),
  }
}

/** They wait more than they work. */
const deliveriesEach = 4
