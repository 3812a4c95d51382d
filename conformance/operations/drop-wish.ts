import type { OperationBody } from '@charter/runtime/service'

/** The wish is dropped by then, and what ends this keeps it. */
export const dropWish: OperationBody = async ({ row, value }, { fail }) => {
  if (row?.phase !== 'dropped') throw new Error('it is not in its new state')
  return value.why === 'never' ? fail('not-this') : null
}
