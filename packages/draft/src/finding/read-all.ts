import { lexicon } from '../lexicon/index.ts'
import { readSentences, type Sentence } from '../reading/read-sentences.ts'
import { Concepts } from './concepts.ts'
import type { Facts } from './facts.ts'
import { readFacts } from './read-facts.ts'
import { type Senses, sensesIn } from './senses.ts'

/** What a text says, before anything is decided. */
export interface ParsedText {
  readonly sentences: readonly Sentence[]
  readonly concepts: Concepts
  readonly senses: Senses
  readonly facts: Facts
}

export const readWords = (text: string): ParsedText => {
  const known = lexicon()
  const sentences = readSentences(text, known)
  const senses = sensesIn(
    sentences.flatMap(({ words }) => words),
    known,
  )
  const concepts = new Concepts(sentences, senses, known)
  return { sentences, concepts, senses, facts: readFacts(sentences, concepts, senses) }
}
