import { expect, test } from 'vitest'
import { maskedText } from './mask.ts'

test('a mask shows at most half of a value, however short it is', () => {
  expect(['', '1', '12', '1234', '12345', '12345678', '123456789', '𝒜𝒷'].map((value) => maskedText(value, 4))).toEqual([
    '',
    '*',
    '*2',
    '**34',
    '***45',
    '****5678',
    '*****6789',
    '*𝒷',
  ])
})
