import type { PlannedEntity } from '../plan.ts'
import type { Table } from './catalogue.ts'

/** An entity to write, its relations not yet known, with its table. */
export interface PlannedTable {
  readonly table: Table
  readonly entity: Omit<PlannedEntity, 'relations'>
}
