import { isOneSlip } from '../language/spelling.ts'
import { type Lexicon, lexicon } from '../lexicon/index.ts'

/** Words of the lexicon by their first letter and length, made once. */
const shelves = new WeakMap<Lexicon, Map<string, string[]>>()

const shelvesOf = (lexicon: Lexicon): Map<string, string[]> => {
  const known = shelves.get(lexicon)
  if (known) return known
  const made = new Map<string, string[]>()
  for (const word of new Set([...lexicon.nouns.keys(), ...lexicon.verbs.keys()])) {
    if (word.includes(' ') || word.length < 4) continue
    const key = `${word[0]}${word.length}`
    const shelf = made.get(key)
    if (shelf) shelf.push(word)
    else made.set(key, [word])
  }
  shelves.set(lexicon, made)
  return made
}

/** The one word of the lexicon that is a slip of the pen away, or null; another letter is another word too often (`ringer`, `ranger`). */
export const nearestWord = (word: string, lexicon: Lexicon): string | null => {
  const made = shelvesOf(lexicon)
  const near: string[] = []
  for (const length of [word.length, word.length - 1, word.length + 1])
    for (const other of made.get(`${word[0]}${length}`) ?? []) if (isOneSlip(word, other)) near.push(other)
  if (near.length === 0) return null
  const swapped = near.filter((other) => other.length === word.length)
  if (swapped.length > 0) return swapped[0] ?? null
  return word.length > 5 ? (near[0] ?? null) : null
}

/** The word as it is usually spelled, where there is such a word; else as it is. */
export const spelled = (word: string): string => {
  const known = lexicon()
  if (word.length < 6 || known.nouns.has(word) || known.verbs.has(word)) return word
  return nearestWord(word, known) ?? word
}
