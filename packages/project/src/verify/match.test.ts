import { parseExact } from '@charter/runtime'
import { expect, test } from 'vitest'
import { mismatches } from './match.ts'
import type { Check } from './scenario.ts'

/** Each check with a value that passes it and one that does not: a matcher that cannot fail would hide everything. */
const cases: readonly (readonly [Check, unknown, unknown])[] = [
  [{ equals: { a: 1, b: [2] } }, { b: [2], a: 1 }, { a: 1, b: ['2'] }],
  [{ equals: null }, null, undefined],
  [{ differs: 'x' }, 'y', 'x'],
  [{ holds: { a: 1 } }, { a: 1, b: 2 }, { a: 2 }],
  [{ absent: true }, undefined, null],
  [{ present: true }, null, undefined],
  [{ length: 2 }, ['a', 'b'], ['a']],
  [{ length: 1 }, '😀', 'ab'],
  [{ lengthMin: 2 }, [1, 2, 3], [1]],
  [{ contains: { a: 1 } }, [{ a: 1 }], [{ a: 1, b: 2 }]],
  [{ contains: 'GET' }, 'GET, POST', 'POST'],
  [{ lacks: 'x' }, ['y'], ['x']],
  [{ some: { '/a/b': 1, '/c': null } }, [{ a: { b: 1 }, c: null, d: 1 }], [{ a: { b: 1 }, c: 1 }]],
  [{ matches: 'a\\d' }, 'a1', 'a1 '],
  [{ each: { at: '/id', equals: [1, 2] } }, [{ id: 1 }, { id: 2 }], [{ id: 2 }, { id: 1 }]],
  [{ each: { at: '/id', all: 1 } }, [{ id: 1 }, { id: 1 }], [{ id: 1 }, { id: 2 }]],
  [{ each: { at: '/id', unique: true } }, [{ id: 1 }, { id: 2 }], [{ id: 1 }, { id: 1 }]],
]

test.each(cases)('%j passes what it should and fails what it should not', (check, good, bad) => {
  expect(mismatches('/x', good as never, check)).toEqual([])
  expect(mismatches('/x', bad as never, check)).toHaveLength(1)
})

test('a mismatch says where, what was expected and what was there', () => {
  expect(mismatches('/items/0/id', 3, { equals: 4 })).toEqual([{ at: '/items/0/id', expected: '4', actual: '3' }])
})

test('numbers that JavaScript does not hold are compared by their digits', () => {
  const [found, other] = [parseExact('[12345678901234567890]'), parseExact('[12345678901234567891]')]
  expect(mismatches('', found, { equals: found })).toEqual([])
  expect(mismatches('', found, { equals: other })).toHaveLength(1)
})
