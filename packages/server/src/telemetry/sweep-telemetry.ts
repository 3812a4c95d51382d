import type { JsonObject, Predicate } from '@charter/runtime'
import type { Service } from '@charter/runtime/service'
import { and, field, value } from './asked-rows.ts'

export type Swept = Pick<Service, 'store' | 'nowMs'>

interface Kept {
  readonly entity: 'Metric' | 'Span'
  /** What says how old a row is. */
  readonly at: 'at' | 'startedAt'
  readonly every?: 'minute' | 'hour'
  readonly forMs: number
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** How long what is kept. */
const kept: readonly Kept[] = [
  { entity: 'Metric', at: 'at', every: 'minute', forMs: dayMs },
  { entity: 'Metric', at: 'at', every: 'hour', forMs: 30 * dayMs },
  { entity: 'Span', at: 'startedAt', forMs: 7 * dayMs },
]

/** Rows of one deployment; the oldest go first. */
const rowsMax = { Metric: 150_000, Span: 10_000 } as const

/** In one transaction; and how many of those in one sweep. */
const atOnce = 500
const turnsMax = 100

/** Removes rows that are older than they are kept, and of each of these deployments those that are too many. */
export const sweepTelemetry = async (
  service: Swept,
  deployments: readonly string[],
  most: Readonly<Record<Kept['entity'], number>> = rowsMax,
): Promise<void> => {
  for (const { entity, at, every, forMs } of kept) {
    const before = new Date(service.nowMs() - forMs).toISOString()
    const isOld = { kind: 'compare', op: 'lt', left: field(at), right: value(before, 'instant') } as const
    const isOfIt = every
      ? and(isOld, { kind: 'compare', op: 'eq', left: field('every'), right: value(every, 'text') })
      : isOld
    await removeAll(service, { entity, at, filter: isOfIt, most: Number.POSITIVE_INFINITY })
  }
  for (const deployment of deployments)
    for (const [entity, at] of [
      ['Metric', 'at'],
      ['Span', 'startedAt'],
    ] as const) {
      const filter = {
        kind: 'compare',
        op: 'eq',
        left: field('deploymentId'),
        right: value(deployment, 'uuid'),
      } as const
      const shape = { entity, rules: null }
      const count = await service.store.current.count(shape, { filter }, most[entity] + atOnce * turnsMax)
      await removeAll(service, { entity, at, filter, most: count - most[entity] })
    }
}

interface Removed {
  readonly entity: Kept['entity']
  readonly at: Kept['at']
  readonly filter: Predicate
  readonly most: number
}

/** The oldest first. */
const removeAll = async ({ store }: Swept, { entity, at, filter, most }: Removed): Promise<void> => {
  const order = { sorts: [{ field: at }, { field: 'id' }], isBackward: false }
  const fields = ['id', 'organisationId']
  for (let left = most, turn = 0; left > 0 && turn < turnsMax; turn++) {
    const limit = Math.min(left, atOnce)
    const found = await store.current.find({ entity, rules: null, fields, order }, { filter, limit })
    const rows = found.map((row): JsonObject => ({ id: row.value(0) ?? null, organisationId: row.value(1) ?? null }))
    await store.transaction(async (writes) => {
      for (const row of rows) await writes.remove(entity, row, '')
    })
    if (rows.length < limit) return
    left -= rows.length
  }
}
