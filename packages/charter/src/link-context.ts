import type { LinkedRelation } from './linked-relation.ts'
import type { WrittenEntity } from './read-entity.ts'
import type { Reader } from './reader.ts'

/** What linking looks things up in. */
export interface LinkContext {
  readonly entities: ReadonlyMap<string, WrittenEntity>
  readonly reader: Reader
  /** To-one relations of an entity, resolved. */
  ones(entity: WrittenEntity): readonly LinkedRelation[]
}

/** Names of an entity's fields, implied ones included, without resolving anything. */
export const fieldNames = (entity: WrittenEntity, linking: LinkContext): readonly string[] => [
  ...entity.fields.map((field) => field.name),
  ...entity.relations.flatMap((relation) => {
    if (relation.kind !== 'one' || relation.by.length) return []
    return (linking.entities.get(relation.target)?.key ?? ['id']).map((key) => impliedName(relation.name, key))
  }),
]

/** The field that a to-one relation without `by` implies for a key field of its target. */
export const impliedName = (relation: string, key: string): string =>
  `${relation}${key.charAt(0).toUpperCase()}${key.slice(1)}`
