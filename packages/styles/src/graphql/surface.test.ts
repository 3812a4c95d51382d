import { emptyLock, updateLock } from '@charter/charter'
import { expect, test } from 'vitest'
import { load } from '../testing/model.ts'
import { graphql } from './index.ts'

const text = (entities: readonly string[], operations = '') => `
charter: 1
name: names
sources: { main: { own: sqlite } }
access: { accepts: [jwt], roles: [owner] }
entities:
${entities.map((name) => `  ${name}: { key: id, fields: { id: { type: uuid }, state: { type: enum, values: [on, off] } }, allow: { owner: { do: [read, list] } } }`).join('\n')}
${operations}
`

const namesOf = (charter: ReturnType<typeof load>['charter'], lock = emptyLock) =>
  Object.fromEntries(graphql.surface(charter, lock).entities.map((entity) => [entity.name, entity]))

test('a later entity does not rename an earlier one, wherever it stands in the charter', () => {
  const before = load(text(['Foo'])).charter
  const lock = updateLock(before, emptyLock)
  const was = namesOf(before, lock).Foo
  const now = namesOf(load(text(['FooEdge', 'FooConnection', 'CreateFooInput', 'Foo'])).charter, lock)
  expect(now.Foo).toEqual(was)
  expect([now.FooEdge, now.FooConnection, now.CreateFooInput].map((each) => each?.types.object)).toEqual([
    'FooEdge_',
    'FooConnection_',
    'CreateFooInput_',
  ])
})

test('a name once given in the lock is given again', () => {
  const { charter } = load(text(['Foo', 'FooState']))
  const id = charter.entities[0]?.fields.find(({ name }) => name === 'state')?.id ?? ''
  const lock = { ...emptyLock, given: { [`graphql:${id}`]: 'StateOfFoo' } }
  expect(namesOf(charter, lock).Foo?.fields.find(({ name }) => name === 'state')?.shape).toMatchObject({
    name: 'StateOfFoo',
  })
})

test('what is sent and answered is bounded by the charter where it says so', () => {
  const { charter } = load(`${text(['Foo'])}\ngraphql: { depth: 5, cost: 100, introspection: false, persisted: only }`)
  expect(graphql.surface(charter)).toMatchObject({
    limits: { depth: 5, cost: 100 },
    introspection: false,
    persisted: 'only',
  })
})

test('two charters of the same words have the same surface', () => {
  expect(graphql.surface(load(text(['Foo', 'Bar'])).charter)).toEqual(
    graphql.surface(load(text(['Foo', 'Bar'])).charter),
  )
})
