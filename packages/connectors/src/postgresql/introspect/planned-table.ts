import type { PlannedEntity } from '@charter/sql'
import type { Relation } from './catalogue.ts'

/** An entity to write, its relations not yet known, with what it is bound to. */
export interface PlannedTable {
  readonly relation: Relation
  readonly about: string
  readonly entity: Omit<PlannedEntity, 'relations'>
}
