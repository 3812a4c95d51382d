import type { Rule } from '@charter/runtime'
import type { Charter, Entity, Relation } from './charter.ts'
import type { CharterCheck } from './charter-check.ts'
import { isOurs } from './ours.ts'

/** Entities whose rows need each other: none of them could be the first. What a database of somebody else holds already is its own affair. */
export const checkFirstRows: CharterCheck = (charter, { report }, { rules }) => {
  const told = new Set<string>()
  for (const entity of charter.entities) {
    const circle = told.has(entity.name) ? null : circleFrom(charter, entity)
    if (!circle) continue
    for (const each of circle) told.add(each.of)
    const [first] = circle
    if (!first || !circle.some(({ of }) => isMade(rules, of))) continue
    report(
      'never-first',
      { place: first.relation.place, path: `entities.${first.of}.relations.${first.relation.name}` },
      { names: [...circle.map(({ of }) => of), first.of] },
    )
  }
}

interface Need {
  readonly of: string
  readonly relation: Relation
}

/** The shortest way along what rows need that leads back to the entity; null where none does. */
const circleFrom = (charter: Charter, entity: Entity): readonly Need[] | null => {
  const needsOf = (of: string) =>
    needs(
      charter,
      charter.entities.find(({ name }) => name === of),
    )
  const seen = new Set<string>()
  let ways = needsOf(entity.name).map((need) => [need])
  while (ways.length > 0) {
    const back = ways.find((way) => way.at(-1)?.relation.target === entity.name)
    if (back) return back
    ways = ways.flatMap((way) => {
      const target = way.at(-1)?.relation.target ?? ''
      if (seen.has(target)) return []
      seen.add(target)
      return needsOf(target).map((need) => [...way, need])
    })
  }
  return null
}

/** Relations without which no row of the entity can be made, in a database of the service. */
const needs = (charter: Charter, entity: Entity | undefined): readonly Need[] => {
  if (!entity || !isOurs(charter, entity)) return []
  const isRequired = (name: string) => entity.fields.some((field) => field.name === name && !field.isOptional)
  return entity.relations
    .filter(({ kind, from }) => kind === 'one' && from.length > 0 && from.every(isRequired))
    .map((relation) => ({ of: entity.name, relation }))
}

const isMade = (rules: readonly Rule[], of: string): boolean =>
  rules.some(
    ({ effect, entity, actions }) =>
      effect === 'permit' && actions.includes('create') && (entity === null || entity === of),
  )
