import type { VerbSense } from '../lexicon/lexicon.ts'
import type { Clause } from '../reading/clauses.ts'
import type { Item } from '../reading/items.ts'
import type { Mention } from '../reading/mentions.ts'
import type { Labelled, Sentence } from '../reading/read-sentences.ts'
import { agentsOf, complementsOf, isPropertyList, isReduced, itemFrom, listIn, prepositional } from './clause-parts.ts'
import { type Concept, type Concepts, isPropertyKind, isSomebody, isThing, kindOf, note } from './concepts.ts'
import { actOf, deedOf, deedsOf, eventOf, linksOf, noteDeed, notedIn, type Participant, propertiesOf } from './deeds.ts'
import type { Facts } from './facts.ts'
import type { Senses } from './senses.ts'

export const readFacts = (sentences: readonly Sentence[], concepts: Concepts, senses: Senses): Facts => {
  const reader = new Reader(concepts, senses)
  for (const [at, sentence] of sentences.entries()) reader.read(sentence, at)
  return reader.facts
}

class Reader {
  readonly facts: Facts = { acts: [], has: [], events: [], deeds: [], links: [] }
  readonly #concepts: Concepts
  readonly #senses: Senses
  /** What `it` and `who` stand for. */
  #thing: Concept | null = null
  #person: Concept | null = null
  #owner: Concept | null = null
  /** What was made last. */
  #made: Concept | null = null
  /** Whom or what the clause before was about. */
  #subject: Concept | null = null
  /** What the sentence before was about. */
  #topic: Concept | null = null
  /** `I am a midwife`: who writes. */
  #speaker: Concept | null = null

  constructor(concepts: Concepts, senses: Senses) {
    this.#concepts = concepts
    this.#senses = senses
  }

  read(sentence: Sentence, at: number): void {
    for (const mention of sentence.mentions) this.#see(mention, sentence, at)
    for (const item of sentence.items) this.#topItem(item, sentence)
    this.#beside(sentence.items, 'after', sentence)
    this.#ofTopic(sentence)
    for (const labelled of sentence.labelled) this.#labelled(labelled, sentence)
    for (const clause of sentence.clauses) this.#clause(clause, sentence)
    const said =
      sentence.labelled[0]?.label ??
      sentence.clauses[0]?.subjects[0] ??
      keptIn(sentence)?.mention ??
      sentence.items.find(({ mention }) => {
        const concept = this.#concepts.of(mention)
        return concept !== null && isThing(concept)
      })?.mention
    const topic = this.#concepts.of(said)
    if (topic && !isPropertyKind(topic)) this.#topic = topic
  }

  #see(mention: Mention, sentence: Sentence, at: number): void {
    const concept = this.#concepts.of(mention)
    if (!concept) return
    note(concept, mention.isPlural ? 'plural' : 'single')
    note(concept, `det:${mention.determiner}`)
    if (at === 0) note(concept, 'first sentence')
    if (sentence.block.kind === 'heading') note(concept, 'heading')
    const place = sentence.words.indexOf(mention.parts[0] as (typeof sentence.words)[number])
    const before = sentence.words
      .slice(Math.max(0, place - 4), place)
      .map(({ lower }) => lower)
      .join(' ')
    if (/\b(?:how many|max|max\.?|maximum|up to|number of|at least|at most|no of|minimum)\b[^,]*$/.test(before))
      note(concept, 'counted')
    if (
      /\b(?:such as|like|e g|eg|for example|for instance|including)\b[^.]*$/.test(
        sentence.words
          .slice(0, place)
          .map(({ lower }) => lower)
          .join(' '),
      )
    )
      note(concept, 'example')
    if (/\b(?:as a|as an|as)$/.test(before)) note(concept, 'after as')
    if (
      /\b(?:a|an|my|our|your|this|the) [a-z ]*(?:api|app|system|service|backend|platform|tool|database) (?:for|to)\b/.test(
        before,
      )
    )
      note(concept, 'what it is for')
    if (mention.possessor) {
      const owner = this.#concepts.of(mention.possessor)
      note(owner, 'possessor')
      note(concept, 'possessed')
      if (owner) this.facts.has.push({ owner, item: itemFrom(mention), concept, manner: "'s", sentence })
    }
    if (mention.parts.length > 1 && isPropertyKind(concept)) {
      const owner = this.#concepts.at(
        mention.parts
          .slice(0, -1)
          .map(({ lower }) => lower)
          .join(' '),
      )
      note(owner, 'names a property')
      if (owner && owner !== concept)
        this.facts.has.push({ owner, item: itemFrom(mention), concept, manner: 'compound', sentence })
    }
    if (mention.of) {
      const owner = this.#concepts.of(mention.of)
      note(owner, 'of')
      note(concept, 'with of')
      // `readings of pH` have it.
      if (owner && isThing(concept) && isPropertyKind(owner)) {
        note(concept, 'has a property of')
        this.facts.has.push({
          owner: concept,
          item: itemFrom(mention.of),
          concept: owner,
          manner: 'of property',
          sentence,
        })
      }
      if (owner && (isPropertyKind(concept) || kindOf(concept) === 'unknown'))
        this.facts.has.push({ owner, item: itemFrom(mention), concept, manner: 'of', sentence })
      else if (owner && owner !== concept)
        this.facts.links.push({ from: concept, to: owner, manner: 'of', isMany: mention.of.isPlural, sentence })
      if (owner) this.#see(mention.of, sentence, -1)
    }
  }

  #topItem(item: Item, sentence: Sentence): void {
    const concept = this.#concepts.of(item.mention)
    if (!concept || !item.mention) return
    const isWhole = sentence.clauses.length === 0
    note(concept, sentence.items.length > 1 ? (isWhole ? 'listed' : 'listed before') : isWhole ? 'alone' : 'opening')
    note(concept, item.mention.isPlural ? 'listed plural' : 'listed single')
    const after = item.words[item.mention.next]
    if (after?.pos === 'prep' || after?.pos === 'to') note(concept, `listed with ${after.lower}`)
    for (const [preposition, mention] of prepositional(item)) {
      const other = this.#concepts.of(mention)
      if (!other || other === concept) continue
      note(other, `prep:${preposition}`)
      if (preposition !== 'with')
        this.facts.links.push({
          from: concept,
          to: other,
          manner: `item ${preposition}`,
          isMany: mention.isPlural,
          sentence,
        })
    }
    if (isThing(concept)) this.#thing = concept
    if (isSomebody(concept)) this.#person = concept
  }

  #labelled({ label, preposition, items, sign }: Labelled, sentence: Sentence): void {
    const owner = this.#concepts.of(label)
    if (!owner) return
    const kinds = items.map(({ mention }) => this.#concepts.of(mention))
    const properties = kinds.filter((each) => each && isPropertyKind(each)).length
    const isFieldList = properties * 2 >= items.length
    note(owner, `label${sign}${isFieldList ? ' of fields' : ''}${preposition ? ' per' : ''}`)
    if (items.length === 1) note(owner, `label${sign} of one`)
    for (const [nth, item] of items.entries()) {
      const concept = kinds[nth] ?? null
      if (concept === owner) continue
      note(concept, `in ${sign}${isFieldList ? ' of fields' : ''}`)
      if (item.mention) note(concept, `in ${sign} ${item.mention.isPlural ? 'plural' : 'single'}`)
      this.facts.has.push({ owner, item, concept, manner: sign, sentence })
    }
    this.#owner = owner
    if (!isSomebody(owner) || items.length > 1) this.#thing = owner
  }

  #clause(clause: Clause, sentence: Sentence): void {
    const { predicate } = clause
    const sense =
      predicate.kind === 'verb'
        ? this.#senses.ofVerb(predicate.forms, [...clause.subjects.flatMap(({ parts }) => parts), ...clause.rest])
        : null
    const subjects = this.#subjects(clause)
    for (const { preposition, items } of clause.openings)
      for (const { mention } of items) note(this.#concepts.of(mention), `opening ${preposition}`)
    if (predicate.kind === 'have') this.#has(clause, subjects, sentence)
    else if (predicate.kind === 'be') this.#is(clause, subjects, sentence)
    else if (predicate.isPassive || isReduced(clause))
      this.#deed(
        clause,
        sense,
        agentsOf(clause, this.#concepts),
        subjects.map((concept) => ({ concept, isPlural: clause.subjects[0]?.isPlural ?? false })),
        sentence,
      )
    else this.#deed(clause, sense, subjects, this.#objects(clause), sentence)
    this.#remember(clause, subjects)
  }

  #subjects({ subjects, pronoun }: Clause): readonly Concept[] {
    const said = subjects.map((mention) => this.#concepts.of(mention)).filter((each) => each !== null)
    if (said.length > 0) return said
    if (pronoun === 'i' && this.#speaker) return [this.#speaker]
    if (
      pronoun === null ||
      /^(?:i|we|you|us|me|there|what|how|nobody|none|everything|something|nothing)$/.test(pronoun)
    )
      return []
    if (/^(?:each|they|these|those|all|both)$/.test(pronoun) && this.#subject) return [this.#subject]
    const meant = /^(?:he|she|who|they)$/.test(pronoun) ? (this.#person ?? this.#thing) : (this.#thing ?? this.#owner)
    return meant ? [meant] : []
  }

  #objects(clause: Clause): readonly Participant[] {
    const found: Participant[] = []
    for (const { mention, words } of clause.objects) {
      const at = words.findIndex(({ lower }) => /^(?:it|them|this|these|that|those)$/.test(lower))
      if (mention) {
        const concept = this.#concepts.of(mention)
        if (concept) found.push({ concept, isPlural: mention.isPlural })
      } else if (at === 0 && this.#thing) found.push({ concept: this.#thing, isPlural: words[0]?.lower === 'them' })
    }
    return found
  }

  #has(clause: Clause, subjects: readonly Concept[], sentence: Sentence): void {
    const items = listIn(clause)
    const isOurs =
      subjects.length === 0 && (clause.pronoun === 'we' || clause.pronoun === 'i' || clause.pronoun === 'there')
    for (const item of items) {
      const concept = this.#concepts.of(item.mention)
      if (isOurs) {
        note(concept, 'kept')
        note(concept, 'ours')
      } else {
        note(
          concept,
          item.mention?.isPlural
            ? 'had plural'
            : item.mention?.determiner === 'a' || item.mention?.determiner === 'one'
              ? 'had one'
              : 'had',
        )
        for (const owner of subjects) {
          if (owner === concept) continue
          note(owner, 'has')
          this.facts.has.push({ owner, item, concept, manner: 'have', sentence })
        }
      }
    }
    if (subjects.length > 0 && isPropertyList(items, this.#concepts))
      for (const owner of subjects) note(owner, 'has fields')
  }

  #is(clause: Clause, subjects: readonly Concept[], sentence: Sentence): void {
    for (const concept of subjects) note(concept, 'is')
    const [first] = clause.objects
    const other = this.#concepts.of(first?.mention)
    if (clause.pronoun === 'there' && other) note(other, 'kept')
    if (clause.pronoun === 'i' && other && isSomebody(other)) {
      note(other, 'speaker')
      this.#speaker = other
    }
    for (const subject of subjects) {
      for (const { preposition, items } of clause.complements)
        for (const { mention } of items) {
          const place = this.#concepts.of(mention)
          note(place, `prep:${preposition}`)
          if (place && place !== subject && mention)
            this.facts.links.push({
              from: subject,
              to: place,
              manner: `is ${preposition}`,
              isMany: mention.isPlural,
              sentence,
            })
        }
    }
  }

  #deed(
    clause: Clause,
    sense: VerbSense | null,
    subjects: readonly Concept[],
    objects: readonly Participant[],
    sentence: Sentence,
  ): void {
    const about = this.#about(clause)
    const deed = deedOf({ clause, sense, subjects, objects, sentence, about }, this.#concepts)
    noteDeed(deed, this.#concepts)
    this.facts.has.push(...notedIn(deed, this.#concepts))
    this.#withOf(clause, sentence)
    this.#beside(listIn(clause), 'beside', sentence)
    if (deed.people.length > 0)
      this.facts.acts.push(actOf(deed, this.#concepts, { thing: this.#thing, made: this.#made }))
    const event = eventOf(deed, this.#concepts, this.#thing)
    if (event) {
      this.#made = event.concept
      this.facts.has.push(...propertiesOf(event, deed, this.#concepts))
      this.facts.events.push(event)
    } else this.facts.links.push(...linksOf(deed, this.#concepts))
    this.facts.deeds.push(...deedsOf(deed, event !== null, this.#thing))
  }

  /** What properties that are noted belong to: `on each visit the weight is noted`. */
  #about(clause: Clause): Concept | null {
    const opened = clause.openings
      .filter(({ preposition }) => /^(?:on|at|for|per|after|before|of|during)$/.test(preposition))
      .flatMap(({ items }) => items)
    for (const { mention } of opened) {
      const concept = this.#concepts.of(mention)
      if (concept && (isThing(concept) || (isSomebody(concept) && mention?.determiner === 'each'))) return concept
    }
    for (const [preposition, mention] of complementsOf(clause)) {
      const concept = this.#concepts.of(mention)
      if (concept && /^(?:of|for|on|per|in|about)$/.test(preposition) && isThing(concept)) return concept
    }
    return this.#thing
  }

  /** `Plants at home. Nickname, botanical name`: a sentence of properties alone is about what was spoken of last. */
  #ofTopic(sentence: Sentence): void {
    if (sentence.clauses.length > 0 || sentence.items.length === 0 || !this.#topic) return
    const kinds = sentence.items.map(({ mention }) => this.#concepts.of(mention))
    const properties = kinds.filter((each) => each !== null && isPropertyKind(each)).length
    if (kinds.some((each) => each !== null && isSomebody(each)) || properties * 2 < kinds.length) return
    for (const [nth, item] of sentence.items.entries()) {
      note(kinds[nth], 'of the topic')
      note(this.#topic, 'topic of fields')
      if (kinds[nth] !== this.#topic)
        this.facts.has.push({ owner: this.#topic, item, concept: kinds[nth] ?? null, manner: 'topic', sentence })
    }
  }

  /** `each deal, in and out amounts, a passport number`: properties in a list belong to the thing before them. */
  #beside(items: readonly Item[], manner: string, sentence: Sentence): void {
    let owner: Concept | null = null
    for (const item of items) {
      const concept = this.#concepts.of(item.mention)
      if (concept && isThing(concept)) owner = concept
      else if (owner && (concept === null || isPropertyKind(concept))) {
        note(concept, manner)
        note(owner, `has ${manner}`)
        this.facts.has.push({ owner, item, concept, manner, sentence })
      } else if (concept) owner = null
    }
  }

  /** `a boat with a name and a class`. */
  #withOf(clause: Clause, sentence: Sentence): void {
    for (const [nth, { preposition, items }] of clause.complements.entries()) {
      if (preposition !== 'with') continue
      const before = nth > 0 ? clause.complements[nth - 1]?.items.at(-1) : (clause.objects.at(-1) ?? null)
      const owner =
        this.#concepts.of(before?.mention) ??
        (clause.objects.length === 0 ? this.#concepts.of(clause.subjects[0]) : null)
      if (!owner || isPropertyKind(owner)) continue
      if (isPropertyList(items, this.#concepts)) note(owner, 'has fields')
      for (const item of items) {
        const concept = this.#concepts.of(item.mention)
        if (concept === owner) continue
        note(concept, 'in with')
        this.facts.has.push({ owner, item, concept, manner: 'with', sentence })
      }
    }
  }

  #remember(clause: Clause, subjects: readonly Concept[]): void {
    const objects = clause.objects.map(({ mention }) => this.#concepts.of(mention)).filter((each) => each !== null)
    const placed = clause.complements
      .flatMap(({ items }) => items.map(({ mention }) => this.#concepts.of(mention)))
      .filter((each) => each !== null)
    const thing =
      subjects.find(isThing) ?? objects.find(isThing) ?? (objects.length === 0 ? placed.find(isThing) : undefined)
    if (thing && !clause.isRelative) this.#thing = thing
    const person = subjects.find(isSomebody)
    if (person) this.#person = person
    if (subjects[0] && !clause.isRelative && !isPropertyKind(subjects[0])) this.#subject = subjects[0]
  }
}

/** `I need to track the catches of our club`: what is to be kept. */
const keptIn = ({ clauses: [first] }: Sentence): Item | undefined =>
  first && /^(?:i|we)$/.test(first.pronoun ?? '') ? first.objects.at(-1) : undefined
