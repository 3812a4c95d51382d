import type { Relation } from './charter.ts'
import { given } from './given.ts'
import type { WrittenRelation } from './read-entity.ts'
import { isTrueAt, textAt } from './tree.ts'

/** A relation with the fields on both sides, its id not yet given. */
export type LinkedRelation = Omit<Relation, 'id'>

/** What `Relation` has beside its fields on both sides. */
export const commonOf = (relation: WrittenRelation): Omit<LinkedRelation, 'from' | 'to' | 'through'> => ({
  name: relation.name,
  place: relation.place,
  kind: relation.kind,
  target: relation.target,
  isOwned: relation.kind === 'many' && isTrueAt(relation.tree, 'owned'),
  isOptional: relation.isOptional,
  ...given({
    inverse: relation.inverse,
    settings: relation.settings,
    description: textAt(relation.tree, 'description'),
    was: textAt(relation.tree, 'was'),
  }),
})
