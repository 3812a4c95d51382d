import { expect, test } from 'vitest'
import { parseCharter } from './parse.ts'

const read = (graphql: string) =>
  parseCharter({
    'charter.yaml': `charter: 1\nname: shop\n${graphql}\nentities: { Order: { key: id, fields: { id: uuid } } }\n`,
  })

test('limits of GraphQL and the documents it takes are read, and left out where the charter says nothing', () => {
  const { charter } = read('graphql: { depth: 8, cost: 500, introspection: false, persisted: only }')
  expect(charter?.graphql).toEqual({ depth: 8, cost: 500, introspection: false, persisted: 'only' })
  expect(read('').charter?.graphql).toBeUndefined()
})

test.each(['depth: 0', 'cost: 1.5', 'depth: many', 'persisted: never', 'depths: 3'])('`%s` is refused', (line) => {
  expect(read(`graphql: { ${line} }`).charter).toBeNull()
})
