import { formKey, lexicon, triplesOf } from '../lexicon/index.ts'
import * as closed from '../reading/closed-words.ts'
import { nearestWord } from '../reading/nearest-word.ts'

/** Words that hold a sentence together. */
const functionWords: ReadonlySet<string> = new Set(
  Object.values(closed)
    .flatMap((words) => [...words])
    .concat('to', "what's", "who's", "let's", 'n', 'w'),
)

export const isFunctionWord = (word: string): boolean => functionWords.has(word)

/** Whether English has the word in what it knows of trades: as it stands, or in parts joined by a hyphen. */
export const isKnown = (word: string): boolean => {
  const { nouns, verbs } = lexicon()
  const has = (form: string): boolean => nouns.has(form) || verbs.has(form) || closed.commonAdjectives.has(form)
  if (has(formKey(word))) return true
  const parts = word.split('-').filter((part) => part.length > 1)
  return parts.length > 1 && parts.some(has)
}

export const isNoun = (word: string): boolean => lexicon().nouns.has(formKey(word))

export const isSlipOfKnown = (word: string): boolean => word.length > 3 && nearestWord(word, lexicon()) !== null

/** Whether English could have the word: most of its letters stand together in some word that it has. */
export const couldBeEnglish = (word: string): boolean => {
  const known = lexicon().triples
  const all = triplesOf(word)
  return all.filter((triple) => known.has(triple)).length >= all.length * 0.75
}
