import { access } from './access.ts'
import { carriers } from './carriers.ts'
import type { Fault } from './fault.ts'
import { fields } from './fields.ts'
import { filters } from './filters.ts'
import { kept } from './kept.ts'
import { lists } from './lists.ts'
import { records } from './records.ts'
import { styleFaults } from './styles.ts'
import { writes } from './writes.ts'

/** Every fault that the scenarios must catch, one at a time. */
export const faults: readonly Fault[] = [
  ...access,
  ...fields,
  ...lists,
  ...filters,
  ...writes,
  ...records,
  ...kept,
  ...carriers,
  ...styleFaults,
]
