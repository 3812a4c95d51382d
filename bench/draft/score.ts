import type { DescribedEntity, DescribedField, DescribedRelation, Description, Named } from './description.ts'
import { agree, entityNamed, fieldNames, type Names, namesOf, normalised, operationNames, wordsOf } from './names.ts'
import { scoreAccess } from './score-access.ts'
import { noTallies, type Tallies, type Tally } from './tally.ts'

/** Each entity of the reference with the one of the draft that stands for it. */
export type Pairs = ReadonlyMap<DescribedEntity, DescribedEntity>

/**
 * How a draft meets a reference, kind by kind. Entities go one to one by any of their names, fields within entities that
 * meet, relations between them by pair and kind, access by role, verb and entity.
 */
export const score = (reference: Description, draft: Description): Tallies => {
  const tallies = noTallies()
  const pairs = pairsOf(reference.entities, draft.entities)
  scoreEntities(reference, draft, pairs, tallies.entities)
  scoreFields(reference, draft, pairs, tallies)
  scoreRelations(reference, draft, pairs, tallies.relations)
  match(reference.roles ?? [], draft.roles ?? [], namesOf, namesOf, tallies.roles)
  match(
    reference.operations ?? [],
    draft.operations ?? [],
    (each) => operationNames(each, reference.entities),
    (each) => operationNames(each, draft.entities),
    tallies.operations,
  )
  scoreAccess(reference, draft, pairs, tallies.access)
  return tallies
}

const isQuoted = ({ quoted }: { readonly quoted?: boolean }): boolean => quoted !== false

const pairsOf = (wanted: readonly DescribedEntity[], found: readonly DescribedEntity[]): Pairs => {
  const pairs = new Map<DescribedEntity, DescribedEntity>()
  const free = new Set(found)
  for (const each of wanted) {
    const hit = [...free].find((other) => agree(namesOf(other), namesOf(each)))
    if (!hit) continue
    pairs.set(each, hit)
    free.delete(hit)
  }
  return pairs
}

const scoreEntities = (reference: Description, draft: Description, pairs: Pairs, tally: Tally): void => {
  for (const each of reference.entities.filter(isQuoted)) tally[pairs.has(each) ? 'hits' : 'missed']++
  tally.extra += draft.entities.length - pairs.size
}

/** Fields of missed entities are missed and of invented ones invented. Ids and references may be keys or relations: not counted. */
const scoreFields = (reference: Description, draft: Description, pairs: Pairs, tallies: Tallies): void => {
  const isPlain = plainFields(reference, draft)
  for (const entity of reference.entities) {
    const other = pairs.get(entity)
    const left = new Set((other?.fields ?? []).filter(isPlain))
    for (const field of (entity.fields ?? []).filter(isPlain)) {
      const names = fieldNames(field, entity)
      const hit = other && [...left].find((each) => agree(fieldNames(each, other), names))
      if (hit) left.delete(hit)
      if (!isQuoted(field)) continue
      tallies.fields[hit ? 'hits' : 'missed']++
      if (hit && field.type) scoreType(field, hit, tallies.types)
    }
    tallies.fields.extra += left.size
  }
  const met = new Set(pairs.values())
  for (const entity of draft.entities)
    if (!met.has(entity)) tallies.fields.extra += (entity.fields ?? []).filter(isPlain).length
}

const scoreType = (field: DescribedField, found: DescribedField, tally: Tally): void => {
  if (found.type === field.type) tally.hits++
  else {
    tally.extra++
    tally.missed++
  }
}

const plainFields = (reference: Description, draft: Description): ((field: DescribedField) => boolean) => {
  const known = new Set([...reference.entities, ...draft.entities].flatMap((each) => [...namesOf(each)]))
  const meant = new Set(reference.entities.flatMap((each) => [...namesOf(each)]))
  return ({ name }) => {
    const words = wordsOf(name)
    const owner = words.at(-1) === 'id' ? normalised(words.slice(0, -1).join(' ')) : undefined
    return !(owner === '' || (owner !== undefined && known.has(owner)) || meant.has(normalised(name)))
  }
}

interface Counted {
  count: number
  isQuoted: boolean
}

/** A relation counts as often as there is one of its kind between the same two. */
const scoreRelations = (reference: Description, draft: Description, pairs: Pairs, tally: Tally): void => {
  const standsFor = new Map([...pairs].map(([one, other]) => [other, one]))
  const wanted = counted(reference.relations, (name) => entityNamed(reference.entities, name)?.name)
  const found = counted(draft.relations, (name) => {
    const entity = entityNamed(draft.entities, name)
    return entity && standsFor.get(entity)?.name
  })
  for (const [key, want] of wanted) {
    const got = found.get(key)?.count ?? 0
    const hits = Math.min(want.count, got)
    if (want.isQuoted) {
      tally.hits += hits
      tally.missed += want.count - hits
    }
    tally.extra += Math.max(0, got - want.count)
    found.delete(key)
  }
  for (const { count } of found.values()) tally.extra += count
}

const counted = (
  relations: readonly DescribedRelation[] | undefined,
  resolve: (name: string) => string | undefined,
): Map<string, Counted> => {
  const found = new Map<string, Counted>()
  for (const relation of (relations ?? []).map(fromMany)) {
    const from = resolve(relation.from) ?? `?${relation.from}`
    const to = resolve(relation.to) ?? `?${relation.to}`
    const isDirected = relation.kind === 'many-to-one' || relation.kind === 'is-a'
    const pair = isDirected ? `${from}>${to}` : [from, to].sort().join('=')
    const key = `${pair}:${relation.kind}`
    found.set(key, { count: (found.get(key)?.count ?? 0) + 1, isQuoted: isQuoted(relation) })
  }
  return found
}

/** One-to-many is many-to-one from the other side. */
const fromMany = (relation: DescribedRelation): DescribedRelation =>
  relation.kind === 'one-to-many'
    ? { ...relation, from: relation.to, to: relation.from, kind: 'many-to-one' }
    : relation

const match = <Item extends Named>(
  wanted: readonly Item[],
  found: readonly Item[],
  wantedNames: (item: Item) => Names,
  foundNames: (item: Item) => Names,
  tally: Tally,
): void => {
  const left = new Set(found)
  for (const each of wanted) {
    const names = wantedNames(each)
    const hit = [...left].find((other) => agree(foundNames(other), names))
    if (hit) left.delete(hit)
    tally[hit ? 'hits' : 'missed']++
  }
  tally.extra += left.size
}
