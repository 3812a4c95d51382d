import type { Concept } from './concepts.ts'
import type { ActFact, Part } from './facts.ts'
import type { Reading } from './read-all.ts'

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

  constructor({ sentences, facts }: Reading, kept: ReadonlySet<Concept>) {
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

  /** What a part of a list, or a property, could belong to. */
  owners({ facts, concept, sentence }: Part): readonly Concept[] {
    const here = this.#sentences.get(sentence.start) ?? 0
    const near = Array.from({ length: backMax + 2 }, (_, nth) => this.#places.get(here - backMax + nth))
    const all = new Set([...facts.map(({ owner }) => owner), ...near.flatMap((places) => [...(places?.keys() ?? [])])])
    return [...all].filter((owner) => owner !== concept && this.kept.has(owner))
  }

  /** How a thing stands to a part: `before 0` is the last thing said before it in its sentence, `back 1 last` in the one before. */
  distance(part: Part, owner: Concept): string {
    const here = this.#sentences.get(part.sentence.start) ?? 0
    const before = this.#order(here, (start) => start <= part.item.start)
    const rank = before.indexOf(owner)
    if (rank >= 0) return `before ${Math.min(rank, 2)}`
    const after = this.#order(here, (start) => start > part.item.start).reverse()
    const next = after.indexOf(owner)
    if (next >= 0) return `after ${Math.min(next, 2)}`
    for (let back = 1; back <= backMax; back++) {
      const there = this.#order(here - back, () => true)
      const at = there.indexOf(owner)
      if (at >= 0) return `back ${back} ${at === 0 ? 'last' : at === there.length - 1 ? 'first' : 'between'}`
    }
    const ahead = this.#order(here + 1, () => true)
    return ahead.includes(owner) ? 'in the next' : 'far'
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
