import { couldBeEnglish, isKnown, isSlipOfKnown } from './known-words.ts'

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '))

const articles = set('a an the my our their your')
const prepositions = set('of towards toward into onto from at by for upon despite among via')
const openers = set('because although unless if whereas wherefore')
const joints = set('and or but')

/** Fewer words than this may all be names. */
const namesMax = 2
/** Of so many in a row English has one, however rare they are. */
const unknownMax = 4

/** Whether English has hardly any of the words, which are no function words. */
export const areUnknown = (content: readonly string[]): boolean => {
  const known = content.filter((word) => isKnown(word) || isSlipOfKnown(word)).length
  if (content.length <= namesMax) return known === 0 && !content.some(couldBeEnglish)
  if (known === 0 && content.length > unknownMax) return true
  const possible = content.filter(couldBeEnglish).length
  return known < content.length / 5 && possible < content.length / 2
}

/** Whether words hang together nowhere: `of of the`, `because the under`. One slip happens to anybody, two in a short text do not. */
export const isSalad = (words: readonly string[]): boolean => {
  const broken = words.filter((word, at) => isBroken(word, words[at + 1])).length
  return broken >= 2 && broken * 8 >= words.length
}

const isBroken = (word: string, next: string | undefined): boolean => {
  if (next === undefined) return articles.has(word) || openers.has(word)
  if (word === next) return articles.has(word) || prepositions.has(word) || openers.has(word)
  if (articles.has(word)) return prepositions.has(next) || openers.has(next) || joints.has(next) || articles.has(next)
  if (prepositions.has(word)) return openers.has(next) || joints.has(next)
  return openers.has(word) && (prepositions.has(next) || openers.has(next) || next === 'when')
}
