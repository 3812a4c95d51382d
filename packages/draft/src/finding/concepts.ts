import { formKey, type Lexicon } from '../lexicon/index.ts'
import type { NounSense } from '../lexicon/lexicon.ts'
import { keyOf, type Mention } from '../reading/mentions.ts'
import type { Sentence } from '../reading/read-sentences.ts'
import { looksLikePerson } from '../reading/word-tests.ts'
import type { Senses } from './senses.ts'

/** Something that a text speaks of, wherever it does. */
export interface Concept {
  /** `leave request`; of what a verb makes, the noun that the lexicon gives it. */
  readonly key: string
  readonly sense: NounSense | null
  /** Its canonical noun, where the lexicon has one: `doctor` of `gp`. */
  readonly noun: string | null
  readonly mentions: { readonly mention: Mention; readonly sentence: Sentence }[]
  /** What was seen of it, and how often. */
  readonly seen: Map<string, number>
}

export type Kind = NounSense['is'] | 'unknown' | 'unknown person'

export const kindOf = ({ sense, key }: Pick<Concept, 'sense' | 'key'>): Kind =>
  sense ? sense.is : looksLikePerson(key) ? 'unknown person' : 'unknown'

/** What kinds have in common: `thing`, `person`, `property`, `unknown`, and `none` of what is kept of itself. */
export const groupOf = (kind: Kind): string =>
  /^(?:thing|event|place|document|group)$/.test(kind)
    ? 'thing'
    : /^(?:actor|client|unknown person)$/.test(kind)
      ? 'person'
      : /^(?:property|measure|time)$/.test(kind)
        ? 'property'
        : kind === 'unknown'
          ? 'unknown'
          : 'none'

export const isSomebody = (concept: Concept): boolean => groupOf(kindOf(concept)) === 'person'
export const isPropertyKind = (concept: Pick<Concept, 'sense' | 'key'>): boolean =>
  groupOf(kindOf(concept)) === 'property'
export const isThing = (concept: Concept): boolean => /^(?:thing|unknown)$/.test(groupOf(kindOf(concept)))

export class Concepts {
  readonly all = new Map<string, Concept>()
  readonly #alias = new Map<string, string>()
  readonly #senses: Senses
  readonly #lexicon: Lexicon

  constructor(sentences: readonly Sentence[], senses: Senses, lexicon: Lexicon) {
    this.#senses = senses
    this.#lexicon = lexicon
    for (const sentence of sentences) for (const mention of sentence.mentions) this.#add(mention, sentence)
    this.#join()
  }

  /** What a phrase speaks of. */
  of(mention: Mention | null | undefined): Concept | null {
    return mention ? this.at(mention.key) : null
  }

  at(key: string): Concept | null {
    return this.all.get(this.#alias.get(key) ?? key) ?? null
  }

  /** A concept that no words name: what a verb makes. */
  made(key: string): Concept {
    const forms = this.#lexicon.nouns.get(formKey(key))?.filter(({ isPlural }) => !isPlural) ?? []
    const said = this.#senses.of(forms)
    // Who rates leaves a rating behind, whatever else the word may stand for.
    const sense: NounSense | null = said && isPropertyKind({ sense: said, key }) ? { ...said, is: 'event' } : said
    const noun = forms.find(({ senses }) => said !== null && senses.includes(said))?.noun.name ?? null
    const known = this.at(key) ?? [...this.all.values()].find((each) => noun !== null && each.noun === noun)
    if (known) return known
    const concept: Concept = { key, sense, noun, mentions: [], seen: new Map() }
    this.all.set(key, concept)
    return concept
  }

  #add(mention: Mention, sentence: Sentence): void {
    // `costume size` speaks of costumes.
    const [modifier, ...others] = mention.parts
    if (modifier && others.length === 1 && modifier.nouns.length > 0) {
      const sense = this.#senses.of(mention.head.nouns)
      const own = this.#senses.of(modifier.nouns)
      if (
        sense &&
        own &&
        /^(?:property|measure)$/.test(sense.is) &&
        /^(?:thing|actor|client|event|place|document|group)$/.test(own.is)
      ) {
        const meant: Mention = {
          ...mention,
          key: keyOf(modifier),
          parts: [modifier],
          head: modifier,
          isPlural: false,
          of: null,
          possessor: null,
          determiner: 'none',
          end: modifier.end,
        }
        this.#put(meant, sentence)
        note(this.all.get(meant.key), 'names a property')
      }
    }
    for (let each: Mention | null = mention; each; each = each.of) {
      this.#put(each, sentence)
      if (each.possessor) this.#put(each.possessor, sentence)
    }
  }

  #put(mention: Mention, sentence: Sentence): void {
    const known = this.all.get(mention.key)
    if (known) {
      known.mentions.push({ mention, sentence })
      return
    }
    const sense = this.#senses.of(mention.head.nouns)
    const noun = mention.head.nouns.find(({ senses }) => sense !== null && senses.includes(sense))?.noun.name ?? null
    this.all.set(mention.key, {
      key: mention.key,
      sense,
      noun: mention.parts.length === 1 ? noun : null,
      mentions: [{ mention, sentence }],
      seen: new Map(),
    })
  }

  /** `keeper` is the `hut keeper` where there is no other, and words for the same thing are one. */
  #join(): void {
    const keys = [...this.all.keys()]
    for (const short of keys) {
      const longer = keys.filter((key) => key.endsWith(` ${short}`))
      const [only] = longer
      if (only === undefined || longer.length > 1) continue
      if (isPropertyKind(this.all.get(short) as Concept)) continue
      this.#merge(short, only)
    }
    const byNoun = new Map<string, string>()
    for (const [key, { noun, sense }] of [...this.all]) {
      if (noun === null || sense === null || groupOf(sense.is) === 'property') continue
      const id = `${noun} ${sense.is}`
      const first = byNoun.get(id)
      if (first === undefined) byNoun.set(id, key)
      else this.#merge(key, first)
    }
  }

  #merge(from: string, into: string): void {
    const [gone, kept] = [this.all.get(from), this.all.get(into)]
    if (!gone || !kept || gone === kept) return
    kept.mentions.push(...gone.mentions)
    this.#alias.set(from, into)
    for (const [key, target] of this.#alias) if (target === from) this.#alias.set(key, into)
    this.all.delete(from)
  }
}

export const note = (concept: Concept | null | undefined, what: string, count = 1): void => {
  if (concept) concept.seen.set(what, (concept.seen.get(what) ?? 0) + count)
}
