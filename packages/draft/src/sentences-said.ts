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
    if (/\p{L}/u.test(part)) found.push({ text: part, start })
    start += part.length
  }
  return found
}
