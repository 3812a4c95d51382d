import { parseCharter } from '@charter/charter'
import { expect, test } from 'vitest'
import { graphql } from './index.ts'
import { graphqlSettings } from './settings.ts'

const read = (said: string) =>
  parseCharter(
    { 'charter.yaml': `charter: 1\nname: shop\n${said}\nentities: { Order: { key: id, fields: { id: uuid } } }\n` },
    { styles: [graphql] },
  )

test('limits of GraphQL and the documents it takes are read, and left out where the charter says nothing', () => {
  const of = (said: string) => {
    const { charter } = read(said)
    return charter && graphqlSettings(charter)
  }
  expect(of('graphql: { depth: 8, cost: 500, introspection: false, persisted: only }')).toEqual({
    depth: 8,
    cost: 500,
    introspection: false,
    persisted: 'only',
  })
  expect(of('')).toEqual({})
})

test.each(['depth: 0', 'cost: 1.5', 'depth: many', 'persisted: never', 'depths: 3'])('`%s` is refused', (line) => {
  expect(read(`graphql: { ${line} }`).charter).toBeNull()
})

test('a count that is none is told where it stands', () => {
  expect(read('graphql: { depth: 0 }').diagnostics).toMatchObject([
    {
      code: 'bad-bounds',
      message: '`graphql.depth` is a whole number of at least 1.',
      place: { line: 3, column: 19 },
      path: 'graphql.depth',
    },
  ])
})
