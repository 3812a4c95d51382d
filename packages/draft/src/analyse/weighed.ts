import { readOpening } from '../facts/read-opening.ts'
import { readText } from '../facts/read-text.ts'
import { entityName } from '../read/names.ts'
import { type Concept, conceptsOf } from './concepts.ts'
import { listsOf } from './read-list.ts'
import { everyLink } from './relations.ts'
import { tiesOf } from './ties.ts'

/** A noun of a text under all its names. */
export interface WeighedNoun {
  readonly name: string
  readonly aliases: readonly string[]
}

export interface Weighed {
  /** Every noun that was weighed as an entity, with what was weighed. */
  readonly nouns: readonly (WeighedNoun & { readonly features: Readonly<Record<string, number>> })[]
  /** Every two entities, each way round, that were weighed as a reference. */
  readonly ties: readonly {
    readonly from: WeighedNoun
    readonly to: WeighedNoun
    readonly features: Readonly<Record<string, number>>
  }[]
}

/** What was weighed in a text: what the weights are fitted on. */
export const weighedIn = (words: string): Weighed => {
  const facts = readText(words)
  readOpening(words, facts)
  const lists = listsOf(facts)
  const concepts = conceptsOf(facts, lists)
  return {
    nouns: concepts.all.map((concept) => ({ ...namesOf(concept), features: concept.features })),
    ties: tiesOf(concepts, facts, everyLink(concepts, lists, facts)).map(({ from, to, features }) => ({
      from: namesOf(from),
      to: namesOf(to),
      features,
    })),
  }
}

const namesOf = ({ name, keys }: Concept): WeighedNoun => ({ name, aliases: [...keys].map(entityName) })
