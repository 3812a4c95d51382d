import type { Lexicon } from '../lexicon/index.ts'

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

/** The one word of the lexicon that is a slip of the pen away (one letter more, less or other, or two swapped), or null. */
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

/** Two letters swapped, or one more or less; another letter is another word too often (`ringer`, `ranger`). */
const isOneSlip = (one: string, other: string): boolean => {
  let at = 0
  while (at < one.length && at < other.length && one[at] === other[at]) at++
  const [a, b] = [one.slice(at), other.slice(at)]
  if (a === '' && b === '') return false
  // A plural or a tense is no slip.
  if (Math.min(a.length, b.length) === 0) return false
  if (a.length === b.length) return a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2)
  return a.length > b.length ? a.slice(1) === b : b.slice(1) === a
}
