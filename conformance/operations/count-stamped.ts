import type { OperationBody } from '@charter/runtime/service'

/** Of all crates, whoever may see them. */
export const countStamped: OperationBody = async ({ value }, { rows }) =>
  (await rows.list('Crate', { where: { title: { startsWith: String(value.word) } } })).length
