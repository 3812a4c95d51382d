import type { Unused } from '../analysis.ts'
import type { Mention } from '../reading/mentions.ts'
import type { Concept } from './concepts.ts'
import { kindOf } from './concepts.ts'
import type { ParsedText } from './read-all.ts'

/** What of the words was used: things and roles by what they are, the rest by where it stands. */
export interface Used {
  readonly concepts: ReadonlySet<Concept>
  readonly places: readonly { readonly start: number; readonly end: number }[]
}

/** Noun phrases that nothing was made of, in the order of the words, each once. */
export const unusedIn = ({ sentences, concepts }: ParsedText, used: Used, text: string): readonly Unused[] => {
  const isUsed = (mention: Mention): boolean => {
    const concept = concepts.of(mention)
    return (
      concept === null ||
      used.concepts.has(concept) ||
      (isOfTheBuilder.test(mention.key) && kindOf(concept) === 'software') ||
      used.places.some(({ start, end }) => mention.start < end && start < mention.end)
    )
  }
  const found = new Map<string, Unused>()
  for (const { mentions } of sentences)
    for (const mention of mentions)
      for (const each of within(mention))
        if (!isUsed(each) && !found.has(each.key))
          found.set(each.key, { text: text.slice(each.start, each.head.end), offset: each.start })
  return [...found.values()]
}

/** What is built, and not what it is about: `an app`, `a REST API`. */
const isOfTheBuilder =
  /\b(?:api|app|application|backend|endpoint|service|system|software|tool|platform|database|server)$/

/** A phrase and those in it: `the owner of the dog`, `the client's name`. */
const within = (mention: Mention): readonly Mention[] => [
  mention,
  ...(mention.possessor ? [mention.possessor] : []),
  ...(mention.of ? within(mention.of) : []),
]
