import { stripTypeScriptTypes } from 'node:module'
import type { Json } from '@charter/runtime'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { docComment, literal, propertyAccess, propertyName, stringLiteral } from './text.ts'

const read = (source: string): unknown =>
  new Function(`${stripTypeScriptTypes(`const value = ${source}\n`)}\nreturn value`)()
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc
    .array(fc.constantFrom("'", '\\', '`', '${', '*/', '\n', '\u2028', '\u202e', '\ud800', '\udfff', '__proto__'))
    .map((parts) => parts.join('')),
)

test('a string literal reads back as exactly its text', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(read(stringLiteral(text))).toBe(text)
    }),
  )
})

test('a string literal is one line of visible characters in the order they are read', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(stringLiteral(text)).not.toMatch(/[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u)
    }),
  )
})

test('a literal reads back as exactly its value, on one line or on many', () => {
  const json = fc.jsonValue({ stringUnit: 'binary', maxDepth: 4 }) as fc.Arbitrary<Json>
  fc.assert(
    fc.property(json, fc.constantFrom(0, 20, 100), (value, width) => {
      expect(JSON.stringify(read(`(${literal(value, width)})`))).toBe(JSON.stringify(value))
    }),
  )
})

test('names that every object has of itself are members like any other', () => {
  for (const name of ['__proto__', 'constructor', 'toString', 'valueOf']) {
    const value = JSON.parse(`{ "${name}": { "kind": "text" } }`) as Json
    expect(JSON.stringify(read(`(${literal(value)})`))).toBe(JSON.stringify(value))
  }
})

test('a property is found by the name it was given', () => {
  fc.assert(
    fc.property(anyText, (name) => {
      expect(read(`Object.keys({ ${propertyName(name)}: 1 })`)).toEqual([name])
      if (name !== '__proto__') expect(read(`({ ${propertyName(name)}: 7 })${propertyAccess(name)}`)).toBe(7)
    }),
  )
})

test('a comment ends where it ends, whatever it says', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const comment = docComment(text)
      if (comment === null) return
      expect(comment.indexOf('*/')).toBe(comment.length - 2)
      expect(read(`[${comment} 1]`)).toEqual([1])
    }),
  )
})

test('a comment does not speak to tsc or to Biome', () => {
  expect(docComment('@ts-expect-error')).toBe('/** @ ts-expect-error */')
  expect(docComment('biome-ignore lint: no')).toBe('/** biome ignore lint: no */')
})

test('nothing to say is no comment', () => {
  expect([docComment(undefined), docComment(''), docComment('\n \n')]).toEqual([null, null, null])
})
