import { composeServices } from '@theguild/federation-composition'
import fc from 'fast-check'
import { buildSchema, type GraphQLEnumType, parse, validateSchema } from 'graphql'
import { expect, test } from 'vitest'
import { charterText } from '../../testing/arbitrary-charter.ts'
import { load } from '../../testing/model.ts'
import { graphql } from '../index.ts'
import { charters, clinic, meeting } from '../testing/charters.ts'
import { directoryOf } from '../transport/directory.ts'
import { schemaText } from '../transport/schema/schema.ts'

const schemaOf = (text: string): string => {
  const { charter } = load(text)
  return graphql.contract(charter, graphql.surface(charter))['schema.graphql'] ?? ''
}

const subgraphOf = (text: string): string => {
  const { charter, model } = load(text)
  return schemaText(directoryOf(graphql.surface(charter), model), 'subgraph')
}

test.each(Object.entries(charters))('the schema of %s is valid by the rules of GraphQL', (_name, text) => {
  expect(validateSchema(buildSchema(schemaOf(text)))).toEqual([])
})

const { seed = 0 } = fc.readConfigureGlobal()
test(`schemas of random charters are valid, seed ${seed}`, () => {
  const property = fc.property(charterText, (text) => {
    expect(validateSchema(buildSchema(schemaOf(text)))).toEqual([])
  })
  fc.assert(property, { seed, numRuns: 30 })
})

test('names that meet are given to who was there first, and the others follow', () => {
  const { charter } = load(meeting)
  const { entities, operations, types } = graphql.surface(charter)
  const named = Object.fromEntries(entities.map((entity) => [entity.name, entity]))
  expect(named.Foo?.types.connection).toBe('FooConnection')
  expect(named.FooConnection?.types.object).toBe('FooConnection_')
  expect(named.Query?.types.object).toBe('Query_')
  expect(named.Foo?.fields.map(({ as }) => as)).toEqual([
    'rowId',
    'etag',
    'rowId_',
    ...(named.Foo?.fields.slice(3).map(({ name }) => name) ?? []),
  ])
  expect([named.Foo?.etag, named.Equipment?.roots.list]).toEqual(['etag_', 'equipmentList'])
  expect(operations.map(({ as }) => as)).toEqual(['foo_', 'createFoo_', 'foos_'])
  expect(types.Shade).toMatchObject({
    values: { light: 'light', very_dark_: 'very dark', very_dark: 'very_dark', true_: 'true' },
  })
})

test('a value that is no name in GraphQL is said in its description', () => {
  const shade = buildSchema(schemaOf(meeting)).getType('Shade') as GraphQLEnumType
  expect(shade.getValue('very_dark_')?.description).toBe('very dark')
})

const billing = `
  extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@shareable", "@inaccessible"])
  type Query { invoices: [Invoice!]! node(id: ID!): Node @shareable @inaccessible nodes(ids: [ID!]!): [Node]! @shareable @inaccessible }
  interface Node { id: ID! }
  type Invoice implements Node @key(fields: "id") { id: ID! amount: Int patient: Patient }
  type Patient @key(fields: "id") { id: ID! balance: Int! }
`

test('the subgraph composes with another that extends its entities', () => {
  const composed = composeServices([
    { name: 'clinic', typeDefs: parse(subgraphOf(clinic())) },
    { name: 'billing', typeDefs: parse(billing) },
  ])
  expect(composed.errors?.map(({ message }) => message) ?? []).toEqual([])
  expect(composed.supergraphSdl).toContain('balance: Int!')
})

test('two services of ours compose', () => {
  const composed = composeServices([
    { name: 'clinic', typeDefs: parse(subgraphOf(clinic())) },
    { name: 'shop', typeDefs: parse(subgraphOf(charters.shop ?? '')) },
  ])
  expect(composed.errors?.map(({ message }) => message) ?? []).toEqual([])
})

test('what the charter deprecates is deprecated in the schema, and still there', () => {
  const text = (charters.shop ?? '').replace(
    'entities:\n',
    'entities:\n  Old:\n    deprecated: { since: 2026-11-01, sunset: 2027-05-01 }\n    key: id\n    fields: { id: { type: uuid, default: generated }, word: { type: text, deprecated: { since: 2026-01-01 } } }\n    allow: { owner: { do: [read, list, create] } }\n',
  )
  const schema = subgraphOf(text)
  expect(schema).toContain('word: String! @deprecated(reason: "Since 2026-01-01.")')
  expect(schema).toMatch(/createOld\(.*@deprecated\(reason: "Since 2026-11-01; it may be gone from 2027-05-01 on\."\)/)
  const composed = composeServices([{ name: 'shop', typeDefs: parse(schema) }])
  expect(composed.errors?.map(({ message }) => message) ?? []).toEqual([])
})

test.each(Object.entries(charters))('the subgraph of %s composes by itself', (name, text) => {
  const composed = composeServices([{ name, typeDefs: parse(subgraphOf(text)) }])
  expect(composed.errors?.map(({ message }) => message) ?? []).toEqual([])
})
