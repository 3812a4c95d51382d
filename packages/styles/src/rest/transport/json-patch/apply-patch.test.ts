import type { Json, JsonObject } from '@charter/runtime'
import { expect, test } from 'vitest'
import { applyPatch } from './apply-patch.ts'
import { readOperations } from './patch-operations.ts'

const apply = (row: JsonObject, operations: Json, copiedMax = 1000): JsonObject => {
  const read = readOperations(operations)
  if ('code' in read) throw new Error(JSON.stringify(read.errors))
  return applyPatch(row, read, copiedMax)
}

test.each([
  ['A.1 adding a member', { foo: 'bar' }, [{ op: 'add', path: '/baz', value: 'qux' }], { foo: 'bar', baz: 'qux' }],
  [
    'A.2 adding to a list',
    { foo: ['bar', 'baz'] },
    [{ op: 'add', path: '/foo/1', value: 'qux' }],
    { foo: ['bar', 'qux', 'baz'] },
  ],
  ['A.3 removing a member', { baz: 'qux', foo: 'bar' }, [{ op: 'remove', path: '/baz' }], { foo: 'bar' }],
  [
    'A.4 removing from a list',
    { foo: ['bar', 'qux', 'baz'] },
    [{ op: 'remove', path: '/foo/1' }],
    { foo: ['bar', 'baz'] },
  ],
  ['A.5 replacing a value', { baz: 'qux' }, [{ op: 'replace', path: '/baz', value: 'boo' }], { baz: 'boo' }],
  [
    'A.6 moving a value',
    { foo: { bar: 'baz', waldo: 'fred' }, qux: { corge: 'grault' } },
    [{ op: 'move', from: '/foo/waldo', path: '/qux/thud' }],
    { foo: { bar: 'baz' }, qux: { corge: 'grault', thud: 'fred' } },
  ],
  [
    'A.7 moving within a list',
    { foo: ['all', 'grass', 'cows', 'eat'] },
    [{ op: 'move', from: '/foo/1', path: '/foo/3' }],
    { foo: ['all', 'cows', 'eat', 'grass'] },
  ],
  [
    'A.8 testing',
    { baz: 'qux', foo: ['a', 2, 'c'] },
    [
      { op: 'test', path: '/baz', value: 'qux' },
      { op: 'test', path: '/foo/1', value: 2 },
    ],
    { baz: 'qux', foo: ['a', 2, 'c'] },
  ],
  [
    'A.10 adding an object',
    { foo: 'bar' },
    [{ op: 'add', path: '/child', value: { grandchild: {} } }],
    { foo: 'bar', child: { grandchild: {} } },
  ],
  ['A.14 escapes', { '/': 9, '~1': 10 }, [{ op: 'test', path: '/~01', value: 10 }], { '/': 9, '~1': 10 }],
  [
    'A.16 adding a list',
    { foo: ['bar'] },
    [{ op: 'add', path: '/foo/-', value: ['abc', 'def'] }],
    { foo: ['bar', ['abc', 'def']] },
  ],
  [
    'a place in a list is replaced',
    { foo: [1, { a: 2 }] },
    [{ op: 'replace', path: '/foo/1/a', value: 3 }],
    { foo: [1, { a: 3 }] },
  ],
  ['a move to where it is', { foo: 1 }, [{ op: 'move', from: '/foo', path: '/foo' }], { foo: 1 }],
])('%s', (_what, row: JsonObject, operations: Json, made: JsonObject) => {
  const before = structuredClone(row)
  expect(apply(row, operations)).toEqual(made)
  expect(row).toEqual(before)
})

test.each([
  ['A.9 a test that does not hold', { baz: 'qux' }, { op: 'test', path: '/baz', value: 'bar' }],
  ['A.12 below what is not there', { foo: 'bar' }, { op: 'add', path: '/baz/bat', value: 'qux' }],
  ['A.15 numbers are no text', { '~1': 10 }, { op: 'test', path: '/~01', value: '10' }],
  ['replacing what is not there', {}, { op: 'replace', path: '/a', value: 1 }],
  ['removing what is not there', {}, { op: 'remove', path: '/a' }],
  ['a place past the end', { foo: [1] }, { op: 'add', path: '/foo/2', value: 1 }],
  ['a place with a leading zero', { foo: [1] }, { op: 'remove', path: '/foo/00' }],
  ['a move into itself', { foo: { bar: 1 } }, { op: 'move', from: '/foo', path: '/foo/bar' }],
  ['what every object has', {}, { op: 'test', path: '/constructor', value: {} }],
  ['below a text', { foo: 'bar' }, { op: 'add', path: '/foo/0', value: 1 }],
])('%s is a conflict', (_what, row: JsonObject, operation: Json) => {
  expect(() => apply(row, [operation])).toThrow(
    expect.objectContaining({ problem: expect.objectContaining({ code: 'conflict' }) }),
  )
})

test('a member called __proto__ is one like any other', () => {
  const made = apply({ a: {} }, [{ op: 'add', path: '/a/__proto__', value: { isAdmin: true } }])
  expect(JSON.stringify(made)).toBe('{"a":{"__proto__":{"isAdmin":true}}}')
  expect((made.a as JsonObject & { isAdmin?: boolean }).isAdmin).toBeUndefined()
})

test('copies of copies end before they are long', () => {
  const doubling = Array.from({ length: 60 }, () => ({ op: 'copy', from: '/a', path: '/a/-' }))
  expect(() => apply({ a: [1] }, doubling)).toThrow(
    expect.objectContaining({ problem: expect.objectContaining({ code: 'too-large' }) }),
  )
})
