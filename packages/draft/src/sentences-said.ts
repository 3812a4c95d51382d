import { sentenceMax } from './language/sentences.ts'

/** A sentence of the words, and where it begins. */
export interface Said {
  readonly text: string
  readonly start: number
}

/** Whether something that was read stands in a sentence, by where it begins. */
export const isWithin = (offset: number | undefined, { text, start }: Said): boolean =>
  offset !== undefined && start <= offset && offset < start + text.length

/** A sentence, or a part of one, as a question quotes it. */
export const quoted = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/[\s.!?;,:]+$/, '')
    .trim()
    .slice(0, quotedMax)

const quotedMax = 160

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

/** As `sentencesSaid`, and what only goes on with the sentence before is a part of it: `Clerks can read orders. But only offered ones.` */
export const saidTogether = (words: string): readonly Said[] => {
  const found: Said[] = []
  for (const said of sentencesSaid(words)) {
    const last = found.at(-1)
    const isMore = last !== undefined && goesOn.test(said.text) && last.text.length + said.text.length < sentenceMax
    if (!isMore) found.push(said)
    else {
      const text = `${last.text.replace(/[.!?;]\s*$/, (end) => `,${end.slice(1)}`)}${said.text}`
      found.splice(-1, 1, { text, start: last.start })
    }
  }
  return found
}

/** A beginning that limits, and no verb of its own. */
const goesOn =
  /^\s*(?:(?:but|though|although|however|and|yet),?\s+)?(?:only|just|not|never|no|except|excluding|provided|unless|without|as long as|so long as|if|when|while|apart from|other than)\b(?!.*\b(?:may|can|cannot|must|should|shall|will|sees?|reads?|manages?|views?|is|has|have)\b(?!\s+(?:been\s+)?\p{L}+[.!?\s]*$)).*$/isu

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
