import { type Phrase, phraseAt } from '../language/phrases.ts'
import type { Sentence } from '../language/sentences.ts'

/** `Students: admission number, name.` in the middle of a paragraph. */
export const sentenceLabel = (sentence: Sentence): { label: Phrase; rest: Sentence } | null => {
  const found =
    /^(?:(?:[A-Za-z'-]+ ){1,5}(?:of|for|per|about|on) (?:each|every|an?|the|all|any) )?(?:(?:and|then|the|an?|for|per|of|each|every|also)\s+)*([A-Za-z][A-Za-z -]{1,38}?)\s*(?::|=|[–—-](?=\s))\s*(?=\S)/i.exec(
      sentence.text,
    )
  const name = found?.[1]
  if (!found || name === undefined || name.split(/\s+/).length > 4 || saysSomething.test(name)) return null
  const nameAt = sentence.start + found[0].lastIndexOf(name)
  const tokens = sentence.tokens.filter(({ start, end }) => start >= nameAt && end <= nameAt + name.length)
  if (tokens.some(({ pos, lower }, at) => at > 0 && pos === 'VERB' && /s$/.test(lower) && at < tokens.length - 1))
    return null
  while (tokens.length > 1 && /^(?:goes|is|are|runs|moves|go|being)$/.test(tokens.at(-1)?.lower ?? '')) tokens.pop()
  const words = tokens.filter(({ text }) => /^[\p{L}\d-]+$/u.test(text))
  const read = phraseAt(
    words
      .map((token) => (/^(?:DET|NUM|ADP)$/.test(token.pos) ? token : { ...token, pos: 'NOUN' }))
      .filter(({ pos }) => pos !== 'ADP'),
    0,
    false,
  )
  if (!read) return null
  const from = found[0].length
  const text = sentence.text.slice(from)
  const start = sentence.start + from
  return {
    label: read.value,
    rest: { ...sentence, text, start, tokens: sentence.tokens.filter((token) => token.start >= start) },
  }
}

/** A label has no verb and no second article. */
const saysSomething =
  /\s(?:an?|the|one|is|are|has|have|get|gets|be|can|may|must|shall|want|wants|keep|need|hold|we|i|they|it|he|she|you|to)(?:\s|$)|^(?:we|i|they|it|he|she|you|there|this|that|so|but)\b/i
