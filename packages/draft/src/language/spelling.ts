import { industries } from '../domains/registry.ts'
import { wordsOf } from '../read/names.ts'
import { fieldNouns, personNouns } from './lexicon.ts'

/** Whether one word is the other with two letters swapped, or with one letter left out or doubled. Both in small letters. */
export const areNearlySpelled = (one: string, other: string): boolean =>
  Math.min(one.length, other.length) > 4 && isOneSlip(one, other)

/** The same of words of any length. */
export const isOneSlip = (one: string, other: string): boolean => {
  if (one === other || one[0] !== other[0] || Math.abs(one.length - other.length) > 1) return false
  if (one.length === other.length) return isSwapped(one, other)
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  const at = [...short].findIndex((letter, index) => letter !== long[index])
  const place = at < 0 ? short.length : at
  return place < short.length && short.slice(place) === long.slice(place + 1)
}

const isSwapped = (one: string, other: string): boolean => {
  const at = [...one].findIndex((letter, index) => letter !== other[index])
  return one[at] === other[at + 1] && one[at + 1] === other[at] && one.slice(at + 2) === other.slice(at + 2)
}

/** The word as it is usually spelled, where there is just one such word; else as it is. */
export const spelled = (word: string): string => {
  const known = knownWords()
  if (word.length < 6 || known.has(word)) return word
  const near = [...known].filter((each) => areNearlySpelled(word, each))
  return near.length === 1 ? (near[0] as string) : word
}

let words: ReadonlySet<string> | undefined

const knownWords = (): ReadonlySet<string> => {
  words ??= new Set([
    ...personNouns,
    ...fieldNouns,
    ...industries.flatMap(({ topics, vocabulary }) => [
      ...topics.flatMap(({ entities }) => entities.flatMap(({ name, aliases }) => [name, ...aliases].flatMap(wordsOf))),
      ...vocabulary.things.flatMap(wordsOf),
    ]),
  ])
  return words
}
