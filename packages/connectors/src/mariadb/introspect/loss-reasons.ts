import { tableLossReasons } from '@charter/sql'

/** Why something of a database is not, or not wholly, in its charter. */
export const lossReasons = [...tableLossReasons, 'system-table', 'unsupported-type'] as const
export type LossReason = (typeof lossReasons)[number]
