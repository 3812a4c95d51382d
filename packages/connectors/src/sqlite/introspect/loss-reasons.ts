import { tableLossReasons } from '@charter/sql'

/** Why something of a SQLite file is not, or not wholly, in its charter. */
export const lossReasons = [
  ...tableLossReasons,
  'inexact-number',
  'system-table',
  'unsupported-type',
  'virtual-table',
] as const
export type LossReason = (typeof lossReasons)[number]
