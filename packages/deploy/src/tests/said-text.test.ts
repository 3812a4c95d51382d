import { expect, test } from 'vitest'
import { saidText } from './said-text.ts'

test('what was said is cut between two characters, and holds no NUL, no half of a pair and nothing that steers a terminal', () => {
  expect(saidText('a\0b\x1b[31m\tc\n\x9b', 10)).toBe('ab[31m\tc\n')
  expect(saidText('\0\0\0', 10)).toBe('')
  expect(saidText('\ud83d', 10)).toBe('\ufffd')
  expect(saidText(`${'a'.repeat(9)}\u{1F600}b`, 10)).toBe(`${'a'.repeat(9)}\u{1F600}`)
})
