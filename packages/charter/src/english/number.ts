import pluralize from 'pluralize-esm'
import { irregular, meant, shortPlurals, unchanged, uncounted } from './exceptions.ts'

/**
 * Many of an English noun in small letters; of several words the last one is counted (`leave request`: `leave requests`).
 * A plural stays as it is. By `pluralize-esm`, and before it by the exceptions; no other place decides this.
 */
export const pluralNoun = (noun: string): string => ofLastWord(noun, pluralWord)

/** One of an English noun in small letters; what is singular already stays as it is. */
export const singularNoun = (noun: string): string => ofLastWord(noun, singularWord)

const ofLastWord = (noun: string, change: (word: string) => string): string => {
  const [last = ''] = /[a-z]*$/.exec(noun) ?? []
  return noun.slice(0, noun.length - last.length) + change(last)
}

const pronouns = new Set(uncounted)

const isSame = (word: string): boolean => pronouns.has(word) || unchanged.some((each) => word.endsWith(each))

/** Maps, as `constructor` is a word too. */
const manyOf = new Map(Object.entries(irregular))
const oneOf = new Map([
  ...Object.entries(irregular).map(([one, many]): [string, string] => [many, one]),
  ...Object.entries(shortPlurals),
  ...Object.entries(meant),
])

const pluralWord = (word: string): string => {
  if (word === '') return 's'
  if (isSame(word) || oneOf.has(word)) return word
  const known = manyOf.get(word)
  if (known !== undefined) return known
  return isAbbreviation(word) ? word : pluralize.plural(word)
}

const singularWord = (word: string): string => {
  if (isSame(word) || manyOf.has(word)) return word
  const known = oneOf.get(word)
  if (known !== undefined) return known
  return isAbbreviation(word) || isSingular(word) ? word : pluralize.singular(word)
}

/** `sms`, `css`, `os`: the last `s` of three letters is no ending. */
const isAbbreviation = (word: string): boolean => /^[a-z]{0,2}s$/.test(word) && !/^(?:bus|yes)$/.test(word)

/** The library takes an `s` off `basis` and `lens` as well; what it would put back differently was no plural. */
const isSingular = (word: string): boolean =>
  /(?:s[iu]s|ss)$/.test(word) ||
  (/(?:[^aeiou]is|us)$/.test(word) && pluralize.plural(pluralize.singular(word)) !== word)
