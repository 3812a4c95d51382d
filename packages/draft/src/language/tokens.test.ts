import { expect, test } from 'vitest'
import { tokensOf } from './tokens.ts'

test('a word of which the model gives no lemma is its own', () => {
  expect(tokensOf('Clerks can, guests cannot.', 0).map(({ lemma }) => lemma)).toContain('cannot')
})
