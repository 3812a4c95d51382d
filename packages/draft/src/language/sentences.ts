import type { Block } from './blocks.ts'
import { type Token, tokensOf } from './tokens.ts'

/** A sentence, or a part of one that a semicolon ends. */
export interface Sentence {
  readonly block: Block
  readonly text: string
  readonly start: number
  readonly tokens: readonly Token[]
  /** What went before was cut off at a semicolon. */
  readonly isContinued: boolean
}

const abbreviation =
  /(?:\b(?:e\.g|i\.e|etc|no|nr|mr|mrs|ms|dr|st|vs|approx|min|max|incl|cf|ca|dept|ext|p\.p|min|cert|resp|fig|art|sec|hr|v\d+)|\d)\.$/i
const initial = /(?:^|[\s(])[A-Z]\.$/

/** In characters. Nobody writes longer ones; what does is cut, so that time grows with the text alone. */
export const sentenceMax = 1500

/** The sentences of one block from `from`, a number of characters. */
export const sentencesOf = (block: Block, from = 0): readonly Sentence[] => {
  const found: Sentence[] = []
  let begin = from
  let depth = 0
  let isContinued = false
  const { text } = block
  const close = (end: number, isCut: boolean) => {
    const raw = text.slice(begin, end)
    const lead = /^[\s:–—=-]*/.exec(raw)?.[0].length ?? 0
    const bare = raw.slice(lead).trimEnd()
    if (/[\p{L}\d]/u.test(bare)) {
      const start = block.start + begin + lead
      found.push({ block, text: bare, start, tokens: tokensOf(bare, start), isContinued })
    }
    begin = end
    isContinued = isCut
  }
  for (let at = from; at < text.length; at++) {
    const sign = text[at]
    if (sign === '(' || sign === '[') depth++
    if ((sign === ')' || sign === ']') && depth > 0) depth--
    if (depth > 0 && at - begin < sentenceMax) continue
    if (at - begin > sentenceMax && sign === ' ') close(at + 1, false)
    else if (sign === ';') close(at + 1, true)
    else if (sign !== undefined && '.!?'.includes(sign) && isEnd(text, at)) close(at + 1, false)
  }
  close(text.length, false)
  return found
}

const isEnd = (text: string, at: number): boolean => {
  if (!/^["')\]]*(?:\s+|$)/.test(text.slice(at + 1))) return false
  const next = text.slice(at + 1).trimStart()
  if (next !== '' && /^[a-z]/.test(next) && text[at] === '.' && abbreviation.test(text.slice(0, at + 1))) return false
  if (text[at] === '.' && initial.test(text.slice(Math.max(0, at - 3), at + 1))) return next === ''
  if (
    text[at] === '.' &&
    abbreviation.test(text.slice(Math.max(0, at - 8), at + 1)) &&
    !/\d\.$|\betc\.$/.test(text.slice(0, at + 1))
  )
    return next === ''
  return true
}
