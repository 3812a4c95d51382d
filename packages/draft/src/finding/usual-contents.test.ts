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

test.each([
  ['a todo app', 'Todo'],
  ['Build a todo list app.', 'Todo'],
  ['a task tracker', 'Task'],
  ['an expense tracker', 'Expense'],
  ['We need an API for a photo app.', 'Photo'],
  ['a contacts app', 'Contact'],
])('%s keeps what it is named after, assumed', (words, entity) => {
  const { analysis, assumed } = draftCharter(words)
  expect(analysis.entities.map(({ name }) => name)).toEqual([entity])
  expect(analysis.entities.every(({ quoted }) => !quoted)).toBe(true)
  expect(assumed[0]).toContain(entity)
})

test.each(['a mobile app', 'a weather app'])('%s names nothing to keep', (words) => {
  expect(draftCharter(words).analysis.entities.map(({ name }) => name)).toEqual(['Item'])
})
