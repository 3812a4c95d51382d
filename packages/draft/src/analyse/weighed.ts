import { readText } from '../facts/read-text.ts'
import { entityName } from '../read/names.ts'
import { conceptsOf, listsOf } from './concepts.ts'

/** A noun of a text with what was weighed to tell whether it is an entity. */
export interface Weighed {
  readonly name: string
  readonly aliases: readonly string[]
  readonly features: Readonly<Record<string, number>>
}

/** Every noun of a text that was weighed: what the weights are fitted on. */
export const weighedIn = (words: string): readonly Weighed[] => {
  const facts = readText(words)
  return conceptsOf(facts, listsOf(facts)).all.map(({ name, keys, features }) => ({
    name,
    aliases: [...keys].map(entityName),
    features,
  }))
}
