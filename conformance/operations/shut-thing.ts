import type { OperationBody } from '@charter/runtime/service'

/** Answers nothing, and takes the row out of reach of whoever may act on open ones alone. */
export const shutThing: OperationBody = async ({ row }, { rows }) => {
  await rows.update('Thing', { id: String(row?.id) }, { isOpen: false })
  return null
}
