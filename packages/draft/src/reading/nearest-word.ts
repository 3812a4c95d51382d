import { isOneSlip } from '../language/spelling.ts'
import { type Lexicon, lexicon } from '../lexicon/index.ts'

/** Words of the lexicon with that first letter and of that length, those of four letters and more. */
const shelfOfLength = ({ nouns, verbs }: Lexicon, letter: string, length: number): readonly string[] =>
  length < 4
    ? []
    : [nouns, verbs].flatMap((forms) => [...forms.shelf(`${letter}${length}`)].filter((word) => !word.includes(' ')))

/** The one word of the lexicon that is a slip of the pen away, or null; another letter is another word too often (`ringer`, `ranger`). */
export const nearestWord = (word: string, lexicon: Lexicon): string | null => {
  const letter = word[0] ?? ''
  const near: string[] = []
  for (const length of [word.length, word.length - 1, word.length + 1])
    for (const other of shelfOfLength(lexicon, letter, length)) if (isOneSlip(word, other)) near.push(other)
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
