import { accessCandidates, relationCandidates, roleCandidates } from '../../packages/draft/src/finding/candidates.ts'
import type { Concept } from '../../packages/draft/src/finding/concepts.ts'
import { entityFeatures } from '../../packages/draft/src/finding/features.ts'
import { fieldCandidates } from '../../packages/draft/src/finding/field-candidates.ts'
import { type ParsedText, readWords } from '../../packages/draft/src/finding/read-all.ts'
import type { DescribedEntity, DescribedRelation, Description, Named, Request } from './description.ts'
import { agree, entityNamed, fieldNames, namesOf, normalised } from './names.ts'
import type { Seen } from './sparse-logistic.ts'

export interface IdeaSamples {
  readonly entity: readonly Seen[]
  readonly relation: readonly Seen[]
  readonly many: readonly Seen[]
  readonly role: readonly Seen[]
  readonly access: readonly Seen[]
  readonly field: readonly Seen[]
}

/** Of each text, all that could have been decided, with what its reference says of it; what counts neither way is left out. */
export const ideaSamples = (requests: readonly Request[]): IdeaSamples => {
  const all = requests.map(samplesOf)
  const of = (kind: keyof IdeaSamples): readonly Seen[] => all.flatMap((each) => each[kind])
  return {
    entity: of('entity'),
    relation: of('relation'),
    many: of('many'),
    role: of('role'),
    access: of('access'),
    field: of('field'),
  }
}

const samplesOf = ({ id, words, reference }: Request): IdeaSamples => {
  const reading = readWords(words)
  const meant = paired(reading.concepts.all.values(), reading, reference.entities)
  const entities = [...meant.keys()]
  const ties = relationCandidates(reading, entities).flatMap(({ from, to, kind, features }) => {
    const known = relationBetween(meant.get(from), meant.get(to), kind, reference)
    return known?.quoted === false ? [] : [{ kind, seen: { id, features, isTrue: known !== undefined } }]
  })
  const acting = roleCandidates(reading)
  const roles = paired(
    acting.map(({ concept }) => concept),
    reading,
    reference.roles ?? [],
  )
  return {
    entity: [...reading.concepts.all.values()].flatMap((concept) => {
      const known = entityOf(concept, reading, reference.entities)
      return known?.quoted === false ? [] : [{ id, features: entityFeatures(concept), isTrue: meant.has(concept) }]
    }),
    relation: ties.filter(({ kind }) => kind === 'many-to-one').map(({ seen }) => seen),
    many: ties.filter(({ kind }) => kind === 'many-to-many').map(({ seen }) => seen),
    role: acting.map(({ concept, features }) => ({ id, features, isTrue: roles.has(concept) })),
    access: accessSamples(id, reading, reference, roles, meant),
    field: fieldSamples(id, words, reading, meant),
  }
}

/** A concept goes by its words, by its usual noun, and by its last words where nothing else does. */
const namesIn = ({ key, noun }: Concept, reading: ParsedText): ReadonlySet<string> => {
  const words = key.split(' ')
  const short = words
    .slice(1)
    .map((_, at) => words.slice(at + 1).join(' '))
    .filter((each) => (reading.concepts.at(each)?.key ?? key) === key)
  return new Set([key, ...(noun === null ? [] : [noun]), ...short].map(normalised))
}

const entityOf = <T extends Named>(concept: Concept, reading: ParsedText, all: readonly T[]): T | undefined => {
  const own = namesIn(concept, reading)
  return all.find((each) => agree(namesOf(each), own))
}

/** Each thing of the reference once, by the first concept that it is. */
const paired = <T extends Named>(
  concepts: Iterable<Concept>,
  reading: ParsedText,
  all: readonly T[],
): ReadonlyMap<Concept, T> => {
  const left = new Set(all)
  const found = new Map<Concept, T>()
  for (const concept of concepts) {
    const known = entityOf(concept, reading, [...left])
    if (!known) continue
    left.delete(known)
    found.set(concept, known)
  }
  return found
}

const relationBetween = (
  from: DescribedEntity | undefined,
  to: DescribedEntity | undefined,
  kind: string,
  { entities, relations = [] }: Description,
): DescribedRelation | undefined => {
  const found = relations.filter((each) => {
    const [one, other] = [entityNamed(entities, each.from), entityNamed(entities, each.to)]
    if (each.kind !== kind && !(each.kind === 'one-to-many' && kind === 'many-to-one')) return false
    const isSame = each.kind === 'one-to-many' ? one === to && other === from : one === from && other === to
    return isSame || (kind === 'many-to-many' && one === to && other === from)
  })
  return found.find(({ quoted }) => quoted !== false) ?? found[0]
}

const accessSamples = (
  id: string,
  reading: ParsedText,
  { access = [], operations = [], roles: named = [], entities }: Description,
  roles: ReadonlyMap<Concept, Named>,
  meant: ReadonlyMap<Concept, DescribedEntity>,
): readonly Seen[] => {
  const wanted = new Set(
    access.flatMap(({ role, do: verbs = [], on }) => {
      const who = named.find((each) => namesOf(each).has(normalised(role)))
      return verbs.map((verb) => `${who?.name} ${verb} ${entityNamed(entities, on)?.name}`)
    }),
  )
  const met = new Set<string>()
  return accessCandidates(reading, [...roles.keys()], [...meant.keys()]).map(
    ({ role, verb, on, isOperation, features }) => {
      const entity = meant.get(on) as DescribedEntity
      const own = isOperation
        ? operations.find(
            (each) =>
              entityNamed(entities, each.on) === entity &&
              [...namesOf(each)].some((name) => name.startsWith(normalised(verb))),
          )?.name
        : verb
      const key = `${roles.get(role)?.name} ${own} ${entity.name}`
      const isTrue = wanted.has(key) && !met.has(key)
      met.add(key)
      return { id, features, isTrue }
    },
  )
}

const fieldSamples = (
  id: string,
  words: string,
  reading: ParsedText,
  meant: ReadonlyMap<Concept, DescribedEntity>,
): readonly Seen[] => {
  const left = new Map([...meant.values()].map((entity) => [entity, new Set(entity.fields ?? [])]))
  return fieldCandidates(reading, new Set(meant.keys()), words).flatMap(({ owner, field, features }) => {
    const entity = meant.get(owner) as DescribedEntity
    const own = fieldNames(field, entity)
    const known = [...(left.get(entity) ?? [])].find((each) => agree(fieldNames(each, entity), own))
    if (known) left.get(entity)?.delete(known)
    return known?.quoted === false ? [] : [{ id, features, isTrue: known !== undefined }]
  })
}
