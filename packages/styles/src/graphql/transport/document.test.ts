import { buildSchema } from 'graphql'
import { expect, test } from 'vitest'
import { documentsOf } from './document.ts'

const documents = () => documentsOf({ schema: buildSchema('type Query { a: Int }'), depth: 4, hasIntrospection: false })
/** A document of its own, of so many characters. */
const text = (name: number, characters: number): string => `query Q${name} { a } #`.padEnd(characters, '.')

test('a document is kept while it is in use', () => {
  const { of } = documents()
  expect(of(text(1, 100))).toBe(of(text(1, 100)))
  expect(of(text(1, 100))).not.toBe(of(text(2, 100)))
})

test('no more documents are kept than there is room for, however long or many they are', () => {
  for (const [times, characters] of [
    [5, 900_000],
    [1001, 100],
  ] as const) {
    const { of } = documents()
    const first = of(text(0, characters))
    for (let name = 1; name < times; name++) of(text(name, characters))
    expect(of(text(0, characters))).not.toBe(first)
  }
})
