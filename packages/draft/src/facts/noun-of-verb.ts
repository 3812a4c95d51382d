import { isPerson } from '../language/lexicon.ts'
import type { Facts } from './facts.ts'

/** What doing it makes, where the text has a word for that: `rent` makes a `rental`, `enrol` an `enrolment`. */
export const nounOfVerb = (lemma: string, facts: Facts): string | null => {
  const stem = lemma.replace(/(?:e|y)$/, '')
  if (stem.length < 4) return null
  for (const key of facts.mentions.keys())
    if (
      !key.includes(' ') &&
      key !== lemma &&
      key.startsWith(stem) &&
      nominal.test(key.slice(stem.length)) &&
      !isPerson(key)
    )
      return key
  return null
}

const nominal = /^(?:l?al|l?ment|n?ing|at?ion|ion|ance|ence|ure|age|t?ion)$/
