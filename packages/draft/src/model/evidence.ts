import { singularNoun } from '@charter/charter'
import { wordsOf } from '../read/names.ts'

/** A passage of the words, in characters from their beginning. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** Finds in a person's words what a model says it quotes. */
export interface Evidence {
  readonly words: string
  readonly sentences: readonly Span[]
  /** Passages that speak to a language model. They were not obeyed, and nothing can rest on them. */
  readonly addressed: readonly Span[]
  /** Where the quote stands: letter case, spaces, marks of emphasis and kinds of quotation marks aside. Null where it does not. */
  find(quote: string): Span | null
  text(span: Span): string
  /** The whole lines that a passage stands on. */
  lines(span: Span): string
}

export const quoteMax = 300

export const evidenceIn = (words: string): Evidence => {
  const folded = fold(words)
  const addressed = addressedIn(words)
  return {
    words,
    sentences: sentencesOf(words),
    addressed,
    find: (quote) => {
      const span = findFolded(folded, fold(quote.slice(0, quoteMax)).text)
      return span && !addressed.some((each) => overlaps(each, span)) ? span : null
    },
    text: ({ from, to }) => words.slice(from, to),
    lines: ({ from, to }) => {
      const end = words.indexOf('\n', to)
      return words.slice(words.lastIndexOf('\n', from - 1) + 1, end < 0 ? undefined : end)
    },
  }
}

export const overlaps = (a: Span, b: Span): boolean => a.from < b.to && b.from < a.to

const sentencesOf = (words: string): readonly Span[] =>
  [...words.matchAll(/[^\n.!?;]*[^\s.!?;][^\n.!?;]*/g)].map(({ index, 0: text }) => ({
    from: index,
    to: index + text.length,
  }))

/** Heuristic, beside the guarantee: whatever a model answers is a charter alone, and what rests on no words is left out. */
const addressing =
  /\b(?:ignore|disregard|forget|override)\b[^.\n]{0,60}\b(?:instructions?|prompts?|rules|above|previous|prior|everything)\b|\b(?:system prompt|developer mode|jailbreak)\b|\byou are (?:now )?(?:an? |the )?(?:ai|assistant|language model|llm|chatbot|dan)\b|\bas an? (?:ai|language model|llm|assistant)\b|\b(?:ai|assistant|language model|llm|chatgpt|claude|gemini)\s*[:,]\s*\w|<\/?(?:system|assistant|user|instructions?|words|data)>|-{3,} *end of words/gi

/** From where a model is spoken to until the end of the line: what is asked of it follows. */
const addressedIn = (words: string): readonly Span[] =>
  [...words.matchAll(addressing)].map(({ index }) => {
    const start = Math.max(...['\n', '.', '!', '?'].map((mark) => words.lastIndexOf(mark, index - 1))) + 1
    const end = words.indexOf('\n', index)
    return { from: start, to: end < 0 ? words.length : end }
  })

interface Folded {
  readonly text: string
  /** For each character of the text, where it stood. */
  readonly at: readonly number[]
}

const fold = (words: string): Folded => {
  const at: number[] = []
  let text = ''
  for (let index = 0; index < words.length; index++) {
    const each = words[index] ?? ''
    if (/[*_`]/.test(each)) continue
    const plain = /\s/.test(each) ? ' ' : /[‘’]/.test(each) ? "'" : /[“”]/.test(each) ? '"' : each.toLowerCase()
    if (plain === ' ' && (text === '' || text.endsWith(' '))) continue
    text += plain
    for (let unit = 0; unit < plain.length; unit++) at.push(index)
  }
  return { text, at }
}

/** Begins and ends with a word, so that `art` is not found in `starts`. */
const findFolded = ({ text, at }: Folded, wanted: string): Span | null => {
  const quote = wanted
    .trim()
    .replace(/^["'….]+|["'….]+$/g, '')
    .trim()
  if (!/\p{L}{2}/u.test(quote)) return null
  for (let found = text.indexOf(quote); found >= 0; found = text.indexOf(quote, found + 1)) {
    const end = found + quote.length
    if (isWordCharacter(text[found - 1]) || isWordCharacter(text[end])) continue
    return { from: at[found] ?? 0, to: (at[end - 1] ?? 0) + 1 }
  }
  return null
}

const isWordCharacter = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}]/u.test(character)

/** Whether a text speaks of something of this name: one of the name's words is in it, singular or plural. */
export const mentions = (text: string, name: string): boolean => {
  const there = new Set(wordsOf(text).map(stem))
  return wordsOf(name).some((word) => word.length > 2 && there.has(stem(word)))
}

/** The beginning of a word's singular, so that `prescribes` and `prescription` meet. */
export const stem = (word: string): string => singularNoun(word).slice(0, 6)
