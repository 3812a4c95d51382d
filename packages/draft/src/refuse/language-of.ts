import { isFunctionWord, isKnown } from './known-words.ts'
import { type Language, languages, withoutAccents } from './languages.ts'
import { type Script, scripts } from './scripts.ts'

/** A language is told from as much as a page has. */
const wordsMax = 400

/** By so much a language has to outweigh English, as dishes and places are named in many. */
const namesShare = 1.2

/** The language of a text that is not English, by its English name, or null. */
export const foreignLanguageOf = (text: string): string | null => scriptOf(text) ?? latinLanguageOf(text)

const scriptOf = (text: string): string | null => {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const counted = scripts.map((script) => ({ script, count: text.match(script.letters)?.length ?? 0 }))
  const most = counted.reduce((one, other) => (other.count > one.count ? other : one))
  return most.count * 2 > letters ? namedBy(most.script, text) : null
}

const namedBy = ({ name, marks = [] }: Script, text: string): string =>
  marks.find(([, letters]) => letters.test(text))?.[0] ?? name

interface Seen {
  readonly word: string
  readonly plain: string
  /** English has it: a function word, or one of a trade. */
  readonly isFunction: boolean
  readonly isKnown: boolean
}

const latinLanguageOf = (text: string): string | null => {
  const words = [...text.slice(0, wordsMax * 12).matchAll(/(?<!')\p{L}+|(?<=\b[ldnsmctjq]')\p{L}+/giu)]
    .slice(0, wordsMax)
    .map(([word]) => seen(word))
  const weighed = languages.map((language) => ({ language, ...weigh(words, language) }))
  const most = weighed.reduce((one, other) => (other.own > one.own ? other : one))
  // One word may be of a name (`Chez Marie`): beside any English it takes two.
  const isSure =
    most.english > 0
      ? (most.hits > 1 || most.sure > 3) && most.own > most.english * namesShare
      : most.sure > 1 || words.length > 2
  return isSure && most.sure > 0 ? most.language.name : null
}

const seen = (word: string): Seen => {
  const lower = word.toLowerCase()
  return {
    word,
    plain: withoutAccents(word).toLowerCase(),
    isFunction: isFunctionWord(lower),
    isKnown: isKnown(lower),
  }
}

interface Weight {
  /** How much speaks for the language, and against it. */
  readonly own: number
  readonly english: number
  /** Different signs that English does not share: words, and letters or endings. */
  readonly sure: number
  /** Those that are words. */
  readonly hits: number
}

const weigh = (words: readonly Seen[], language: Language): Weight => {
  let own = 0
  let english = 0
  const sure = new Set<string>()
  const hits = new Set<string>()
  for (const { word, plain, isFunction, isKnown } of words) {
    const isEnglish = isFunction || isKnown
    if (language.words.has(plain)) {
      // One letter is a list's, or what is left of a short form.
      const isWeak = isEnglish || plain.length === 1
      own += isWeak ? 0.5 : 1
      if (!isWeak) hits.add(plain)
    } else if (isFunction) english += 1
    else if (isKnown) english += 0.6
    else if (language.letters?.test(word) || language.endings?.test(plain)) {
      own += 0.5
      sure.add(plain)
    } else own += 0.1
  }
  return { own, english, sure: sure.size + hits.size, hits: hits.size }
}
