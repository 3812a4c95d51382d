import { type Charter, type Entity, isSealed } from './charter.ts'
import type { CharterCheck, CharterReporter } from './charter-check.ts'
import { atEntity } from './check-names.ts'
import { relatedSet } from './related-set.ts'

/** `sets` and `person`: relations that lead to many rows, conditions on them, and a field that can hold who somebody is. */
export const checkSets: CharterCheck = (charter, reporter) => {
  for (const entity of charter.entities) {
    for (const set of entity.sets ?? []) checkSet(charter, entity, set, reporter)
    checkPerson(entity, reporter)
  }
}

type DeclaredSet = NonNullable<Entity['sets']>[number]

const checkSet = (
  charter: Charter,
  entity: Entity,
  { name, place, count }: DeclaredSet,
  { report }: CharterReporter,
): void => {
  const at = { place, path: `entities.${entity.name}.sets.${name}` }
  const set = relatedSet(charter, entity, name)
  if (set && 'error' in set) report('bad-set', at, { set: name, why: set.error })
  for (const given of count === undefined ? [name] : [name, count])
    if (isTaken(entity, given, name))
      report('name-clash', at, { name: given, other: `what ${entity.name} has already` })
}

const isTaken = ({ fields, relations, sets = [] }: Entity, given: string, own: string): boolean =>
  [...fields, ...relations].some((each) => each.name === given) ||
  sets.some(({ name, count }) => (name === own ? name === given && count === given : name === given || count === given))

const checkPerson = (entity: Entity, { report }: CharterReporter): void => {
  const { person: name } = entity
  if (name === undefined) return
  const at = { ...atEntity(entity), path: `entities.${entity.name}.person` }
  const field = entity.fields.find((each) => each.name === name)
  if (!field) {
    report('unknown-field', at, { name, entity: entity.name, known: entity.fields.map((each) => each.name) })
    return
  }
  const why =
    field.type.kind !== 'text' && field.type.kind !== 'uuid'
      ? `it is ${field.type.kind}, and \`principal.id\` is text`
      : isSealed(field)
        ? 'its value is kept sealed'
        : null
  if (why !== null) report('bad-person', at, { field: name, why })
}
