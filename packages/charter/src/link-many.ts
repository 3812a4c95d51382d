import { fieldNames, type LinkContext } from './link-context.ts'
import { commonOf, type LinkedRelation } from './linked-relation.ts'
import type { WrittenEntity, WrittenRelation } from './read-entity.ts'
import { member } from './tree.ts'

/** A to-many relation: over its inverse, over fields of the target (`by`), or through an entity in between. */
export const linkMany = (
  entity: WrittenEntity,
  relation: WrittenRelation,
  linking: LinkContext,
): readonly LinkedRelation[] => {
  const target = linking.entities.get(relation.target)
  const known = [...linking.entities.keys()]
  if (!target) {
    const at = member(relation.tree, 'many') ?? relation.tree
    linking.reader.reporter.report('unknown-entity', at, { name: relation.target, known })
    return []
  }
  if (relation.through) return linkThrough(entity, relation, target, linking)
  if (relation.by.length) return linkBy(entity, relation, target, linking)
  const inverse = findOne({ from: target, to: entity, name: relation.inverse, relation }, linking)
  return inverse ? [{ ...commonOf(relation), inverse: inverse.name, from: inverse.to, to: inverse.from }] : []
}

const linkBy = (
  entity: WrittenEntity,
  relation: WrittenRelation,
  target: WrittenEntity,
  linking: LinkContext,
): readonly LinkedRelation[] => {
  const { report } = linking.reader.reporter
  const at = member(relation.tree, 'by') ?? relation.tree
  const known = fieldNames(target, linking)
  const missing = relation.by.filter((name) => !known.includes(name))
  for (const name of missing) report('unknown-field', at, { name, entity: target.name, known })
  if (missing.length) return []
  if (relation.by.length === entity.key.length) return [{ ...commonOf(relation), from: entity.key, to: relation.by }]
  const why = `\`by\` has ${relation.by.length} fields, the key of ${entity.name} has ${entity.key.length}`
  report('relation-mismatch', at, { relation: relation.name, why })
  return []
}

const linkThrough = (
  entity: WrittenEntity,
  relation: WrittenRelation,
  target: WrittenEntity,
  linking: LinkContext,
): readonly LinkedRelation[] => {
  const name = relation.through?.entity ?? ''
  const between = linking.entities.get(name)
  if (!between) {
    const at = member(relation.tree, 'through') ?? relation.tree
    linking.reader.reporter.report('unknown-entity', at, { name, known: [...linking.entities.keys()] })
    return []
  }
  const here = findOne({ from: between, to: entity, name: relation.through?.here, relation }, linking)
  const there = here && findOne({ from: between, to: target, name: relation.through?.there, relation }, linking)
  if (!here || !there) return []
  const through = { entity: between.name, from: there.from, to: there.to }
  return [{ ...commonOf(relation), from: here.to, to: here.from, through }]
}

interface Wanted {
  readonly from: WrittenEntity
  readonly to: WrittenEntity
  readonly name: string | undefined
  readonly relation: WrittenRelation
}

/** The to-one relation of `from` that points at `to`: the one named, or the only one. */
const findOne = ({ from, to, name, relation }: Wanted, linking: LinkContext): LinkedRelation | undefined => {
  const { report } = linking.reader.reporter
  const at = { place: relation.place, path: relation.tree.path }
  const ones = linking.ones(from).filter((each) => each.target === to.name)
  // One that leads nowhere may be the one that is meant: its own mistake is told, and nothing follows from it.
  const isBroken = from.relations.some(
    (each) =>
      each.kind === 'one' &&
      (name === undefined || each.name === name) &&
      !linking.ones(from).some((one) => one.name === each.name),
  )
  if (isBroken && ones.every((each) => each.name !== name) && (name !== undefined || ones.length === 0))
    return undefined
  if (name !== undefined) {
    const named = ones.find((each) => each.name === name)
    if (!named) {
      const where = member(relation.tree, 'inverse') ?? member(relation.tree, 'through') ?? at
      report('unknown-relation', where, { name, entity: from.name, known: ones.map((each) => each.name) })
    }
    return named
  }
  if (ones.length === 1) return ones[0]
  const why =
    ones.length === 0
      ? `${from.name} has no to-one relation to ${to.name}`
      : `${from.name} has several to-one relations to ${to.name}`
  const hint = ones.length
    ? `Name one of ${ones.map((each) => each.name).join(', ')} with \`inverse\`.`
    : `Add \`relations: { ${lower(to.name)}: { one: ${to.name} } }\` to ${from.name}.`
  report('relation-unclear', at, { relation: relation.name, why, hint })
  return undefined
}

const lower = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1)
