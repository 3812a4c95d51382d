import type { Loss } from '@charter/charter'

/** Why something of a catalogue that is read as tables is not, or not wholly, in a charter. Dialects have reasons besides. */
export const tableLossReasons = [
  'broken-view',
  'check-not-read',
  'collation',
  'dangling-reference',
  'default-not-read',
  'expression-index',
  'generated-column',
  'name-changed',
  'no-key',
  'nullable-key',
  'trigger',
] as const
export type TableLossReason = (typeof tableLossReasons)[number]

/** Where those are noted, among a dialect's own. */
export type TableLosses = Pick<Loss<TableLossReason>[], 'push'>
