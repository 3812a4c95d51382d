import type { VerbSense } from '../lexicon/lexicon.ts'
import type { Clause, Complement } from '../reading/clauses.ts'
import type { Item } from '../reading/items.ts'
import { type Mention, mentionAt } from '../reading/mentions.ts'
import { type Concept, type Concepts, isPropertyKind, kindOf } from './concepts.ts'

export const itemFrom = (mention: Mention): Item => ({
  words: mention.parts,
  mention,
  bracket: null,
  start: mention.start,
  end: mention.end,
})

/** The list after the predicate, prepositions and all. */
export const listIn = (clause: Clause): readonly Item[] => {
  const items: Item[] = [...clause.objects]
  for (const { preposition, items: more } of clause.complements) {
    // `weight in kg, colour`: the list goes on after the first.
    if (/^(?:in|from|by|on|of|for|at|between|per|to|with|as)$/.test(preposition)) items.push(...more.slice(1))
  }
  return items
}

export const isPropertyList = (items: readonly Item[], concepts: Concepts): boolean =>
  items.filter(({ mention }) => {
    const concept = concepts.of(mention)
    return concept !== null && isPropertyKind(concept)
  }).length *
    2 >=
  items.length

export const isReduced = ({ predicate, rest }: Clause): boolean =>
  predicate.word.tense === 'past' && rest[0]?.lower === 'by'

export const agentsOf = ({ complements }: Clause, concepts: Concepts): readonly Concept[] =>
  complements
    .filter(({ preposition }) => preposition === 'by')
    .flatMap(({ items }) => items.slice(0, 1))
    .map(({ mention }) => concepts.of(mention))
    .filter((each) => each !== null)
    .filter((each) => /^(?:actor|client|unknown person|unknown|group|container|software)$/.test(kindOf(each)))

export const complementsOf = ({
  complements,
}: {
  complements: readonly Complement[]
}): readonly (readonly [string, Mention])[] =>
  complements.flatMap(({ preposition, items }) =>
    items.flatMap(({ mention }) => (mention ? [[preposition, mention] as const] : [])),
  )

export const prepositional = (item: Item): readonly (readonly [string, Mention])[] => {
  const found: (readonly [string, Mention])[] = []
  for (const [at, word] of item.words.entries()) {
    if (!(word.pos === 'prep' || word.pos === 'to') || word.lower === 'of') continue
    const mention = item.mention && at >= item.mention.next ? mentionAt(item.words, at + 1) : null
    if (mention) found.push([word.lower, mention])
  }
  return found
}

export const mannerOf = (sense: VerbSense | null): string =>
  sense === null
    ? 'unknown'
    : sense.makes !== null
      ? 'makes'
      : sense.moves !== null
        ? 'moves'
        : sense.right !== null
          ? sense.right
          : sense.links !== null
            ? 'links'
            : sense.measures !== null
              ? 'measures'
              : sense.isKeeping
                ? 'keeps'
                : 'nothing'

export const conditionOf = (clause: Clause): string | null => {
  const objects = clause.objects.flatMap(({ mention }) => (mention ? [mention] : []))
  const own = objects.find(isOwn)
  if (own) return `own ${own.key}`
  const whole = objects.flatMap(({ of }) => (of && isOwn(of) ? [`of own ${of.key}`] : []))
  const placed = complementsOf(clause).flatMap(([preposition, mention]) =>
    isOwn(mention) ? [`${preposition} own ${mention.key}`] : [],
  )
  return whole[0] ?? placed[0] ?? null
}

const isOwn = ({ possessive }: Mention): boolean => possessive !== null && /^(?:their|his|her|my|our)$/.test(possessive)
