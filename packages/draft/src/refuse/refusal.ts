import { pronouns } from '../reading/closed-words.ts'
import { type Cut, withoutCuts } from './cut.ts'
import { isFunctionWord, isKnown, isNoun } from './known-words.ts'
import { foreignLanguageOf } from './language-of.ts'
import { areUnknown, isSalad } from './nonsense.ts'
import { smallTalk } from './not-described.ts'

/** Words of which no API can be made. */
export interface Refusal {
  readonly refuse: true
  /** A sentence for whoever wrote them. */
  readonly why: string
  /** What to write instead, with an example. */
  readonly instead: string
}

const instead =
  'Say what is to be kept, and who does what with it. For example: "A library has members and books. Members borrow books; librarians add them."'

const why: Readonly<Record<Cut | 'nonsense' | 'nothing', string>> = {
  injection: 'This gives orders to the tool that reads it, and describes nothing that an API could keep.',
  insult: 'This scolds, and describes nothing that an API could keep.',
  chatter: 'This is a question or a chat, and describes nothing that an API could keep.',
  code: 'This is code or a log that runs, and no words say what it is about.',
  nonsense: 'These words make no sense together in English.',
  nothing: 'This says nothing that an API could be made of.',
}

/**
 * Why no API can be drafted from the words, or null where one can: a word that is a thing is enough, and one sentence that
 * describes something makes up for any number that do not.
 *
 * @example refusalOf('Wir verleihen Boote an Gäste')?.why // This reads as German; words are read in English only so far.
 */
export const refusalOf = (words: string): Refusal | null => {
  if (words.length > wordsMax)
    return {
      refuse: true,
      why: `These are ${words.length} characters; up to ${wordsMax} (50 pages) are read.`,
      instead: shorter,
    }
  const text = words
    .normalize('NFC')
    .replaceAll('’', "'")
    .replace(/[^\S\n]{40,}/gu, ' ')
  if (!/\p{L}/u.test(text)) return refusal(why.nothing)
  if (isOneThing(text)) return null
  const language = foreignLanguageOf(text)
  if (language !== null) return refusal(`This reads as ${language}; words are read in English only so far.`)
  const { rest, cuts } = withoutCuts(text)
  const left = rest.flatMap(wordsOf)
  const content = left.filter((word) => !isFunctionWord(word) && !smallTalk.has(word) && word.length > 1)
  if (cuts.includes('injection') && !isMoreThanAName(content)) return refusal(why.injection)
  if (isSalad(left)) return refusal(why.nonsense)
  if (content.length === 0) return refusal(why[cuts[0] ?? (left.some(isGreeting) ? 'chatter' : 'nothing')])
  return areUnknown(content) && !abbreviation.test(text) ? refusal(why[cuts[0] ?? 'nonsense']) : null
}

/** In characters: 50 pages of 3,000. Words come from outside, and reading them takes time. */
const wordsMax = 150_000

const shorter =
  'Draft from the part that says what is kept and who does what with it, and add the rest with charter edit.'

/** `NFTs`: English takes new ones every day. */
const abbreviation = /^\W*[A-Z]{2,5}s?\W*$/

const refusal = (reason: string): Refusal => ({ refuse: true, why: reason, instead })

const wordsOf = (sentence: string): readonly string[] => sentence.toLowerCase().match(/\p{L}+(?:['-]\p{L}+)*/gu) ?? []

/** `to do`, `manual`, `b&b`: as short words or signs they would say nothing. */
const isOneThing = (text: string): boolean => {
  const word = text.trim().toLowerCase()
  return isNoun(word) && !smallTalk.has(word) && !pronouns.has(word)
}

/** Beside orders to the tool, a word such as `SYSTEM:` is no description. */
const isMoreThanAName = (content: readonly string[]): boolean =>
  content.filter(isKnown).length > 1 && content.some(isNoun)

const isGreeting = (word: string): boolean => smallTalk.has(word) && !isFunctionWord(word)
