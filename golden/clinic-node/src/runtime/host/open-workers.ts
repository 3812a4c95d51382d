import { ownOperations, type ServiceModel } from '../call/model.ts'
import type { OnBug } from '../call/service-log.ts'
import type { Executor } from '../execute/executor.ts'
import { startWorkers, type Workers } from '../execute/jobs/workers.ts'
import type { JobsConfig } from '../settings/jobs.ts'
import type { Queue } from '../store/state.ts'

export interface OpenWorkersOptions extends Pick<Executor, 'runJob' | 'ensureSchedules'> {
  readonly model: ServiceModel
  readonly state: Pick<Queue, 'takeWork'>
  readonly config: JobsConfig
  readonly nowMs: () => number
  /** Told of what keeps them from their work. */
  readonly onFault: OnBug
}

/** Whoever works on what goes on past its call, or begins by itself; null where nothing does. */
export const openWorkers = async ({
  model,
  state,
  config,
  runJob,
  ensureSchedules,
  nowMs,
  onFault,
}: OpenWorkersOptions): Promise<Workers | null> => {
  if (!hasWork(model)) return null
  const { holdMs, atOnce } = config
  const run: Parameters<typeof startWorkers>[0]['run'] = (held, stopped) => runJob(held, { holdMs, stopped })
  const workers = startWorkers({ queue: state, run, atOnce, holdMs, nowMs, onFault })
  if (atOnce > 0) await ensureSchedules().catch(onFault)
  workers.wake()
  return workers
}

const hasWork = (model: ServiceModel): boolean =>
  ownOperations(model).some(({ job, move }) => job !== undefined || move?.afterMs !== undefined)
