import { type OperationModel, ownOperations, type ServiceModel } from '../../call/model.ts'
import type { CallStore } from '../../rows/call-store.ts'
import type { Work } from '../../store/state.ts'
import { sealedWork } from './sealed-work.ts'

type Schedule = NonNullable<OperationModel['schedule']>

export interface Scheduled extends OperationModel {
  readonly schedule: Schedule
  readonly job: string
}

/** Operations that begin by themselves. */
export const scheduledIn = (model: ServiceModel): readonly Scheduled[] =>
  ownOperations(model).flatMap((operation): readonly Scheduled[] => {
    const { schedule, job } = operation
    return schedule && job !== undefined ? [{ ...operation, schedule, job }] : []
  })

const dayMs = 86_400_000
/** 1970-01-05, a Monday: weeks begin there, and every shorter period falls on it too. */
const originMs = 4 * dayMs

/** When it is due next after a moment, in epoch milliseconds: the same whoever asks. */
export const dueAfter = ({ everyMs, atMs = 0 }: Schedule, nowMs: number): number => {
  const start = originMs + atMs
  return start + (Math.floor((nowMs - start) / everyMs) + 1) * everyMs
}

/** Named after when it is due, so that another period is another piece of work. */
export const scheduleId = ({ name, schedule: { everyMs, atMs = 0 } }: Pick<Scheduled, 'name' | 'schedule'>): string =>
  `every/${name}/${everyMs}/${atMs}`

export const isSchedule = ({ id }: Pick<Work, 'id'>): boolean => id.startsWith('every/')

/** `last`: the run that was begun last; null of none. */
export const scheduledWork = (store: CallStore, operation: Scheduled, dueMs: number, last: string | null): Work => {
  const id = scheduleId(operation)
  return { id, operation: operation.name, sealed: sealedWork(store, 'schedule', id).seal([last]), dueMs }
}

/** Throws a ProblemError (`stale-cursor`) for what another service, or another secret, has sealed. */
export const lastRunOf = (store: CallStore, { id, sealed }: Pick<Work, 'id' | 'sealed'>): string | null => {
  const [last] = sealedWork(store, 'schedule', id).open(sealed)
  return typeof last === 'string' ? last : null
}
