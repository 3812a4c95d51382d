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
import { entityName, memberName, withArticle } from '../read/names.ts'
import type { readField } from '../read/read-field.ts'
import { accessCandidates, relationCandidates, roleCandidates, type Said } from './candidates.ts'
import { type Concept, isPropertyKind } from './concepts.ts'
import type { HasFact } from './facts.ts'
import { entityFeatures, type Features, fieldFeatures } from './features.ts'
import { type Reading, readWords } from './read-all.ts'
import { saidFields } from './said-fields.ts'
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
  const analysed = entities.map(
    (concept): AnalysedEntity => ({
      name: entityName(concept.key),
      aliases: aliasesOf(concept, reading, kept),
      fields: fieldsOf(concept, reading, kept, text, weights, thresholds),
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
  { facts }: Reading,
  text: string,
): { quoted: boolean; quote: string; offset: number } => {
  const place = concept.mentions[0]?.mention ?? facts.events.find((event) => event.concept === concept)?.place
  return place
    ? { quoted: true, quote: text.slice(place.start, place.end), offset: place.start }
    : { quoted: true, quote: concept.key, offset: 0 }
}

const wholesIn = ({ concepts }: Reading): readonly Concept[] => [...concepts.all.values()].filter(isWhole)

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
const aliasesOf = (concept: Concept, reading: Reading, kept: ReadonlySet<Concept>): readonly string[] => {
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

export interface FieldCandidate {
  readonly fact: HasFact
  readonly name: string
  readonly field: Omit<AnalysedField, 'quoted' | 'confidence'>
  readonly features: Features
}

/** What a thing is said to have that is no thing itself. */
export const fieldCandidates = (
  owner: Concept,
  reading: Reading,
  kept: ReadonlySet<Concept>,
  text: string,
): readonly FieldCandidate[] => {
  const found: FieldCandidate[] = []
  const names = new Set<string>()
  const own = reading.facts.has.filter((fact) => fact.owner === owner)
  const values = valuesIn(own, kept)
  if (values) {
    const [fact] = values.facts
    if (fact) {
      const field = {
        name: 'type',
        aliases: [],
        type: 'enum',
        optional: false,
        enum: values.names,
        class: null,
        options: { type: 'enum', values: values.names },
      }
      names.add('type')
      found.push({ fact, name: 'type', field, features: { ...fieldFeatures(fact, null, 'values', 'x'), values: 1 } })
    }
  }
  for (const fact of own) {
    const { item, concept, manner } = fact
    if (values?.facts.includes(fact)) continue
    if (concept && kept.has(concept) && concept !== owner) continue
    const end = item.bracket ? (item.bracket.at(-1)?.end ?? item.end) + 1 : item.end
    const said = text.slice(item.start, Math.max(end, item.end)).replace(/\s+/g, ' ')
    const usual = concept?.sense?.type ?? null
    for (const read of saidFields(said, item, entityName(owner.key))) {
      if (read.name === '' || names.has(read.name)) continue
      names.add(read.name)
      const features = fieldFeatures(fact, concept, manner, said)
      found.push({ fact, name: read.name, field: fieldFrom(read, usual), features })
    }
  }
  return found
}

/** `pitches (tent, caravan, camper)`: kinds, where none is a property. */
const valuesIn = (
  facts: readonly HasFact[],
  kept: ReadonlySet<Concept>,
): { readonly facts: readonly HasFact[]; readonly names: readonly string[] } | null => {
  const inside = facts.filter(({ manner }) => manner === '(')
  if (inside.length < 2) return null
  const areValues = inside.every(
    ({ item, concept }) =>
      item.words.length <= 3 &&
      item.bracket === null &&
      !(concept && kept.has(concept)) &&
      !(concept && isPropertyKind(concept)) &&
      item.words.every(({ pos }) => /^(?:noun|adj|verb|conj|sign)$/.test(pos)),
  )
  if (!areValues) return null
  const names = inside
    .flatMap(({ item }) =>
      item.words
        .map(({ lower }) => lower)
        .join(' ')
        .split(/ or | \/ /),
    )
    .map(memberName)
  return { facts: inside, names }
}

const fieldFrom = (
  read: NonNullable<ReturnType<typeof readField>>,
  usual: UsualField | null,
): FieldCandidate['field'] => {
  const { options } = read
  const isPlain = options.type === 'text' && options.format === undefined
  const type = isPlain && usual && usual.type !== 'text' ? usual.type : String(options.type ?? 'text')
  return {
    name: read.name,
    aliases: [],
    type,
    optional: options.optional === true,
    enum: Array.isArray(options.values) ? (options.values as string[]) : (usual?.values ?? null),
    class: (options.class as AnalysedField['class']) ?? usual?.class ?? null,
    options: type === options.type ? options : { type },
  }
}

const fieldsOf = (
  concept: Concept,
  reading: Reading,
  kept: ReadonlySet<Concept>,
  text: string,
  weights: Weights,
  thresholds: Thresholds,
): readonly AnalysedField[] => {
  const said = fieldCandidates(concept, reading, kept, text)
    .map(({ fact, field, features }) => ({ fact, field, confidence: likelihood(features, weights.field) }))
    .filter(({ confidence }) => confidence >= thresholds.field)
    .map(
      ({ fact, field, confidence }): AnalysedField => ({
        ...field,
        quoted: true,
        quote: text.slice(fact.item.start, fact.item.end),
        offset: fact.item.start,
        confidence: rounded(confidence),
      }),
    )
  return said
}

const relationsOf = (
  reading: Reading,
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
