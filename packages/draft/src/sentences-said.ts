import { sentenceMax } from './language/sentences.ts'

/** A sentence of the words, and where it begins. */
export interface Said {
  readonly text: string
  readonly start: number
}

/** Sentences, items of lists and lines with a space above them; a line that is only wrapped goes on. */
export const sentencesSaid = (words: string): readonly Said[] => {
  const found: Said[] = []
  let start = 0
  for (const part of words.split(/((?<=[.!?;])(?=\s)|\n\s*\n|\n(?=\s*(?:[-*•|#]|\d+[.)])))/)) {
    found.push(...cut(part, start).filter(({ text }) => /\p{L}/u.test(text)))
    start += part.length
  }
  return found
}

/** What is longer than a sentence gets is several, so that time grows with the text alone. */
const cut = (text: string, start: number): readonly Said[] => {
  if (text.length <= sentenceMax) return [{ text, start }]
  const parts: Said[] = []
  for (let at = 0; at < text.length; ) {
    const blank = text.slice(at, at + 2 * sentenceMax).indexOf(' ', sentenceMax)
    const end = blank < 0 ? at + 2 * sentenceMax : at + blank + 1
    parts.push({ text: text.slice(at, end), start: start + at })
    at = end
  }
  return parts
}
