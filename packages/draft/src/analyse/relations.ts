import type { AnalysedRelation } from '../analysis.ts'
import type { Facts, LinkFact } from '../facts/facts.ts'
import type { Phrase } from '../language/phrases.ts'
import { memberName } from '../read/names.ts'
import type { Concept, Concepts } from './concepts.ts'
import { likelihoodOf } from './likelihood.ts'
import type { ReadList } from './read-list.ts'
import { tieWeights } from './tie-weights.ts'
import { type Tie, tiesOf } from './ties.ts'

interface Bond {
  readonly a: Concept
  readonly b: Concept
  readonly as: string | undefined
  /** One of `a` has one `b`, and so on, each with the weight of what says so. */
  aOne: number
  aMany: number
  bOne: number
  bMany: number
  isLoose: boolean
  isSingle: boolean
  ownedBy: Concept | null
  isOptional: boolean
  quote: LinkFact['quote']
}

/** The relations between entities: everything said of two of them together decides. */
export const relationsOf = (
  concepts: Concepts,
  lists: readonly ReadList[],
  facts: Facts,
): readonly AnalysedRelation[] => {
  const links = everyLink(concepts, lists, facts)
  const bonds = new Map<string, Bond>()
  for (const link of links) add(link, concepts, bonds)
  const said = [...bonds.values()].flatMap(relationOf)
  const kinds = kindsOf(concepts, facts)
  const settled = [...kinds, ...said.filter(isSettled)]
  return [...settled, ...referencesOf(tiesOf(concepts, facts, links), { said, settled })]
}

/** What one sentence is enough to say: many on both sides, one of several by name, a thing and itself, at most one. */
const isSettled = ({ kind, name, from, to }: AnalysedRelation): boolean =>
  kind !== 'many-to-one' || name !== undefined || from === to

/** A reference missed costs more than one struck out in review. */
const likely = 0.35

/** References: of each two things that are spoken of together, the likelier way round, where it is likely at all. */
const referencesOf = (
  ties: readonly Tie[],
  known: { readonly said: readonly AnalysedRelation[]; readonly settled: readonly AnalysedRelation[] },
): readonly AnalysedRelation[] => {
  const settled = new Set(known.settled.map(pairOf))
  const best = new Map<string, Tie & { readonly likelihood: number }>()
  for (const tie of ties) {
    const likelihood = likelihoodOf(tie.features, tieWeights)
    const pair = pairOf({ from: tie.from.name, to: tie.to.name })
    if (likelihood >= likely && likelihood > (best.get(pair)?.likelihood ?? 0) && !settled.has(pair))
      best.set(pair, { ...tie, likelihood })
  }
  return [...best.values()].map(({ from, to, quote, likelihood }) => {
    const plain = known.said.find((each) => each.from === from.name && each.to === to.name)
    return {
      from: from.name,
      to: to.name,
      kind: 'many-to-one',
      owned: plain?.owned ?? false,
      optional: plain?.optional ?? false,
      quoted: true,
      quote: plain?.quote ?? quote.text,
      offset: plain?.offset ?? quote.start,
      confidence: Math.round(likelihood * 100) / 100,
    }
  })
}

const pairOf = ({ from, to }: Pick<AnalysedRelation, 'from' | 'to'>): string => [from, to].sort().join('\0')

/** Everything that is said of two things together, plainly or by the way. */
export const everyLink = (concepts: Concepts, lists: readonly ReadList[], facts: Facts): readonly LinkFact[] => [
  ...linksOf(lists, concepts),
  ...facts.links,
  ...ownLinks(facts),
  ...keyLinks(lists, concepts),
  ...compoundLinks(concepts),
]

const linksOf = (lists: readonly ReadList[], concepts: Concepts): readonly LinkFact[] =>
  lists.flatMap((list) => {
    const { subject, items, weight } = list
    return items.flatMap(({ phrase, quote, bare }) =>
      phrase === null || /(?<!any |a )\b(?:number|count) of\b/i.test(bare)
        ? []
        : [
            {
              from: subject,
              to: phrase.key,
              quantity: quantityOf(phrase, quote.text),
              isLoose: false,
              isOwned: false,
              quote,
              weight,
              ...(isOneOfSeveral(phrase, list, concepts) && { as: phrase.key }),
            },
          ],
    )
  })

const quantityOf = (phrase: Phrase, text: string): LinkFact['quantity'] => {
  if (phrase.quantity === 'many' || phrase.isPlural) return 'many'
  return /\boptional|if any|may be|sometimes|possibly|maybe\b/i.test(text) ? 'optional' : 'one'
}

/** `a home team and an away team`: each is a relation of its own. */
const isOneOfSeveral = (phrase: Phrase, { items }: ReadList, concepts: Concepts): boolean => {
  const target = concepts.near(phrase.key)
  const keys = items.flatMap((item) =>
    item.phrase && concepts.near(item.phrase.key) === target ? [item.phrase.key] : [],
  )
  return target !== undefined && new Set(keys).size > 1
}

/** `Investors see their own portfolios`: what is somebody's own refers to that somebody. */
const ownLinks = (facts: Facts): readonly LinkFact[] =>
  facts.grants.flatMap(({ role, objects, quote }) =>
    objects
      .filter(({ isOwn }) => isOwn)
      .map(({ key }) => ({
        from: key,
        to: role,
        quantity: 'one' as const,
        isLoose: false,
        isOwned: false,
        quote,
        weight: 0.45,
      })),
  )

const add = (link: LinkFact, concepts: Concepts, bonds: Map<string, Bond>): void => {
  const [from, to] = [concepts.near(link.from), concepts.near(link.to)]
  if (!from || !to) return
  if (
    from === to &&
    !/\b(?:another|previous|earlier|parent|other|itself|older|larger|bigger|original|superior|follow|predecessor|successor|main|master|split|replaces?|mother|child|contra|reverses?|sub-?\w+)\b/i.test(
      link.quote.text,
    )
  )
    return
  const [a, b] = from.name <= to.name ? [from, to] : [to, from]
  const id = `${a.name}\0${b.name}\0${link.as ?? ''}`
  const bond = bonds.get(id) ?? {
    a,
    b,
    as: link.as,
    aOne: 0,
    aMany: 0,
    bOne: 0,
    bMany: 0,
    isLoose: true,
    isSingle: false,
    ownedBy: null,
    isOptional: false,
    quote: link.quote,
  }
  bonds.set(id, bond)
  const isFromA = from === a
  if (link.isSingle) bond.isSingle = true
  if (link.isMutual) {
    bond.aMany = Math.max(bond.aMany, link.weight)
    bond.bMany = Math.max(bond.bMany, link.weight)
  }
  if (link.quantity === 'many') {
    if (isFromA) bond.aMany = Math.max(bond.aMany, link.weight)
    else bond.bMany = Math.max(bond.bMany, link.weight)
    if (!link.isLoose) bond.isLoose = false
  } else {
    if (isFromA) bond.aOne += link.weight
    else bond.bOne += link.weight
    if (link.quantity === 'optional') bond.isOptional = true
    if (link.isOwned) bond.ownedBy = to
  }
}

/** An `order line` is of an order, where the text knows orders and no lines of their own. */
const compoundLinks = (concepts: Concepts): readonly LinkFact[] =>
  concepts.entities.flatMap((entity) =>
    [...entity.keys].flatMap((key) => {
      const words = key.split(' ')
      const [owner, part] = [concepts.of(words.slice(0, -1).join(' ')), concepts.of(words.at(-1) ?? '')]
      const isPart =
        words.length > 1 &&
        owner?.isEntity === true &&
        owner !== entity &&
        (part === undefined || !part.isEntity || part === entity)
      return isPart
        ? [
            {
              from: key,
              to: owner.key,
              quantity: 'one' as const,
              isLoose: false,
              isOwned: false,
              quote: entity.quote,
              weight: 0.5,
            },
          ]
        : []
    }),
  )

/** A column that is the first of another list, or names another thing with a key's word, refers to it: `mold_no`, `customer code`. */
const keyLinks = (lists: readonly ReadList[], concepts: Concepts): readonly LinkFact[] => {
  const keys = keyColumns(lists)
  return lists.flatMap((list) =>
    list.items.flatMap(({ quote, bare }) => {
      const owner = referredBy(bare, list.subject, keys, concepts)
      return owner === undefined
        ? []
        : [
            {
              from: list.subject,
              to: owner,
              quantity: 'one' as const,
              isLoose: false,
              isOwned: false,
              quote,
              weight: 0.8,
            },
          ]
    }),
  )
}

/** What each first column is the key of. */
export const keyColumns = (lists: readonly ReadList[]): ReadonlyMap<string, string> => {
  const keys = new Map<string, string>()
  for (const { subject, items, weight } of lists) {
    const first = items[0]?.bare.toLowerCase() ?? ''
    if (weight >= 1 && idWords.test(first) && !keys.has(first)) keys.set(first, subject)
  }
  return keys
}

const idWords = /(?:^| )(?:id|no|nr|number|code|ref|reference|key|initials|ean|sku|uprn|isbn|iban|tag|plate|name)$/

/** The thing that a column of a list refers to, where it is no other than a reference. */
export const referredBy = (
  column: string,
  subject: string,
  keys: ReadonlyMap<string, string>,
  concepts: Concepts,
): string | undefined => {
  const name = column.toLowerCase()
  const byKey = keys.get(name)
  const self = concepts.of(subject)
  if (byKey !== undefined && concepts.of(byKey) !== self && concepts.of(byKey)?.isEntity) return byKey
  const stem = name.replace(/ (?:id|no|nr|number|code|ref|reference|key|initials)$/, '')
  if (stem === name) return undefined
  const other = concepts.of(stem)
  return other?.isEntity && other !== self && keys.size > 0 ? other.key : undefined
}

const minimum = 0.5

const relationOf = (bond: Bond): readonly AnalysedRelation[] => {
  const { a, b, aOne, aMany, bOne, bMany, isLoose, isOptional, ownedBy, quote } = bond
  const best = Math.max(aOne, aMany, bOne, bMany)
  if (best < minimum) return []
  const made = (from: Concept, to: Concept, kind: AnalysedRelation['kind']): readonly AnalysedRelation[] => [
    {
      from: from.name,
      to: to.name,
      ...(bond.as !== undefined && { name: memberName(bond.as) }),
      kind,
      owned: ownedBy === to,
      optional: isOptional,
      quoted: true,
      quote: quote.text,
      offset: quote.start,
      confidence: Math.min(1, best),
    },
  ]
  if (a === b) return made(a, b, aMany > 0 && aOne === 0 ? 'many-to-many' : 'many-to-one')
  if (aMany > 0 && bMany > 0) return made(a, b, 'many-to-many')
  if (aMany > 0 && isLoose && bOne === 0) return made(a, b, 'many-to-many')
  if (bMany > 0 && isLoose && aOne === 0) return made(b, a, 'many-to-many')
  if (bond.isSingle && aMany === 0 && bMany === 0) return made(a, b, 'one-to-one')
  const aHoldsB = aOne + bMany
  const bHoldsA = bOne + aMany
  return aHoldsB >= bHoldsA ? made(a, b, 'many-to-one') : made(b, a, 'many-to-one')
}

const kindsOf = (concepts: Concepts, facts: Facts): readonly AnalysedRelation[] => {
  const seen = new Set<string>()
  return facts.kinds.flatMap(({ sub, base, quote }) => {
    const [from, to] = [concepts.of(sub), concepts.of(base)]
    if (!from?.isEntity || !to?.isEntity || from === to || seen.has(from.name)) return []
    seen.add(from.name)
    return [
      {
        from: from.name,
        to: to.name,
        kind: 'is-a' as const,
        owned: false,
        optional: false,
        quoted: true,
        quote: quote.text,
        offset: quote.start,
        confidence: 0.8,
      },
    ]
  })
}
