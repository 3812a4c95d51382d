import { hash } from 'node:crypto'
import { type OperationModel, ownOperations, type ServiceModel } from '../../call/model.ts'
import type { CallStore } from '../../rows/call-store.ts'
import type { Work } from '../../store/queue.ts'
import { canonicalJson } from '../../values/canonical-json.ts'
import { cronAfter } from '../../values/cron.ts'
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
export const dueAfter = (schedule: Schedule, nowMs: number): number => {
  // What never comes any more is looked at again in a year.
  if ('cron' in schedule) return cronAfter(schedule, nowMs) ?? nowMs + 366 * dayMs
  const { everyMs, atMs = 0 } = schedule
  const start = originMs + atMs
  return start + (Math.floor((nowMs - start) / everyMs) + 1) * everyMs
}

/** Named after when it is due, so that another period is another piece of work. */
export const scheduleId = ({ name, schedule }: Pick<Scheduled, 'name' | 'schedule'>): string => {
  if (!('cron' in schedule)) return `every/${name}/${schedule.everyMs}/${schedule.atMs ?? 0}`
  return `every/${name}/${hash('sha256', canonicalJson([schedule.cron, schedule.zone]), 'base64url')}`
}

export const isSchedule = ({ id }: Pick<Work, 'id'>): boolean => id.startsWith('every/')

/** A moment by the clock of the queue, which says what is due, and by this process' own, by which the queue is told. */
export interface Moment {
  readonly clockMs: number
  readonly nowMs: number
}

/** When it is due next. `last`: the run that was begun last; null of none. */
export const scheduledWork = (
  store: CallStore,
  operation: Scheduled,
  { clockMs, nowMs }: Moment,
  last: string | null,
): Work => {
  const id = scheduleId(operation)
  const dueMs = dueAfter(operation.schedule, clockMs)
  const sealed = sealedWork(store, 'schedule', id).seal([last, dueMs])
  return { id, operation: operation.name, sealed, dueMs: nowMs + dueMs - clockMs }
}

/** The run that was begun last, and when the next is due by the clock of the queue: 0 of what was put before that was sealed. Throws a ProblemError (`stale-cursor`) for what another service, or another secret, has sealed. */
export const openSchedule = (store: CallStore, { id, sealed }: Pick<Work, 'id' | 'sealed'>) => {
  const [last, dueMs] = sealedWork(store, 'schedule', id).open(sealed)
  return { last: typeof last === 'string' ? last : null, dueMs: Number(dueMs ?? 0) }
}
