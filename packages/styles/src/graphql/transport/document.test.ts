import { buildSchema } from 'graphql'
import { expect, test } from 'vitest'
import { documentsOf } from './document.ts'
import type { Plan } from './plan.ts'

const documents = () => documentsOf({ schema: buildSchema('type Query { a: Int }'), depth: 4, hasIntrospection: false })
/** A document of its own, of so many characters. */
const text = (name: number, characters: number): string => `query Q${name} { a } #`.padEnd(characters, '.')
const planOf = (fields: number): Plan => ({ kind: 'query', roots: [], reflects: false, fields })

test('a document is kept while it is in use, with its plans', () => {
  const { of, planOf: kept } = documents()
  expect(of(text(1, 100))).toBe(of(text(1, 100)))
  expect(of(text(1, 100))).not.toBe(of(text(2, 100)))
  const plan = kept(of(text(1, 100)), 'a', () => planOf(1))
  expect(kept(of(text(1, 100)), 'a', () => planOf(1))).toBe(plan)
  expect(kept(of(text(1, 100)), 'b', () => planOf(1))).not.toBe(plan)
})

test('no more documents are kept than there is room for, however long or many they are', () => {
  for (const [times, characters] of [
    [12, 90_000],
    [1001, 100],
  ] as const) {
    const { of } = documents()
    const first = of(text(0, characters))
    for (let name = 1; name < times; name++) of(text(name, characters))
    expect(of(text(0, characters))).not.toBe(first)
  }
})

test('what is kept of documents is bounded by what their plans are made of', () => {
  const { of, planOf: kept } = documents()
  const first = of(text(0, 100))
  for (let name = 1; name < 6; name++)
    for (let id = 0; id < 32; id++) kept(of(text(name, 100)), `${id}`, () => planOf(500))
  expect(of(text(0, 100))).not.toBe(first)
})
