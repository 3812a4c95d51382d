import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { compiledText, openCompiled, stampIn } from './compiled.ts'
import { shelfOf } from './forms-of-words.ts'
import { indexWords } from './index-words.ts'
import { readLexicon } from './read-lexicon.ts'

const lexiconFolder = join(import.meta.dirname, '../../lexicon')

test('a compiled lexicon holds what its words say, each form and each shelf', () => {
  const folder = mkdtempSync(join(tmpdir(), 'charter-lexicon-'))
  try {
    for (const file of ['general/containers.yaml', 'general/people.yaml', 'general/verbs-move.yaml', 'usual.yaml']) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      cpSync(join(lexiconFolder, file), join(folder, file))
    }
    mkdirSync(join(folder, 'trades'))
    cpSync(join(lexiconFolder, 'trades/library.yaml'), join(folder, 'trades/library.yaml'))
    const words = readLexicon(folder)
    const indexed = indexWords(words)
    const text = compiledText(words, indexed, 'of today')
    expect(stampIn(text)).toBe('of today')
    const opened = openCompiled(text)
    expect(indexed.nouns.size).toBeGreaterThan(500)
    for (const [form, meant] of indexed.nouns) expect(opened.nouns.get(form)).toEqual(meant)
    for (const [form, meant] of indexed.verbs) expect(opened.verbs.get(form)).toEqual(meant)
    const alike = [...indexed.nouns.keys()].filter((form) => shelfOf(form) === 'p6')
    expect([...opened.nouns.shelf('p6')]).toEqual(alike)
    expect(opened.nouns.get('books')?.[0]?.noun).toBe(opened.nouns.get('book')?.[0]?.noun)
    expect([opened.nouns.has('nonesuch'), opened.nouns.get('nonesuch')]).toEqual([false, undefined])
    expect([opened.triples, opened.trades, opened.usual]).toEqual([indexed.triples, indexed.trades, indexed.usual])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
