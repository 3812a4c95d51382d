import { withArticle } from '@charter/runtime'
import { statementsIn } from '../analyse/statements.ts'
import type {
  AnalysedAccess,
  AnalysedEntity,
  AnalysedField,
  AnalysedOperation,
  AnalysedRelation,
  AnalysedRole,
  Analysis,
} from '../analysis.ts'
import type { UsualField } from '../lexicon/lexicon.ts'
import { entityName, memberName } from '../read/names.ts'
import { accessCandidates, relationCandidates, roleCandidates, type Said } from './candidates.ts'
import type { Concept } from './concepts.ts'
import { entityFeatures, type Features } from './features.ts'
import { fieldCandidates } from './field-candidates.ts'
import { type ParsedText, readWords } from './read-all.ts'
import { unusedIn } from './unused.ts'

export type Weights = Readonly<
  Record<'entity' | 'relation' | 'many' | 'role' | 'access' | 'field', Readonly<Record<string, number>>>
>

export interface Thresholds {
  readonly entity: number
  /** Of what a verb makes of somebody and something that both take part in it. */
  readonly made: number
  readonly relation: number
  readonly many: number
  /** Of the likeliest tie of what has no other. */
  readonly lonely: number
  readonly role: number
  readonly access: number
  readonly field: number
  /** Of another thing than the likeliest. */
  readonly fieldOfMore: number
}

/** How likely something is, from what was seen of it. */
export const likelihood = (features: Features, weights: Readonly<Record<string, number>>): number => {
  let sum = 0
  for (const [name, value] of Object.entries(features)) sum += (weights[name] ?? 0) * value
  return 1 / (1 + Math.exp(-sum))
}

const rounded = (value: number): number => Math.round(value * 100) / 100

/** What was decided, and what each thing usually has beside. */
export interface Decided {
  readonly analysis: Analysis
  /** By the entity's name. */
  readonly usual: ReadonlyMap<string, readonly UsualField[]>
}

export const decide = (text: string, weights: Weights, thresholds: Thresholds): Decided => {
  const reading = readWords(text)
  const { concepts } = reading
  const sure = new Map<Concept, number>()
  for (const concept of concepts.all.values()) sure.set(concept, likelihood(entityFeatures(concept), weights.entity))
  const entities = [...concepts.all.values()].filter(
    (concept) =>
      !isWhole(concept) &&
      (sure.get(concept) ?? 0) >= (concept.seen.has('made with 2 of 2') ? thresholds.made : thresholds.entity) &&
      entityName(concept.key) !== '',
  )
  const kept = new Set(entities)
  const fields = fieldsOf(reading, kept, text, weights, thresholds)
  const analysed = entities.map(
    (concept): AnalysedEntity => ({
      name: entityName(concept.key),
      aliases: aliasesOf(concept, reading, kept),
      fields: fields.get(concept) ?? [],
      ...quoteOf(concept, reading, text),
      confidence: rounded(sure.get(concept) ?? 0),
    }),
  )
  const roles = roleCandidates(reading)
    .map(({ concept, features }) => ({ concept, confidence: likelihood(features, weights.role) }))
    .filter(({ confidence }) => confidence >= thresholds.role)
  const access = accessCandidates(
    reading,
    roles.map(({ concept }) => concept),
    entities,
  )
    .map((candidate) => ({ ...candidate, confidence: likelihood(candidate.features, weights.access) }))
    .filter(({ confidence }) => confidence >= thresholds.access)
  const operations = new Map<string, AnalysedOperation>()
  for (const { isOperation, verb, on, quote, confidence } of access) {
    if (!isOperation) continue
    const name = memberName(`${verb} ${on.key}`)
    if (!operations.has(name))
      operations.set(name, {
        name,
        on: entityName(on.key),
        aliases: [memberName(verb)],
        quoted: true,
        quote: quote.text,
        offset: quote.start,
        confidence: rounded(confidence),
      })
  }
  const rights = new Map<string, { -readonly [key in keyof AnalysedAccess]: AnalysedAccess[key] }>()
  for (const { role, verb, on, isOperation, condition, quote, confidence } of access) {
    const key = `${role.key} ${on.key}`
    const known = rights.get(key)
    const right = isOperation ? memberName(`${verb} ${on.key}`) : verb
    if (known) known.do = [...known.do, right]
    else
      rights.set(key, {
        role: memberName(role.key),
        do: [right],
        on: entityName(on.key),
        when: condition,
        quoted: true,
        quote: quote.text,
        offset: quote.start,
        confidence: rounded(confidence),
      })
  }
  const analysis: Analysis = {
    entities: analysed,
    relations: relationsOf(reading, entities, weights, thresholds),
    roles: roles.map(
      ({ concept, confidence }): AnalysedRole => ({
        name: memberName(concept.key),
        aliases: concept.noun && concept.noun !== concept.key ? [memberName(concept.noun)] : [],
        ...quoteOf(concept, reading, text),
        confidence: rounded(confidence),
      }),
    ),
    access: [...rights.values()],
    operations: [...operations.values()],
    statements: statementsIn(text),
    notEntities: [...concepts.all.values()].filter((concept) => !kept.has(concept)).map(({ key }) => entityName(key)),
    unused: unusedIn(
      reading,
      {
        concepts: new Set([...entities, ...roles.map(({ concept }) => concept), ...wholesIn(reading)]),
        places: analysed.flatMap(({ fields }) => fields.flatMap(placeOf)),
      },
      text,
    ),
    contradictions: [],
  }
  return { analysis, usual: new Map(entities.map((concept) => [entityName(concept.key), concept.sense?.fields ?? []])) }
}

/** The first words that speak of it; of what a verb makes, the verb. */
const quoteOf = (
  concept: Concept,
  { facts }: ParsedText,
  text: string,
): { quoted: boolean; quote: string; offset: number } => {
  const place = concept.mentions[0]?.mention ?? facts.events.find((event) => event.concept === concept)?.place
  return place
    ? { quoted: true, quote: text.slice(place.start, place.end), offset: place.start }
    : { quoted: true, quote: concept.key, offset: 0 }
}

const wholesIn = ({ concepts }: ParsedText): readonly Concept[] => [...concepts.all.values()].filter(isWhole)

const placeOf = ({ quote, offset }: AnalysedField) =>
  quote === undefined || offset === undefined ? [] : [{ start: offset, end: offset + quote.length }]

/** `a library with members, books and loans`: the one that everything belongs to is no thing beside them. */
const isWhole = ({ sense, seen, mentions }: Concept): boolean =>
  sense?.is === 'container' &&
  mentions.every(({ mention }) => !mention.isPlural && !/^(?:each|many|any)$/.test(mention.determiner)) &&
  (seen.has('labelwith') || seen.has('label:') || seen.has('what it is for') || seen.has('has')) &&
  !seen.has('has fields') &&
  !seen.has('labelwith of fields') &&
  !seen.has('label: of fields')

/** Other names that it goes by: its last word, its usual noun, what it is made of. */
const aliasesOf = (concept: Concept, reading: ParsedText, kept: ReadonlySet<Concept>): readonly string[] => {
  const names = new Set<string>()
  const words = concept.key.split(' ')
  for (let at = 1; at < words.length; at++) {
    const short = words.slice(at).join(' ')
    const other = reading.concepts.at(short)
    if (!other || other === concept) names.add(short)
  }
  if (concept.noun) names.add(concept.noun)
  for (const { concept: made, verb, parts } of reading.facts.events) {
    if (made !== concept) continue
    if (!reading.concepts.at(verb)) names.add(verb)
    for (const { role, concept: part } of parts)
      if (role === 'object' && kept.has(part)) names.add(`${part.key} ${concept.key}`)
  }
  return [...names].map(entityName).filter((name) => name !== '' && name !== entityName(concept.key))
}

/** What each thing has: every part of a list, and every property, belongs to what it most likely does, and to others that are as sure. */
const fieldsOf = (
  reading: ParsedText,
  kept: ReadonlySet<Concept>,
  text: string,
  weights: Weights,
  thresholds: Thresholds,
): ReadonlyMap<Concept, readonly AnalysedField[]> => {
  const judged = fieldCandidates(reading, kept, text).map((candidate) => ({
    ...candidate,
    confidence: likelihood(candidate.features, weights.field),
  }))
  const best = new Map<number, number>()
  for (const { item, confidence } of judged) best.set(item.start, Math.max(best.get(item.start) ?? 0, confidence))
  const found = new Map<Concept, AnalysedField[]>()
  for (const { owner, item, field, confidence } of judged) {
    const isLikeliest = confidence === best.get(item.start)
    if (confidence < (isLikeliest ? thresholds.field : thresholds.fieldOfMore)) continue
    const own = found.get(owner) ?? []
    found.set(owner, own)
    own.push({
      ...field,
      quoted: true,
      quote: text.slice(item.start, item.end),
      offset: item.start,
      confidence: rounded(confidence),
    })
  }
  return found
}

const relationsOf = (
  reading: ParsedText,
  entities: readonly Concept[],
  weights: Weights,
  thresholds: Thresholds,
): readonly AnalysedRelation[] => {
  const best = new Map<string, Tie>()
  for (const { from, to, kind, features, said } of relationCandidates(reading, entities)) {
    const confidence = likelihood(features, kind === 'many-to-one' ? weights.relation : weights.many)
    const key = [from.key, to.key].sort().join(' = ')
    const known = best.get(key)
    if (known && known.confidence >= confidence) continue
    best.set(key, {
      confidence,
      from,
      to,
      kind,
      said,
      isOwned: kind === 'many-to-one' && (features['usually a part'] ?? 0) > 0,
    })
  }
  const ties = [...best.values()].sort((one, other) => other.confidence - one.confidence)
  const chosen = new Set(
    ties.filter(
      ({ confidence, kind }) => confidence >= (kind === 'many-to-one' ? thresholds.relation : thresholds.many),
    ),
  )
  // What hangs on nothing is seldom meant so: its likeliest tie is taken.
  for (const entity of entities) {
    const own = ties.filter(({ from, to }) => from === entity || to === entity)
    const [likeliest] = own
    if (likeliest && !own.some((tie) => chosen.has(tie)) && likeliest.confidence >= thresholds.lonely)
      chosen.add(likeliest)
  }
  return [...chosen].map(({ from, to, kind, isOwned, said, confidence }) => ({
    from: entityName(from.key),
    to: entityName(to.key),
    kind,
    owned: isOwned,
    optional: false,
    ...(said
      ? { quoted: true, quote: said.text, offset: said.start }
      : {
          quoted: false,
          assumed: `${withArticle(from.key)} usually belongs to ${withArticle(to.key)}; the words do not say`,
        }),
    confidence: rounded(confidence),
  }))
}

interface Tie {
  readonly confidence: number
  readonly from: Concept
  readonly to: Concept
  readonly kind: 'many-to-one' | 'many-to-many'
  readonly said: Said | null
  readonly isOwned: boolean
}
