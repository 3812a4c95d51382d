import type { SqlValue } from './sql-value.ts'

/** More than this of a database's words goes nowhere. */
const wordsMax = 1000

/**
 * What a database says of a statement, with `…` in the place of each value that came with it, wherever it stands as a word of its
 * own: it may be a protected one, and the log holds none (docs/threat-model.md).
 */
export const withoutValues = (words: string, values: readonly SqlValue[]): string => {
  const texts = values
    .filter((value) => value !== null && !(value instanceof Uint8Array))
    .map(String)
    .filter((text) => text.trim() !== '' && text.length <= words.length)
    .toSorted((a, b) => b.length - a.length)
  return texts.reduce((said, text) => said.replaceAll(wordOf(text), '…'), words).slice(0, wordsMax)
}

const wordOf = (text: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}_])${text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}(?![\\p{L}\\p{N}_])`, 'gu')
