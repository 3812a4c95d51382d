import type { OperationBody } from '@charter/runtime/service'

/** Answers a row of another entity than it is on. */
export const addPart: OperationBody = async ({ value, row }, { rows }) =>
  rows.create('Part', { thingId: row?.id ?? null, label: String(value.label) })
