import { letter } from './letter.ts'

/** One word or two, as things and people are called, as a part of a pattern. */
export const name = `${letter}+(?: ${letter}+)?`

/** A sentence without the mark of a list before it and what ends it, its blanks single. */
export const cleaned = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/^[\s>*•–—-]*(?:\d+[.)]\s*)?/, '')
    .replace(/[\s.!?;,:]+$/, '')
