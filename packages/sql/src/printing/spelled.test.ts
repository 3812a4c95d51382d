import { expect, test } from 'vitest'
import { spelledWith, withoutZeros, withScale } from './spelled.ts'

const spelled = spelledWith({ instant: (text) => `${text}Z`, boolean: (text) => text }, (text) => JSON.parse(text))

test('a kind that a program prints in its own way is spelled so, any other as is usual', () => {
  expect(spelled({ kind: 'instant' }, '2020-01-01T00:00:00')).toBe('2020-01-01T00:00:00Z')
  expect(spelled({ kind: 'boolean' }, '1')).toBe('1')
  expect(spelled({ kind: 'float64' }, '1e3')).toBe('1000')
  expect(spelled({ kind: 'dateTime' }, '2020-01-01 00:00:00')).toBe('2020-01-01T00:00:00')
  expect(spelled({ kind: 'text' }, ' a ')).toBe(' a ')
})

test('no value is none, and numbers inside of what is made of parts are their digits', () => {
  expect(spelled({ kind: 'text' }, null)).toBeNull()
  expect(spelled({ kind: 'json' }, '{"b":1,"a":[2]}')).toBe('{"a":["2"],"b":"1"}')
})

test('digits and fractions of a second end as an answer has them', () => {
  expect([withScale('1', '5', 2), withScale('1', '', 0)]).toEqual(['1.50', '1'])
  expect(['10:00:00.500', '10:00:00.000', '10:00:00'].map(withoutZeros)).toEqual(['10:00:00.5', '10:00:00', '10:00:00'])
})
