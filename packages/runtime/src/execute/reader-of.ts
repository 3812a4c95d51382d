import type { Grant } from '../rows/grant.ts'
import { type InputReader, readingNow } from '../rows/input.ts'
import type { EntityUnit } from '../store/entity.ts'
import type { Execution } from './call-engine.ts'

/** Reads what a call gives for rows of an entity. */
export const readerOf = ({ executing, principal, nowMs }: Execution, unit: EntityUnit, grant: Grant): InputReader => ({
  unit,
  units: executing.store.units,
  reading: readingNow(nowMs, executing.model),
  grant,
  principal,
})
