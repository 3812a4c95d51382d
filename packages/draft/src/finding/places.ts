import type { Concept } from './concepts.ts'
import type { ActFact, Part } from './facts.ts'
import type { ParsedText } from './read-all.ts'

/** How many sentences back a thing may have been spoken of last, that something said now is of it. */
const backMax = 3

/** Where things are spoken of, made by what is done included. */
export class Places {
  readonly kept: ReadonlySet<Concept>
  /** By the sentence's index: things with where each is spoken of. */
  readonly #places = new Map<number, Map<Concept, number[]>>()
  readonly #sentences: ReadonlyMap<number, number>
  readonly #acts: readonly ActFact[]
  readonly #made: ReadonlySet<Concept>

  constructor({ sentences, facts }: ParsedText, kept: ReadonlySet<Concept>) {
    this.kept = kept
    this.#sentences = new Map(sentences.map(({ start }, at) => [start, at]))
    this.#acts = facts.acts
    this.#made = new Set(facts.events.map(({ concept }) => concept))
    const add = (concept: Concept, start: number, sentence: number): void => {
      const at = this.#sentences.get(sentence) ?? 0
      const here = this.#places.get(at) ?? new Map<Concept, number[]>()
      this.#places.set(at, here)
      here.set(concept, [...(here.get(concept) ?? []), start])
    }
    for (const concept of kept)
      for (const { mention, sentence } of concept.mentions) add(concept, mention.start, sentence.start)
    for (const { concept, place, sentence } of facts.events)
      if (kept.has(concept)) add(concept, place.start, sentence.start)
  }

  /**
   * What a part of a list, or a property, could belong to, with how each stands to it: `before 0` is the last thing said before it in its
   * sentence, `back 1 last` in the one before; `far` is what was only said to have it.
   */
  near({ facts, concept, item, sentence }: Part): ReadonlyMap<Concept, string> {
    const here = this.#sentences.get(sentence.start) ?? 0
    const found = new Map<Concept, string>()
    const put = (order: readonly Concept[], standing: (at: number) => string): void => {
      for (const [at, owner] of order.entries()) if (!found.has(owner)) found.set(owner, standing(at))
    }
    put(
      this.#order(here, (start) => start <= item.start),
      (at) => `before ${Math.min(at, 2)}`,
    )
    put(this.#order(here, (start) => start > item.start).reverse(), (at) => `after ${Math.min(at, 2)}`)
    for (let back = 1; back <= backMax; back++) {
      const there = this.#order(here - back, () => true)
      put(there, (at) => `back ${back} ${at === 0 ? 'last' : at === there.length - 1 ? 'first' : 'between'}`)
    }
    put(
      this.#order(here + 1, () => true),
      () => 'in the next',
    )
    put(
      facts.map(({ owner }) => owner).filter((owner) => this.kept.has(owner)),
      () => 'far',
    )
    if (concept) found.delete(concept)
    return found
  }

  isMade(owner: Concept): boolean {
    return this.#made.has(owner)
  }

  /** What is done where a part stands, and what the thing is to that. */
  acts({ item, sentence }: Part, owner: Concept): readonly string[] {
    return this.#acts
      .filter((act) => act.sentence === sentence && act.clause.start <= item.start && item.start < act.clause.end)
      .flatMap(({ manner, targets, subjects }) => {
        const via = targets.filter(({ concept }) => concept === owner).map((target) => target.via)
        if (subjects.includes(owner)) via.push('subject')
        return (via.length > 0 ? via : ['apart']).map((role) => `${manner} ${role}`)
      })
  }

  /** Things of a sentence, that said last first. */
  #order(sentence: number, isWanted: (start: number) => boolean): Concept[] {
    const last = [...(this.#places.get(sentence) ?? [])].flatMap(([concept, places]) => {
      const starts = places.filter(isWanted)
      return starts.length > 0 ? [{ concept, start: Math.max(...starts) }] : []
    })
    return last.sort((one, other) => other.start - one.start).map(({ concept }) => concept)
  }
}
