import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileLike } from './like.ts'

const matchesLike = (pattern: string, value: string): boolean => compileLike(pattern)(value)

test('like is what the regular expression of its parts is', () => {
  const part = fc.constantFrom('%', '_', '\\%', '\\_', '\\\\', 'a', 'b', 'A', '.', '*', '😀')
  const unit = fc.constantFrom('a', 'b', 'A', '%', '_', '\\', '.', '*', '😀', '\n')
  const toRegExp = (parts: readonly string[]) =>
    new RegExp(
      `^${parts.map((each) => (each === '%' ? '[^]*' : each === '_' ? '[^]' : (each.startsWith('\\') ? each.slice(1) : each).replace(/[\\.*]/g, '\\$&'))).join('')}$`,
      'u',
    )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 10 }), fc.array(unit, { maxLength: 12 }), (parts, units) => {
      expect(matchesLike(parts.join(''), units.join(''))).toBe(toRegExp(parts).test(units.join('')))
    }),
    { numRuns: 5000 },
  )
})

/** Counts how often a value is looked into. */
const looksOf = (pattern: string, text: string): number => {
  let looks = 0
  const value = new Proxy(Object(text) as object, {
    get(target, name) {
      looks++
      const found = Reflect.get(target, name) as unknown
      return typeof found === 'function' ? found.bind(target) : found
    },
  })
  compileLike(pattern)(value as unknown as string)
  return looks
}

test('a pattern reads a text once, whatever both are', () => {
  const text = 'a'.repeat(20_000)
  for (const pattern of [
    `${'%a'.repeat(127)}b`,
    `%${'a'.repeat(254)}b`,
    `%${'_a'.repeat(127)}b%`,
    `${'%_'.repeat(128)}`,
  ])
    expect(looksOf(pattern, text)).toBeLessThan(5 * text.length)
})

test('a piece with blanks is found wherever it begins', () => {
  expect(matchesLike('%a_c%', 'aabcabc')).toBe(true)
  expect(matchesLike(`%${'a_'.repeat(40)}z%`, `${'ab'.repeat(60)}z`)).toBe(true)
  expect(matchesLike(`%${'a_'.repeat(40)}z%`, `${'ab'.repeat(39)}z`)).toBe(false)
  expect(matchesLike('%😀_%x', 'y😀😀zx')).toBe(true)
  expect(matchesLike('_%_', '😀')).toBe(false)
})
