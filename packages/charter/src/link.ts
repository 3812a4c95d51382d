import type { Field } from './charter.ts'
import { fieldNames, impliedName, type LinkContext } from './link-context.ts'
import { linkMany } from './link-many.ts'
import { commonOf, type LinkedRelation } from './linked-relation.ts'
import type { WrittenEntity, WrittenField, WrittenRelation } from './read-entity.ts'
import { readUnique } from './read-entity.ts'
import type { Reader } from './reader.ts'
import { isTrueAt, member } from './tree.ts'

/** An entity with its implied fields, and its relations resolved to the fields on both sides. */
export interface LinkedEntity {
  readonly written: WrittenEntity
  readonly fields: readonly WrittenField[]
  readonly relations: readonly LinkedRelation[]
}

/** Resolves every relation; to-one relations without `by` imply a field `<relation><Key>` per key field of their target. */
export const link = (written: readonly WrittenEntity[], reader: Reader): readonly LinkedEntity[] => {
  const entities = new Map(written.map((entity) => [entity.name, entity]))
  const resolved = new Map<string, readonly LinkedRelation[]>()
  const linking: LinkContext = {
    entities,
    reader,
    ones: (entity) => {
      const known = resolved.get(entity.name)
      if (known) return known
      const made = entity.relations.flatMap((each) => (each.kind === 'one' ? linkOne(entity, each, linking) : []))
      resolved.set(entity.name, made)
      return made
    },
  }
  return written.map((entity) => {
    const fields = [...entity.fields, ...impliedFields(entity, linking), ...brokenFields(entity, linking)]
    const ones = new Map(linking.ones(entity).map((each) => [each.name, each]))
    for (const each of entity.relations) {
      refuseMisplaced(each, linking)
      refuseUnwritten(each, linking)
    }
    const relations = entity.relations.flatMap((each) => {
      const one = ones.get(each.name)
      return each.kind === 'one' ? (one ? [one] : []) : linkMany(entity, each, linking)
    })
    return { written: entity, fields, relations }
  })
}

/** What a relation says that means nothing for one of its kind. */
const refuseMisplaced = ({ name, kind, tree, through }: WrittenRelation, { reader }: LinkContext): void => {
  const misplaced = kind === 'one' ? ['owned', 'through', 'inverse'] : ['to', 'optional', ...(through ? ['owned'] : [])]
  for (const word of misplaced) {
    const at = member(tree, word)
    const where = kind === 'one' ? 'that leads to one' : through ? 'through an entity' : 'to many'
    const why = `\`${word}\` means nothing in a relation ${where}`
    if (at) reader.reporter.report('relation-mismatch', at, { relation: name, why })
  }
}

/** Owned rows are written with their parent, and go with it. */
const refuseUnwritten = ({ name, tree, target }: WrittenRelation, { reader, entities }: LinkContext): void => {
  const at = isTrueAt(tree, 'owned') ? member(tree, 'owned') : undefined
  const owned = entities.get(target)
  if (!at || !owned || !isTrueAt(owned.tree, 'readOnly')) return
  const why = `\`owned\` rows are written with their parent, and ${target} is \`readOnly\``
  reader.reporter.report('relation-mismatch', at, { relation: name, why })
}

const linkOne = (entity: WrittenEntity, relation: WrittenRelation, linking: LinkContext): readonly LinkedRelation[] => {
  const { report } = linking.reader.reporter
  const target = linking.entities.get(relation.target)
  const at = { place: relation.place, path: relation.tree.path }
  if (!target) {
    const known = [...linking.entities.keys()]
    report('unknown-entity', member(relation.tree, 'one') ?? at, { name: relation.target, known })
    return []
  }
  const why = mismatchOf(relation, target)
  if (why !== null) {
    report('relation-mismatch', at, { relation: relation.name, why })
    return []
  }
  if (!areFields(entity, relation, linking)) return []
  const to = relation.to.length ? relation.to : target.key
  const from = relation.by.length ? relation.by : to.map((key) => impliedName(relation.name, key))
  const isOptional = relation.isOptional || relation.by.some((name) => isOptionalField(entity, name))
  return [{ ...commonOf(relation), isOptional, from, to }]
}

/** Why the fields on both sides cannot be each other's, or null. */
const mismatchOf = ({ by, to }: WrittenRelation, target: WrittenEntity): string | null => {
  if (to.length > 0) {
    if (by.length === 0) return '`to` needs `by`, the fields here that equal it'
    if (by.length !== to.length) return `\`by\` has ${by.length} fields, \`to\` has ${to.length}`
    return isUnique(to, target) ? null : `\`to\` (${to.join(', ')}) is not unique in ${target.name}`
  }
  if (target.key.length === 0) return `${target.name} has no key`
  return by.length === 0 || by.length === target.key.length
    ? null
    : `\`by\` has ${by.length} fields, the key of ${target.name} has ${target.key.length} (${target.key.join(', ')})`
}

const isUnique = (fields: readonly string[], { key, fields: all, tree }: WrittenEntity): boolean => {
  const isAlone = fields.length === 1 && all.some((field) => field.name === fields[0] && field.isUnique)
  const groups = [key, ...readUnique(tree).map((each) => each.fields)]
  return isAlone || groups.some((group) => group.length > 0 && group.every((name) => fields.includes(name)))
}

const areFields = (entity: WrittenEntity, relation: WrittenRelation, linking: LinkContext): boolean => {
  const known = fieldNames(entity, linking)
  const missing = relation.by.filter((name) => !known.includes(name))
  for (const name of missing) {
    const at = member(relation.tree, 'by') ?? relation.tree
    linking.reader.reporter.report('unknown-field', at, { name, entity: entity.name, known })
  }
  return missing.length === 0
}

const isOptionalField = (entity: WrittenEntity, name: string): boolean =>
  entity.fields.some((field) => field.name === name && field.isOptional)

/** Keys, rules and samples may speak of the field that a relation to nothing would have implied: that is no mistake of theirs. */
const brokenFields = (entity: WrittenEntity, { entities }: LinkContext): readonly WrittenField[] =>
  entity.relations.flatMap((relation) => {
    const name = impliedName(relation.name, 'id')
    const isBroken = relation.kind === 'one' && !entities.has(relation.target) && relation.by.length === 0
    if (!isBroken || entity.fields.some((field) => field.name === name)) return []
    const { place, isOptional } = relation
    return [
      { ...impliedField(name, { kind: 'uuid' }, { ...relation, place, isOptional }), default: { kind: 'database' } },
    ]
  })

const impliedFields = (entity: WrittenEntity, linking: LinkContext): readonly WrittenField[] => {
  const declared = new Set(entity.fields.map((field) => field.name))
  return linking.ones(entity).flatMap((relation) => {
    const written = entity.relations.find((each) => each.name === relation.name)
    if (!written || written.by.length) return []
    return relation.from.flatMap((name, index) => {
      if (declared.has(name)) return []
      declared.add(name)
      const key = relation.to[index] ?? ''
      const type = keyType(linking.entities.get(relation.target), key, linking, 0)
      return [
        { ...impliedField(name, type, relation), ...(relation.was ? { was: impliedName(relation.was, key) } : {}) },
      ]
    })
  })
}

type ImplyingRelation = Pick<LinkedRelation, 'name' | 'place' | 'isOptional'>

const impliedField = (name: string, type: Field['type'], relation: ImplyingRelation): WrittenField => ({
  name,
  place: relation.place,
  type,
  isOptional: relation.isOptional,
  isUnique: false,
  isReadOnly: false,
  isImmutable: false,
  impliedBy: relation.name,
})

/** Keys that are themselves implied by relations are followed; a circle of them ends in a uuid and is reported by `bad-key`. */
const keyFollowMax = 16

const keyType = (
  entity: WrittenEntity | undefined,
  key: string,
  linking: LinkContext,
  depth: number,
): Field['type'] => {
  const field = entity?.fields.find((each) => each.name === key)
  if (field) return field.type
  const relation = entity?.relations.find(
    (each) => each.kind === 'one' && !each.by.length && key.startsWith(each.name) && key !== each.name,
  )
  const target = relation && linking.entities.get(relation.target)
  const targetKey = target?.key.find((each) => relation && impliedName(relation.name, each) === key)
  if (!target || targetKey === undefined || depth > keyFollowMax) return { kind: 'uuid' }
  return keyType(target, targetKey, linking, depth + 1)
}
