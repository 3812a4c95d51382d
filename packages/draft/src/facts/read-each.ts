import { fieldNouns } from '../language/lexicon.ts'
import { phrasesIn } from '../language/phrases.ts'
import type { Sentence } from '../language/sentences.ts'
import type { Facts } from './facts.ts'
import { pushItems } from './push-items.ts'

const each =
  /,?\s+(?:and\s+)?(?:(?:each|all|every one)(?:\s+of\s+(?:them|which))?\s+(?:with|has|have|having)|(?:that|which)\s+each\s+(?:have|has))\s+(?=(?:an?|the|its|their|one|optional)\s|\p{L}+,)/iu

/** `several prescriptions, each with a medicine and a dose`: what stands before it, and that list said of the last thing there. */
export const readEach = (sentence: Sentence, read: (before: Sentence) => void, facts: Facts): boolean => {
  const { text, start, tokens } = sentence
  const match = each.exec(text)
  if (!match || match.index === 0) return false
  const [cut, from] = [start + match.index, start + match.index + match[0].length]
  const before = { ...sentence, text: text.slice(0, match.index), tokens: tokens.filter(({ end }) => end <= cut) }
  const owner = phrasesIn(before.tokens).findLast(({ isPlural }) => isPlural)
  if (!owner || fieldNouns.has(owner.words.at(-1) ?? '')) return false
  read(before)
  pushItems(
    owner.key,
    tokens.filter((token) => token.start >= from),
    sentence,
    0.9,
    facts,
  )
  return true
}
