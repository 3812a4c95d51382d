import type { Facts, LinkFact, Quote } from '../facts/facts.ts'
import { isPerson } from '../language/lexicon.ts'
import type { Phrase } from '../language/phrases.ts'
import type { Concept, Concepts } from './concepts.ts'

/** What speaks for one of `from` having one `to`. */
export interface Tie {
  readonly from: Concept
  readonly to: Concept
  readonly features: Readonly<Record<string, number>>
  readonly quote: Quote
}

interface Counts {
  oneAfter: number
  nextOne: number
  manyAfter: number
  manyBefore: number
  topicOne: number
  topicAny: number
  together: number
  granted: number
  linked: number
  gathered: number
  quote: Quote | null
}

/** Every pair of entities that a text speaks of together, both ways round, with what speaks for a reference. */
export const tiesOf = (concepts: Concepts, facts: Facts, links: readonly LinkFact[]): readonly Tie[] => {
  const pairs = new Map<string, { from: Concept; to: Concept; counts: Counts }>()
  const at = (from: Concept, to: Concept): Counts => {
    const id = `${from.name}\0${to.name}`
    const known = pairs.get(id)
    if (known) return known.counts
    const counts: Counts = { ...nothing }
    pairs.set(id, { from, to, counts })
    return counts
  }
  for (const sighting of facts.sightings) countSighting(sighting, concepts, at)
  for (const link of links) countLink(link, concepts, at)
  // A right over a thing is no reference to it.
  const spoken = [...pairs.values()].filter(
    ({ counts }) => counts.together + counts.linked + counts.gathered + counts.topicAny > 0,
  )
  return spoken.map(({ from, to, counts }) => ({
    from,
    to,
    features: featuresOf(from, to, counts, at(to, from), concepts),
    quote: counts.quote ?? from.quote,
  }))
}

const nothing: Counts = {
  oneAfter: 0,
  nextOne: 0,
  manyAfter: 0,
  manyBefore: 0,
  topicOne: 0,
  topicAny: 0,
  together: 0,
  granted: 0,
  linked: 0,
  gathered: 0,
  quote: null,
}

type At = (from: Concept, to: Concept) => Counts

const phrasesMax = 24

const countSighting = (
  { phrases, topic, isGrant, quote }: Facts['sightings'][number],
  concepts: Concepts,
  at: At,
): void => {
  const seen = phrases.slice(0, phrasesMax).flatMap((phrase) => {
    const concept = concepts.near(phrase.key)
    return concept ? [{ phrase, concept }] : []
  })
  const about = topic === null ? undefined : concepts.near(topic)
  for (const [index, first] of seen.entries())
    for (const [offset, second] of seen.slice(index + 1).entries())
      if (first.concept !== second.concept) countPair(first, second, { isNext: offset === 0, isGrant, quote }, at)
  if (!about || isGrant) return
  for (const { phrase, concept } of seen) {
    if (concept === about) continue
    const counts = at(about, concept)
    counts.topicAny++
    if (isOne(phrase)) counts.topicOne++
    counts.quote ??= quote
  }
}

interface Seen {
  readonly phrase: Phrase
  readonly concept: Concept
}

const isOne = ({ quantity, isPlural, isPossessive }: Phrase): boolean =>
  !isPlural && (/^(?:one|optional)$/.test(quantity) || isPossessive)

const countPair = (
  first: Seen,
  second: Seen,
  { isNext, isGrant, quote }: { readonly isNext: boolean; readonly isGrant: boolean; readonly quote: Quote },
  at: At,
): void => {
  const counts = at(first.concept, second.concept)
  if (isGrant) {
    counts.granted++
    return
  }
  counts.together++
  counts.quote ??= quote
  if (isOne(second.phrase)) {
    counts.oneAfter++
    if (isNext) counts.nextOne++
  } else if (isOne(first.phrase)) counts.manyAfter++
  if (isOne(first.phrase) && !isOne(second.phrase) && isNext) at(second.concept, first.concept).manyBefore++
}

const countLink = ({ from, to, quantity, weight, quote }: LinkFact, concepts: Concepts, at: At): void => {
  const [one, other] = [concepts.near(from), concepts.near(to)]
  if (!one || !other || one === other) return
  const counts = quantity === 'many' ? at(other, one) : at(one, other)
  if (quantity === 'many') counts.gathered += weight
  else counts.linked += weight
  counts.quote = quote
}

const featuresOf = (
  from: Concept,
  to: Concept,
  counts: Counts,
  reverse: Counts,
  concepts: Concepts,
): Readonly<Record<string, number>> => {
  const log = (count: number) => Math.log1p(count)
  return {
    oneAfter: log(counts.oneAfter),
    nextOne: log(counts.nextOne),
    manyAfter: log(counts.manyAfter),
    manyBefore: log(counts.manyBefore),
    topicOne: log(counts.topicOne),
    topicAny: log(counts.topicAny),
    together: log(counts.together),
    granted: log(counts.granted),
    linked: Math.min(2, counts.linked),
    isLinked: counts.linked >= 0.5 ? 1 : 0,
    gathered: Math.min(2, counts.gathered),
    isGathered: counts.gathered >= 0.5 ? 1 : 0,
    reverseOne: log(reverse.oneAfter),
    reverseTopic: log(reverse.topicAny),
    reverseLinked: Math.min(2, reverse.linked),
    reverseGathered: Math.min(2, reverse.gathered),
    reverseTogether: log(reverse.together),
    toPerson: isPerson(to.key) ? 1 : 0,
    fromPerson: isPerson(from.key) ? 1 : 0,
    confidence: from.confidence * to.confidence,
    entities: log(concepts.entities.length),
    one: 1,
  }
}
