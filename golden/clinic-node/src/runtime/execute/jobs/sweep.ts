import { type OperationModel, ownOperations, type ServiceModel } from '../../call/model.ts'
import type { CallStore } from '../../rows/call-store.ts'
import { entityOf, storedFields } from '../../store/entity.ts'
import { rowOf } from '../../store/found-row.ts'
import type { HeldWork, Work } from '../../store/queue.ts'
import { instantAt } from '../../values/instant-at.ts'
import type { JsonObject } from '../../values/json.ts'
import type { CallEngine } from '../call-engine.ts'
import { openReader } from '../operation.ts'
import { removeWhole } from '../owned.ts'
import { byItself } from './by-itself.ts'
import { leaveToOthers } from './leave-to-others.ts'
import { sealedWork } from './sealed-work.ts'

interface Kept extends OperationModel {
  readonly keepMs: number
  readonly job: string
}

/** Jobs whose runs go some time after they have ended. */
export const keptFor = (model: ServiceModel): readonly Kept[] =>
  ownOperations(model).flatMap((operation): readonly Kept[] => {
    const { keepMs, job } = operation
    return keepMs !== undefined && job !== undefined ? [{ ...operation, keepMs, job }] : []
  })

const idOf = (operation: string): string => `sweep/${operation}`

export const isSweep = ({ id }: Pick<Work, 'id'>): boolean => id.startsWith('sweep/')

/** A piece of work that goes on for as long as there is such a job. */
export const sweepWork = (store: CallStore, { name }: OperationModel, dueMs: number): Work => {
  const id = idOf(name)
  return { id, operation: name, sealed: sealedWork(store, 'sweep', id).seal([]), dueMs }
}

/** A service that has just begun leaves them alone: whoever started it may still look at what it made. */
export const sweepEveryMs = 3_600_000
/** In one transaction: what waits for it waits no longer than for a call. */
const atOnce = 100

/** Takes away runs that ended long enough ago; those of all tenants. */
export const sweepRuns = async (executing: CallEngine, held: HeldWork): Promise<void> => {
  const { model, queue, rows, store } = executing
  const operation = keptFor(model).find(({ name }) => idOf(name) === held.id)
  const later = (): Promise<boolean> => queue.delayWork(held, executing.nowMs() + sweepEveryMs, null)
  if (!operation) return leaveToOthers(executing, held)
  const unit = entityOf(store.units, operation.job)
  const fields = storedFields(unit)
  const before = instantAt(executing.nowMs() - operation.keepMs)
  const query = { entity: operation.job, fields, rules: null }
  const ended = await rows.current.find(query, { filter: endedBefore(before), limit: atOnce })
  if (ended.length === 0) return void (await later())
  const act = { operation, tenant: undefined, key: null, rule: 'keep' }
  await byItself(executing, held, act, async (own, working) => {
    for (const row of ended.map((each): JsonObject => rowOf(fields, each))) {
      await removeWhole(own, unit, row, openReader(own, unit, working.principal))
    }
    await queue.putWork(sweepWork(store, operation, working.nowMs), own.transaction)
    return true
  })
}

const endedBefore = (instant: string) =>
  ({
    kind: 'compare',
    op: 'lt',
    left: { kind: 'field', path: ['endedAt'] },
    right: { kind: 'value', value: instant, type: { kind: 'instant' } },
  }) as const
