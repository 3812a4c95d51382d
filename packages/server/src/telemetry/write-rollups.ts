import type { JsonObject } from '@charter/runtime'
import type { Service } from '@charter/runtime/service'
import type { Due } from './rollups.ts'

/** In one transaction, so that whoever else writes has a turn in between. */
const atOnce = 200
const timeoutMs = 30_000

/**
 * Writes rows as they are by now, past calls: who pushes every ten seconds would fill the record, and those who follow changes, with what is no
 * doing of anybody. A row is found by its id, so that one of which nobody knows whether it was written is written again.
 */
export const writeRollups = async (store: Service['store'], { metrics, spans, gone }: Due): Promise<void> => {
  const acts = [
    ...metrics.map((row) => ({ entity: 'Metric', row, isGone: false })),
    ...spans.map((row) => ({ entity: 'Span', row, isGone: false })),
    ...gone.map((row) => ({ entity: 'Span', row, isGone: true })),
  ]
  for (let from = 0; from < acts.length; from += atOnce)
    await store.transaction(
      async (writes) => {
        for (const { entity, row, isGone } of acts.slice(from, from + atOnce)) {
          const values: JsonObject = { ...row }
          if (isGone) await writes.remove(entity, values, '')
          else if (!(await writes.update(entity, Object.keys(values), values, values))?.changes)
            await writes.insert(entity, values)
        }
      },
      { until: { deadlineMs: Date.now() + timeoutMs } },
    )
}
