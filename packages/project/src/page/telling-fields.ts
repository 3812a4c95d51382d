import type { EntityModel, Predicate, ServiceModel } from '@charter/runtime'

/**
 * Fields that tell one row from another, say what it belongs to, or decide who may do what with it or with rows below it: changed at
 * random, what was filled in for others is theirs no more.
 */
export const tellingFields = (model: ServiceModel, entity: EntityModel): ReadonlySet<string> =>
  new Set([
    ...uniqueGroups(entity).flat(),
    ...entity.relations.flatMap(({ kind, from }) => (kind === 'one' ? from : [])),
    ...model.access.rules.flatMap(({ entity: of, when }) =>
      when === undefined || of === null ? [] : pathsIn(when).flatMap((path) => fieldAt(model, of, path, entity)),
    ),
  ])

/** What no two rows have alike. */
export const uniqueGroups = ({ key, unique }: EntityModel): readonly (readonly string[])[] => [
  key,
  ...unique.map(({ fields }) => fields),
]

/** The field that a path of a rule ends at, where that is one of this entity's. */
const fieldAt = (
  { entities }: ServiceModel,
  from: string,
  path: readonly string[],
  wanted: EntityModel,
): readonly string[] => {
  const last = path.slice(0, -1).reduce<string | undefined>((name, hop) => {
    const at = entities.find((each) => each.name === name)
    return at?.relations.find((relation) => relation.name === hop)?.target
  }, from)
  return last === wanted.name ? path.slice(-1) : []
}

const pathsIn = (predicate: Predicate): readonly (readonly string[])[] => {
  if (predicate.kind === 'and' || predicate.kind === 'or') return predicate.of.flatMap(pathsIn)
  if (predicate.kind === 'not') return pathsIn(predicate.of)
  const operands = [
    ...('left' in predicate ? [predicate.left] : []),
    ...('right' in predicate ? [predicate.right].flat() : []),
  ]
  return operands.flatMap((each) => (each.kind === 'field' ? [each.path] : []))
}
