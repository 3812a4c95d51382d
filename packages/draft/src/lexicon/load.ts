import { existsSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { compiledText, openCompiled, stampIn } from './compiled.ts'
import type { Lexicon } from './forms-of-words.ts'
import { indexWords } from './index-words.ts'
import { readLexicon } from './read-lexicon.ts'

const folder = join(dirname(createRequire(import.meta.url).resolve('@charter/draft/package.json')), 'lexicon')
const compiled = join(folder, 'compiled.txt')
/** Of what is compiled: another one for another shape. */
const format = 'format 3'

/**
 * The lexicon from its compiled form, of which only what is asked for is made: a hundredth of the time that the files of words
 * take. It is made again whenever one of these has changed; where it cannot be written, the words are read each time. An
 * installed package has it alone.
 */
export const loadLexicon = (): Lexicon => {
  const stamp = stampOf()
  const kept = readCompiled()
  if (kept !== null && (stamp === null || stampIn(kept) === stamp)) return openCompiled(kept)
  const words = readLexicon(folder)
  const text = compiledText(words, indexWords(words), stamp ?? '')
  try {
    const partial = `${compiled}.${process.pid}`
    writeFileSync(partial, text)
    renameSync(partial, compiled)
  } catch {
    // A folder that nobody may write to.
  }
  return openCompiled(text)
}

/** Names, sizes and times of all files, so that a change of any is seen; null where there are none of words. */
const stampOf = (): string | null => {
  if (!existsSync(join(folder, 'general'))) return null
  const files = ['general', 'trades'].flatMap((part) => readdirSync(join(folder, part)).map((file) => join(part, file)))
  const stamps = [...files, 'usual.yaml'].map((file) => {
    const { size, mtimeMs } = statSync(join(folder, file))
    return `${file} ${size} ${Math.round(mtimeMs)}`
  })
  return [format, ...stamps].join('\n')
}

const readCompiled = (): string | null => {
  try {
    return readFileSync(compiled, 'utf8')
  } catch {
    return null
  }
}
