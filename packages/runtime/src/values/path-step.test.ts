import { expect, test } from 'vitest'
import { pathStep, stepText } from './path-step.ts'

const origin = 'http://127.0.0.1/api/tags/'

test('every text has an address of its own, which no client makes shorter', () => {
  const texts = ['', '.', '..', '...', '~', '~.', '~..', '~~', '~~.', '~a', 'a', '%2e', '%2E%2e', 'a/b', '.a']
  const addresses = texts.map((text) => new URL(pathStep(text), origin).href)
  expect(addresses.map((address) => stepText(decodeURIComponent(address.slice(origin.length))))).toEqual(texts)
  expect(new Set(addresses).size).toBe(texts.length)
  expect(addresses.every((address) => address.length > origin.length)).toBe(true)
})

test('what means no place is written as it is', () => {
  expect(['a b', '17', '~a', '...'].map(pathStep)).toEqual(['a%20b', '17', '~a', '...'])
})
