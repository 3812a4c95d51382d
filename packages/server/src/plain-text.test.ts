import { expect, test } from 'vitest'
import { plainText } from './plain-text.ts'

test('text is cut between two characters, and holds what every database keeps', () => {
  expect(plainText('\u{1f600}'.repeat(300), 200)).toBe('\u{1f600}'.repeat(200))
  expect(plainText(`${'x'.repeat(199)}\u{1f600}y`, 200)).toBe(`${'x'.repeat(199)}\u{1f600}`)
  expect(plainText('a\0b\ud800c\udc00', 200)).toBe('ab\ufffdc\ufffd')
  expect(plainText('short', 200)).toBe('short')
})

test('of text without end only the beginning is looked at', () => {
  expect(plainText(`${'\0'.repeat(100_000)}late`, 200)).toBe('')
})
