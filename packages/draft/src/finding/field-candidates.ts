import type { AnalysedField } from '../analysis.ts'
import type { UsualField } from '../lexicon/lexicon.ts'
import { entityName, memberName } from '../read/names.ts'
import type { ReadField } from '../read/read-field.ts'
import { isUnitAt, unitAfter } from '../read/units.ts'
import type { Item } from '../reading/items.ts'
import type { Mention } from '../reading/mentions.ts'
import { itemFrom } from './clause-parts.ts'
import { type Concept, isPropertyKind } from './concepts.ts'
import type { HasFact, Part } from './facts.ts'
import type { Features } from './features.ts'
import { ownerFeatures, partFeatures } from './field-features.ts'
import { Places } from './places.ts'
import type { ParsedText } from './read-all.ts'
import { saidFields } from './said-fields.ts'

/** Something that a thing may have, and what speaks for it. */
export interface FieldCandidate {
  readonly owner: Concept
  readonly item: Item
  readonly field: Omit<AnalysedField, 'quoted' | 'confidence'>
  readonly features: Features
}

/** All that the words name beside things, each with every thing near it that it could belong to. */
export const fieldCandidates = (
  reading: ParsedText,
  kept: ReadonlySet<Concept>,
  text: string,
): readonly FieldCandidate[] => {
  const found = new Map<string, FieldCandidate>()
  const places = new Places(reading, kept)
  const add = ({ owner, item, field, features }: FieldCandidate): void => {
    if (field.name === '') return
    const key = `${owner.key} ${field.name}`
    const known = found.get(key)
    found.set(
      key,
      known ? { ...known, features: { ...features, ...known.features } } : { owner, item, field, features },
    )
  }
  const listed = [...kept].flatMap((owner) => valuesOf(owner, reading.facts.has, kept) ?? [])
  for (const { owner, item, field } of listed)
    add({ owner, item, field, features: { bias: 1, 'values in brackets': 1 } })
  const taken = new Set(listed.flatMap(({ facts }) => facts))
  for (const part of partsIn(reading, kept, taken)) {
    if (isUnitAt(text, part.item.start)) continue
    const said = wordsOf(part.item, text)
    const own = partFeatures(part, said)
    const near = places.near(part)
    for (const owner of near.keys()) {
      const usual = part.concept?.sense?.type ?? null
      for (const read of saidFields(said, part.item, entityName(owner.key)))
        add({
          owner,
          item: part.item,
          field: fieldFrom(read, usual),
          features: { ...own, ...ownerFeatures(part, owner, read.name, near, places) },
        })
    }
  }
  return [...found.values()]
}

const wordsOf = ({ bracket, start, end }: Item, text: string): string =>
  withUnit(text, start, Math.max(end, bracket ? (bracket.at(-1)?.end ?? end) + 1 : end)).replace(/\s+/g, ' ')

/** `an area in hectares` is one. */
const withUnit = (text: string, start: number, end: number): string =>
  text.slice(start, end) + unitAfter(text.slice(end, end + unitMax))

const unitMax = 60

const partsIn = (
  { sentences, concepts, facts }: ParsedText,
  kept: ReadonlySet<Concept>,
  taken: ReadonlySet<HasFact>,
): readonly Part[] => {
  const parts = new Map<number, { -readonly [key in keyof Part]: Part[key] }>()
  for (const fact of facts.has) {
    const { item, concept, owner, sentence } = fact
    if (taken.has(fact) || (concept && kept.has(concept) && concept !== owner)) continue
    const known = parts.get(item.start)
    if (known) known.facts = [...known.facts, fact]
    else parts.set(item.start, { item, concept, sentence, facts: [fact] })
  }
  const covered = [...parts.values(), ...taken].map(({ item }) => item)
  for (const sentence of sentences)
    for (const mention of sentence.mentions.flatMap(within)) {
      const concept = concepts.of(mention)
      if (!concept || kept.has(concept) || !isPropertyKind(concept) || parts.has(mention.start)) continue
      if (covered.some(({ start, end }) => mention.start < end && start < mention.end)) continue
      parts.set(mention.start, { item: itemFrom(mention), concept, sentence, facts: [] })
    }
  return [...parts.values()]
}

const within = (mention: Mention): readonly Mention[] => [mention, ...(mention.of ? within(mention.of) : [])]

/** `pitches (tent, caravan, camper)`: kinds, where none is a property. */
const valuesOf = (owner: Concept, facts: readonly HasFact[], kept: ReadonlySet<Concept>) => {
  const inside = facts.filter((fact) => fact.owner === owner && fact.manner === '(')
  const [first] = inside
  if (!first || inside.length < 2) return null
  const areValues = inside.every(
    ({ item, concept }) =>
      item.words.length <= 3 &&
      item.bracket === null &&
      !(concept && kept.has(concept)) &&
      !(concept && isPropertyKind(concept)) &&
      item.words.every(({ pos }) => /^(?:noun|adj|verb|conj|sign)$/.test(pos)),
  )
  if (!areValues) return null
  const values = inside
    .flatMap(({ item }) =>
      item.words
        .map(({ lower }) => lower)
        .join(' ')
        .split(/ or | \/ /),
    )
    .map(memberName)
  const field = {
    name: 'type',
    aliases: [],
    type: 'enum',
    optional: false,
    enum: values,
    class: null,
    options: { type: 'enum', values },
  }
  return [{ owner, item: first.item, field, facts: inside }]
}

const fieldFrom = (read: ReadField, usual: UsualField | null): FieldCandidate['field'] => {
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
