import { buildSchema, introspectionFromSchema, lexicographicSortSchema, printSchema } from 'graphql'
import { expect, test } from 'vitest'
import { load } from '../../../testing/model.ts'
import { graphql } from '../../index.ts'
import { charters } from '../../testing/charters.ts'
import { directoryOf } from '../directory.ts'
import { builtSchema } from './built-schema.ts'
import { schemaDefinitions } from './schema.ts'

test.each(Object.entries(charters))('the schema of %s is the one that its text says', (_name, text) => {
  const { charter, model } = load(text)
  const definitions = schemaDefinitions(directoryOf(graphql.surface(charter), model), 'whole')
  const [built, said] = [builtSchema(definitions), buildSchema(definitions.join('\n'))]
  expect(printSchema(lexicographicSortSchema(built))).toBe(printSchema(lexicographicSortSchema(said)))
  expect(introspectionFromSchema(lexicographicSortSchema(built))).toEqual(
    introspectionFromSchema(lexicographicSortSchema(said)),
  )
})

test('a definition that names what there is not is refused', () => {
  expect(() => builtSchema(['type Query { a: Nowhere }'])).toThrow('no definition is of Nowhere')
  expect(() => builtSchema(['type Query { a: Int }', 'schema { query: Query }'])).toThrow('no definition of a type')
})
