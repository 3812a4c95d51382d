import { callerReads } from '../caller-rows.ts'
import { operationReads } from '../operation.ts'
import type { JobContext } from './job-body.ts'
import { endIfOver, type JobRun, principalNow, workingAs } from './run-part.ts'

/** Rows outside any transaction, each as it is when it is asked for, to whoever started the run as they are then. */
export const readsOf = (run: JobRun): JobContext['rows'] => {
  const reads = async () => {
    endIfOver(run)
    const working = workingAs(run, await principalNow(run), null)
    const store = { ...working.executing.store, reads: working.executing.rows.current }
    const onShown = (path: string): void => void run.shown.add(path)
    return run.operation.rights === 'service'
      ? operationReads(store, working.principal, onShown)
      : callerReads(working, store, onShown)
  }
  return {
    read: async (entity, key) => (await reads()).read(entity, key),
    list: async (entity, asked) => (await reads()).list(entity, asked),
    file: async (entity, key, field, range) => (await reads()).file(entity, key, field, range),
  }
}
