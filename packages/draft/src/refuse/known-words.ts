import { formKey, type Lexicon, lexicon } from '../lexicon/index.ts'
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

const triples = new WeakMap<Lexicon, ReadonlySet<string>>()

/** Three letters in a row, as words of the lexicon have them; `^` and `$` are where a word begins and ends. */
const triplesOf = (word: string): readonly string[] => {
  const bounded = `^${word}$`
  return Array.from({ length: Math.max(0, bounded.length - 2) }, (_, at) => bounded.slice(at, at + 3))
}

/** Whether English could have the word: most of its letters stand together in some word that it has. */
export const couldBeEnglish = (word: string): boolean => {
  const source = lexicon()
  let known = triples.get(source)
  if (!known) {
    known = new Set(
      [...source.nouns.keys(), ...source.verbs.keys()].flatMap((form) => form.split(' ').flatMap(triplesOf)),
    )
    triples.set(source, known)
  }
  const all = triplesOf(word)
  return all.filter((triple) => known.has(triple)).length >= all.length * 0.75
}
