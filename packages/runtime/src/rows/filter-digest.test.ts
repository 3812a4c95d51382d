import { expect, test } from 'vitest'
import { and, not, or, type Predicate } from '../call/predicate.ts'
import { filterDigest } from './filter-digest.ts'

const is = (field: string, value: string): Predicate => ({
  kind: 'compare',
  op: 'eq',
  left: { kind: 'field', path: [field] },
  right: { kind: 'value', value, type: { kind: 'text' } },
})

test('equal filters have one digest, and others another', () => {
  const made = (): readonly Predicate[] => [
    is('a', 'x'),
    is('a', 'y'),
    not(is('a', 'x')),
    and(is('a', 'x'), is('b', 'y')),
    and(is('b', 'y'), is('a', 'x')),
    or(is('a', 'x'), is('b', 'y')),
    and(is('a', 'x'), and(is('b', 'y'), is('c', 'z'))),
    and(is('a', 'x'), is('b', 'y'), is('c', 'z')),
  ]
  const digests = made().map(filterDigest)
  expect(new Set(digests).size).toBe(digests.length)
  expect(made().map(filterDigest)).toEqual(digests)
})

test('a filter that each of many rows adds its own condition to is looked at once', () => {
  let looks = 0
  const long: Predicate = {
    kind: 'in',
    left: { kind: 'field', path: ['a'] },
    get right() {
      looks++
      return []
    },
  }
  const digests = Array.from({ length: 100 }, (_, at) => filterDigest(and(is('parent', `${at}`), long)))
  expect([new Set(digests).size, looks]).toEqual([100, 1])
})
