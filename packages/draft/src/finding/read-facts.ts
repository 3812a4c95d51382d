import type { VerbSense } from '../lexicon/lexicon.ts'
import type { Clause, Complement } from '../reading/clauses.ts'
import type { Item } from '../reading/items.ts'
import { type Mention, mentionAt } from '../reading/mentions.ts'
import type { Labelled, Sentence } from '../reading/read-sentences.ts'
import { type Concept, type Concepts, isSomebody, kindOf, note } from './concepts.ts'
import type { Senses } from './senses.ts'

/** A thing and one part of what it has. */
export interface HasFact {
  readonly owner: Concept
  readonly item: Item
  readonly concept: Concept | null
  readonly manner: string
  readonly sentence: Sentence
}

export interface EventFact {
  readonly concept: Concept
  readonly parts: readonly { readonly role: string; readonly concept: Concept; readonly isPlural: boolean }[]
  readonly subjects: readonly Concept[]
  readonly verb: string
  readonly sense: VerbSense | null
  readonly sentence: Sentence
  readonly clause: Clause
}

/** Somebody does something with something that is there: `approves`, `reads`, `splits`. */
export interface DeedFact {
  readonly subjects: readonly Concept[]
  readonly on: Concept
  readonly verb: string
  /** What kind of doing: `moves`, `create`, `read`, `unknown` … */
  readonly manner: string
  readonly state: string | null
  readonly isDenied: boolean
  readonly condition: string | null
  readonly sentence: Sentence
  readonly clause: Clause
}

export interface LinkFact {
  /** Many of it for one of `to`. */
  readonly from: Concept
  readonly to: Concept
  readonly manner: string
  readonly isMany: boolean
  readonly sentence: Sentence
}

/** What somebody does, and all that it may be done to. */
export interface ActFact {
  readonly subjects: readonly Concept[]
  readonly verb: string
  readonly manner: string
  readonly targets: readonly { readonly concept: Concept; readonly via: string }[]
  readonly state: string | null
  readonly isDenied: boolean
  readonly condition: string | null
  readonly sentence: Sentence
  readonly clause: Clause
}

export interface Facts {
  readonly acts: ActFact[]
  readonly has: HasFact[]
  readonly events: EventFact[]
  readonly deeds: DeedFact[]
  readonly links: LinkFact[]
}

export const readFacts = (sentences: readonly Sentence[], concepts: Concepts, senses: Senses): Facts => {
  const reader = new Reader(concepts, senses)
  for (const [at, sentence] of sentences.entries()) reader.read(sentence, at)
  return reader.facts
}

const isPropertyKind = (concept: Concept): boolean => /^(?:property|measure|time)$/.test(kindOf(concept))
const isThing = (concept: Concept): boolean =>
  concept.key !== '' && !isSomebody(concept) && /^(?:thing|event|place|document|group|unknown)$/.test(kindOf(concept))

const nobody: Pick<Concept, 'key' | 'sense'> & Concept = {
  key: '',
  sense: null,
  noun: null,
  mentions: [],
  seen: new Map([]),
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
      sentence.items.find(({ mention }) => isThing(this.#concepts.of(mention) ?? nobody))?.mention
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
    if (clause.pronoun === 'we' || clause.pronoun === 'i') void 0
    if (predicate.kind === 'have') this.#has(clause, subjects, sentence)
    else if (predicate.kind === 'be') this.#is(clause, subjects, sentence)
    else if (predicate.isPassive || isReduced(clause))
      this.#deed(
        clause,
        sense,
        agentsOf(clause, this.#concepts),
        subjects.map((concept) => ({ concept, isPlural: clause.subjects[0]?.isPlural ?? false })),
        sentence,
        clause.rest,
      )
    else this.#deed(clause, sense, subjects, this.#objects(clause), sentence, clause.rest)
    this.#remember(clause, subjects)
  }

  #subjects({ subjects, pronoun }: Clause): readonly Concept[] {
    const said = subjects.map((mention) => this.#concepts.of(mention)).filter((each) => each !== null)
    if (said.length > 0) return said
    if (
      pronoun === null ||
      /^(?:i|we|you|us|me|there|what|how|nobody|none|everything|something|nothing)$/.test(pronoun)
    )
      return []
    if (/^(?:each|they|these|those|all|both)$/.test(pronoun) && this.#subject) return [this.#subject]
    const meant = /^(?:he|she|who|they)$/.test(pronoun) ? (this.#person ?? this.#thing) : (this.#thing ?? this.#owner)
    return meant ? [meant] : []
  }

  #objects(clause: Clause): readonly { concept: Concept; isPlural: boolean }[] {
    const found: { concept: Concept; isPlural: boolean }[] = []
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
    objects: readonly { concept: Concept; isPlural: boolean }[],
    sentence: Sentence,
    rest: Clause['rest'],
  ): void {
    void rest
    const { predicate } = clause
    const verb = predicate.forms[0]?.name ?? predicate.word.lower
    const manner = mannerOf(sense)
    const condition = conditionOf(clause)
    const voice = predicate.isPassive ? 'passive ' : ''
    for (const subject of subjects) {
      note(subject, `does ${manner}`)
      if (objects.length > 0) note(subject, 'does to something')
    }
    const isOurs = subjects.length === 0 && (clause.pronoun === null || /^(?:i|we|you)$/.test(clause.pronoun))
    if (isOurs) for (const { concept } of objects) note(concept, `ours ${manner}`)
    if (isOurs && /^(?:need|want|get|have|like|require|see|know|use)$/.test(verb))
      for (const { concept } of objects) note(concept, 'kept')
    for (const { concept, isPlural } of objects) {
      note(concept, `${voice}object of ${manner}`)
      note(concept, isPlural ? 'object plural' : 'object single')
    }
    const complements = complementsOf(clause)
    for (const [preposition, mention] of complements) note(this.#concepts.of(mention), `prep:${preposition}`)
    const people = subjects.filter((each) => !isPropertyKind(each))
    // What is done with properties alone is said of what the sentence is about.
    const properties = clause.objects.filter(({ mention }) => {
      const concept = this.#concepts.of(mention)
      return concept === null || isPropertyKind(concept)
    })
    const about = this.#about(clause, objects)
    if (sense?.isKeeping || /^(?:create|update)$/.test(manner) || manner === 'unknown' || manner === 'measures') {
      const items = manner === 'measures' ? properties : listIn(clause)
      const areProperties = items.length > 0 && properties.length === clause.objects.length
      if (areProperties && about)
        for (const item of items)
          this.facts.has.push({
            owner: about,
            item,
            concept: this.#concepts.of(item.mention),
            manner: 'noted',
            sentence,
          })
    }
    if (
      predicate.isPassive &&
      /^(?:identify|describe|characterise|record|note|keep|list|store|define|know|log|enter|save|register|print|mark|label)/.test(
        verb,
      )
    )
      for (const { preposition, items } of clause.complements)
        if (/^(?:by|with|as)$/.test(preposition) && isPropertyList(items, this.#concepts))
          for (const { concept: owner } of objects)
            for (const item of items)
              this.facts.has.push({
                owner,
                item,
                concept: this.#concepts.of(item.mention),
                manner: `recorded ${preposition}`,
                sentence,
              })
    this.#withOf(clause, sentence)
    this.#beside(listIn(clause), 'beside', sentence)
    if (people.length > 0) {
      const targets = new Map<Concept, string>()
      for (const { concept } of objects) if (!isPropertyKind(concept)) targets.set(concept, 'object')
      if (manner === 'makes' && sense?.makes) targets.set(this.#concepts.made(sense.makes), 'made')
      for (const [preposition, mention] of complements) {
        const concept = this.#concepts.of(mention)
        if (concept && !targets.has(concept) && !people.includes(concept) && !isPropertyKind(concept))
          targets.set(concept, preposition)
      }
      const hasObject = objects.some(({ concept }) => !isPropertyKind(concept))
      if (this.#thing && !targets.has(this.#thing)) targets.set(this.#thing, hasObject ? 'topic' : 'topic alone')
      if (this.#made && !targets.has(this.#made)) targets.set(this.#made, hasObject ? 'last made' : 'last made alone')
      if (about && !hasObject)
        targets.set(about, properties.length > 0 ? 'noted of' : (targets.get(about) ?? 'topic alone'))
      this.facts.acts.push({
        subjects: people,
        verb,
        manner,
        targets: [...targets].map(([concept, via]) => ({ concept, via })),
        state: sense?.moves ?? null,
        isDenied: predicate.isNegated,
        condition,
        sentence,
        clause,
      })
    }
    if (manner === 'makes' && sense?.makes) {
      const made = this.#concepts.made(sense.makes)
      note(made, 'made')
      if (people.length > 0) note(made, 'made by somebody')
      if (objects.some(({ concept }) => isThing(concept))) note(made, 'made of a thing')
      if (objects.length === 0) note(made, 'made of nothing')
      if (objects.some(({ concept }) => isPropertyKind(concept))) note(made, 'made of a property')
      if (objects.some(({ concept }) => /^(?:event|document)$/.test(kindOf(concept)))) note(made, 'made of an event')
      if (predicate.isPassive) note(made, 'made passively')
      if (clause.isConditional) note(made, 'made if')
      if (clause.isRelative) note(made, 'made in a relative')
      const parts: { role: string; concept: Concept; isPlural: boolean }[] = []
      for (const subject of subjects) parts.push({ role: 'subject', concept: subject, isPlural: false })
      for (const { concept, isPlural } of objects)
        if (concept !== made) parts.push({ role: 'object', concept, isPlural })
      for (const [preposition, mention] of complements) {
        const concept = this.#concepts.of(mention)
        if (concept && concept !== made && !(preposition === 'by' && subjects.includes(concept)))
          parts.push({ role: preposition, concept, isPlural: mention.isPlural })
      }
      if (objects.length === 0 && this.#thing && !clause.isRelative)
        parts.push({ role: 'topic', concept: this.#thing, isPlural: false })
      const filled = sense.of.filter((role) =>
        parts.some((part) => part.role === role && !isPropertyKind(part.concept)),
      )
      note(made, `made with ${Math.min(filled.length, 2)} of ${Math.min(sense.of.length, 2)}`)
      for (const { role, concept } of parts)
        if (role === 'subject' || role === 'object') note(made, `made, ${role} ${kindOf(concept)}`)
      if (sense.near.length > 0) note(made, 'made in its own sense')
      if (objects.some(({ concept }) => isThing(concept)) && people.some(isSomebody))
        note(made, 'made of a thing by somebody')
      for (const part of parts) note(part.concept, `part ${sense.of.includes(part.role) ? 'usual ' : ''}${part.role}`)
      for (const { preposition, items } of clause.complements)
        if (/^(?:with|for|by|at|on|in)$/.test(preposition))
          for (const item of items) {
            const concept = this.#concepts.of(item.mention)
            if (concept && isPropertyKind(concept) && kindOf(concept) !== 'time')
              this.facts.has.push({ owner: made, item, concept, manner: `made ${preposition}`, sentence })
          }
      for (const item of clause.objects) {
        const concept = this.#concepts.of(item.mention)
        if (concept && isPropertyKind(concept))
          this.facts.has.push({ owner: made, item, concept, manner: 'made of', sentence })
      }
      this.#made = made
      this.facts.events.push({ concept: made, parts, subjects: people, verb, sense, sentence, clause })
      for (const { concept } of objects)
        this.facts.deeds.push({
          subjects: people,
          on: concept,
          verb,
          manner: 'makes',
          state: null,
          isDenied: predicate.isNegated,
          condition,
          sentence,
          clause,
        })
      return
    }
    const targets =
      objects.length > 0
        ? objects.map(({ concept }) => concept)
        : manner === 'moves' && people.length === 0 && subjects.length > 0
          ? subjects
          : this.#thing && manner !== 'nothing' && manner !== 'unknown'
            ? [this.#thing]
            : []
    for (const on of targets)
      this.facts.deeds.push({
        subjects: people,
        on,
        verb,
        manner,
        state: sense?.moves ?? null,
        isDenied: predicate.isNegated,
        condition,
        sentence,
        clause,
      })
    if (
      manner === 'links' ||
      manner === 'unknown' ||
      manner === 'moves' ||
      manner === 'create' ||
      manner === 'update'
    ) {
      const roles = new Map<string, readonly { concept: Concept; isPlural: boolean }[]>()
      roles.set(
        'subject',
        subjects.map((concept) => ({ concept, isPlural: clause.subjects[0]?.isPlural ?? false })),
      )
      roles.set('object', objects)
      for (const [preposition, mention] of complements) {
        const concept = this.#concepts.of(mention)
        if (concept)
          roles.set(preposition, [...(roles.get(preposition) ?? []), { concept, isPlural: mention.isPlural }])
      }
      if (predicate.isPassive) {
        const by = roles.get('by')
        if (by) roles.set('subject', by)
      }
      if (sense?.links) {
        const [many, one] = sense.links
        for (const from of roles.get(many) ?? [])
          for (const to of roles.get(one) ?? [])
            if (from.concept !== to.concept)
              this.facts.links.push({
                from: from.concept,
                to: to.concept,
                manner: 'links',
                isMany: to.isPlural,
                sentence,
              })
      } else {
        for (const { concept: from } of objects)
          for (const [preposition, mention] of complements) {
            const to = this.#concepts.of(mention)
            if (to && to !== from && preposition !== 'by')
              this.facts.links.push({
                from,
                to,
                manner: `${manner} ${preposition}`,
                isMany: mention.isPlural,
                sentence,
              })
          }
        for (const from of subjects)
          for (const { concept: to, isPlural } of objects)
            if (from !== to)
              this.facts.links.push({ from: to, to: from, manner: `${manner} subject`, isMany: isPlural, sentence })
      }
    }
  }

  /** What properties that are noted belong to: `on each visit the weight is noted`. */
  #about(clause: Clause, objects: readonly { concept: Concept }[]): Concept | null {
    const opened = clause.openings
      .filter(({ preposition }) => /^(?:on|at|for|per|after|before|of|during)$/.test(preposition))
      .flatMap(({ items }) => items)
    for (const { mention } of opened) {
      const concept = this.#concepts.of(mention)
      if (concept && isThing(concept)) return concept
    }
    for (const [preposition, mention] of complementsOf(clause)) {
      const concept = this.#concepts.of(mention)
      if (concept && /^(?:of|for|on|per|in|about)$/.test(preposition) && isThing(concept)) return concept
    }
    void objects
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

const itemFrom = (mention: Mention): Item => ({
  words: mention.parts,
  mention,
  bracket: null,
  start: mention.start,
  end: mention.end,
})

/** The list after the predicate, prepositions and all. */
const listIn = (clause: Clause): readonly Item[] => {
  const items: Item[] = [...clause.objects]
  for (const { preposition, items: more } of clause.complements) {
    // `weight in kg, colour`: the list goes on after the first.
    if (/^(?:in|from|by|on|of|for|at|between|per|to|with|as)$/.test(preposition)) items.push(...more.slice(1))
    void preposition
  }
  return items
}

const isPropertyList = (items: readonly Item[], concepts: Concepts): boolean =>
  items.filter(({ mention }) => {
    const concept = concepts.of(mention)
    return concept !== null && isPropertyKind(concept)
  }).length *
    2 >=
  items.length

const isReduced = ({ predicate, rest }: Clause): boolean => predicate.word.tense === 'past' && rest[0]?.lower === 'by'

const agentsOf = ({ complements }: Clause, concepts: Concepts): readonly Concept[] =>
  complements
    .filter(({ preposition }) => preposition === 'by')
    .flatMap(({ items }) => items.slice(0, 1))
    .map(({ mention }) => concepts.of(mention))
    .filter((each) => each !== null)
    .filter((each) => /^(?:actor|client|unknown person|unknown|group|container|software)$/.test(kindOf(each)))

const complementsOf = ({
  complements,
}: {
  complements: readonly Complement[]
}): readonly (readonly [string, Mention])[] =>
  complements.flatMap(({ preposition, items }) =>
    items.flatMap(({ mention }) => (mention ? [[preposition, mention] as const] : [])),
  )

const prepositional = (item: Item): readonly (readonly [string, Mention])[] => {
  const found: (readonly [string, Mention])[] = []
  for (const [at, word] of item.words.entries()) {
    if (!(word.pos === 'prep' || word.pos === 'to') || word.lower === 'of') continue
    const mention = item.mention && at >= item.mention.next ? mentionOf(item, at + 1) : null
    if (mention) found.push([word.lower, mention])
  }
  return found
}

const mentionOf = (item: Item, at: number): Mention | null => mentionAt(item.words, at)

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

const conditionOf = (clause: Clause): string | null => {
  const own = clause.objects.some(
    ({ mention }) => mention?.possessive && /^(?:their|his|her|my|our)$/.test(mention.possessive),
  )
  return own ? 'own' : null
}
