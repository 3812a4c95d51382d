import { expect, test } from 'vitest'
import type { EntityModel, RelationModel, ServiceModel } from './model.ts'
import { comesBefore, referenceOrder } from './reference-order.ts'

const one = (target: string): RelationModel => ({
  name: target.toLowerCase(),
  kind: 'one',
  target,
  from: [],
  to: [],
  isOwned: false,
  isOptional: true,
})
const modelOf = (references: Readonly<Record<string, readonly string[]>>): ServiceModel =>
  ({
    entities: Object.entries(references).map(
      ([name, targets]) => ({ name, relations: targets.map(one) }) as unknown as EntityModel,
    ),
  }) as unknown as ServiceModel

test('what is referred to comes before what refers to it', () => {
  expect(
    referenceOrder(modelOf({ Line: ['Order', 'Product'], Order: ['Customer'], Customer: [], Product: [] })),
  ).toEqual(['Customer', 'Order', 'Product', 'Line'])
})

test('an entity that refers to itself, or round in a circle, is in the order once', () => {
  expect(referenceOrder(modelOf({ Person: ['Person'], A: ['B'], B: ['A'] })).toSorted()).toEqual(['A', 'B', 'Person'])
})

test('in a circle, what a row must have comes before what it may have', () => {
  const [player, captain] = [{ ...one('Team'), isOptional: false }, one('Player')]
  const circle = (...names: readonly string[]) =>
    names.map((name) => ({
      name,
      relations: name === 'Team' ? [captain] : name === 'Player' ? [player] : [{ ...one('Player'), isOptional: false }],
    }))
  expect(referenceOrder({ entities: circle('Team', 'Player') })).toEqual(['Team', 'Player'])
  expect(referenceOrder({ entities: circle('Player', 'Team') })).toEqual(['Team', 'Player'])
  expect(referenceOrder({ entities: circle('Goal', 'Team', 'Player') })).toEqual(['Team', 'Player', 'Goal'])
})

test('what is referred to comes before, and nothing before itself', () => {
  const isBefore = comesBefore(modelOf({ Line: ['Order'], Order: [] }))
  expect([isBefore('Order', 'Line'), isBefore('Line', 'Order'), isBefore('Line', 'Line')]).toEqual([true, false, false])
})
