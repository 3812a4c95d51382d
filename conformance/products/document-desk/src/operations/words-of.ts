import type { WordsOfBody } from './bodies.ts'

/** Counts as the bytes come: a scan is no longer in memory than a piece of it. */
export const wordsOf: WordsOfBody = async ({ row }, { rows, fail }) => {
  const file = await rows.file('Document', { id: row.id }, 'scan')
  if (!file?.kind.startsWith('text/')) return fail('no-text')
  let [words, isWord] = [0, false]
  for await (const piece of file.stream)
    for (const byte of piece as Buffer) {
      const isBlank = byte <= 32
      if (!isBlank && !isWord) words++
      isWord = !isBlank
    }
  return { words }
}
