import { withArticle } from '@charter/runtime'
import { describe, expect, test } from 'vitest'
import { draftCharter } from '../draft.ts'
import { formKey, lexicon } from '../lexicon/index.ts'
import { entityName } from '../read/names.ts'

const { usual, nouns } = lexicon()

describe.each([...usual])('words that name %j and nothing in it', (whole, contents) => {
  const names = Object.keys(contents)

  test('become what one usually keeps, each a word of the lexicon, each marked', () => {
    expect(names.filter((name) => !nouns.has(formKey(name)))).toEqual([])
    const { analysis } = draftCharter(`We need an API for ${withArticle(whole)}.`)
    expect(analysis.entities.map(({ name }) => name)).toEqual(names.map(entityName))
    expect(analysis.entities.every(({ quoted }) => !quoted)).toBe(true)
  })

  test('which hangs together by what each belongs to', () => {
    expect(
      Object.values(contents)
        .flat()
        .filter((name) => !names.includes(name)),
    ).toEqual([])
  })
})
