import { apiKeyOf } from '../../call/api-key-of.ts'
import type { Call, Principal } from '../../call/call.ts'
import { majorOf } from '../../call/major.ts'
import type { OperationModel } from '../../call/model.ts'
import { everyRow } from '../../rows/grant.ts'
import { entityOf } from '../../store/entity.ts'
import { canonicalJson } from '../../values/canonical-json.ts'
import type { Json, JsonObject } from '../../values/json.ts'
import type { Execution } from '../call-engine.ts'
import { openReader } from '../operation.ts'
import type { OwnStore } from '../own-store.ts'
import { insertRow, readForCreate } from '../write.ts'
import { lookAfterwards } from './look-afterwards.ts'
import { digestsOf, type StartedBy, sealStart } from './sealed-start.ts'

/** What a run is started with. */
export interface JobStart {
  readonly entity: string
  readonly operation: OperationModel
  readonly value: JsonObject
  /** Of the row that it is on; null where it is on none. */
  readonly key: JsonObject | null
  /** Done by whichever major knows it; left out: by this one. */
  readonly isOfAnyMajor?: true
}

/** Stores a run as queued, in the transaction at hand, and gives what names it. Whoever is free begins it once that is committed. */
export const startJob = async (
  working: Execution,
  store: OwnStore,
  { entity, operation, value, key, isOfAnyMajor }: JobStart,
): Promise<JsonObject> => {
  const { executing, principal, call, nowMs } = working
  const unit = entityOf(store.units, entity)
  const reader = openReader(store, unit, principal)
  const given: Record<string, Json> = {
    ...(operation.input.length > 0 && { input: value }),
    ...(key && { on: key }),
  }
  const { row } = await insertRow(store, {
    unit,
    grant: everyRow,
    input: readForCreate(reader, given),
    reader,
    answer: { query: null, of: async (made) => made },
  })
  const id = String(row.id)
  const major = isOfAnyMajor ? null : majorOf(executing.model)
  const sealed = sealStart(
    executing.store,
    { id, operation: operation.name },
    {
      principal,
      trace: call.context.trace,
      apiKey: apiKeyOf(principal),
      from: askedFrom(principal, call),
      given: digestsOf(row),
      major,
      ...(operation.isBuiltIn && key && { lane: canonicalJson(key) }),
    },
  )
  const work = { id, operation: operation.name, ...(major !== null && { major }), sealed, dueMs: nowMs }
  await executing.queue.putWork(work, store.transaction)
  lookAfterwards(working, store)
  return { id }
}

/** How whoever acts in a call came; of what a run starts, as it was started itself. */
export const askedFrom = ({ asked }: Principal, { context: { origin } }: Call): StartedBy['from'] => ({
  style: asked?.style ?? origin.style,
  address: asked ? asked.address : origin.address,
})
