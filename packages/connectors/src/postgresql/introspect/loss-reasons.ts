import type { Loss as LossOf } from '@charter/charter'

/** Why something of a PostgreSQL database is not, or not wholly, in its charter. */
export const lossReasons = [
  'array-shape',
  'check-not-read',
  'collation',
  'dangling-reference',
  'exclusion-constraint',
  'expression-index',
  'generated-column',
  'inheritance',
  'interval',
  'left-out-column',
  'name-changed',
  'no-columns',
  'no-key',
  'not-permitted',
  'read-only-view',
  'row-security',
  'system-table',
  'trigger',
  'unbounded-number',
  'unset-setting',
  'unsupported-type',
] as const

export type Loss = LossOf<(typeof lossReasons)[number]>
