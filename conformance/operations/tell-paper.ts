import { text } from 'node:stream/consumers'
import type { OperationBody } from '@charter/runtime/service'

/** The words of a paper's file, with the rights of whoever calls. */
export const tellPaper: OperationBody = async ({ value, row }, { rows }) => {
  const range = value.from === undefined ? undefined : { from: Number(value.from) }
  const found = await rows.file('Paper', { id: row?.id ?? null }, String(value.field), range)
  return found ? text(found.stream) : 'nothing'
}
