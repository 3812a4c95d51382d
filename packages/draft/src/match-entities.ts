import type { Industry, KnownEntity } from './domains/industry.ts'
import type { OutlineEntity } from './outline.ts'

/** What is known of each entity that the industry knows, by its name or by another. */
export type Matched = ReadonlyMap<OutlineEntity, KnownEntity>

/** Names go before aliases: a `Claim` is a claim where there is one, before it is what others call so. */
export const matchEntities = (entities: Iterable<OutlineEntity>, industry: Industry): Matched => {
  const open = new Map([...entities].map((entity) => [entity.name, entity]))
  const known = industry.topics.flatMap((topic) => topic.entities)
  const matched = new Map<OutlineEntity, KnownEntity>()
  const take = (name: string, as: KnownEntity): void => {
    const entity = open.get(name)
    if (!entity || [...matched.values()].includes(as)) return
    open.delete(name)
    matched.set(entity, as)
  }
  for (const each of known) take(each.name, each)
  for (const each of known) for (const alias of each.aliases) take(alias, each)
  return matched
}

/** The entity that stands for a known one, if any does. */
export const standingFor = (name: string, matched: Matched): OutlineEntity | undefined =>
  [...matched].find(([, known]) => known.name === name)?.[0]
