import { expect, test } from 'vitest'
import type { EntityModel, RelationModel, ServiceModel } from '../model.ts'
import { referenceOrder } from './load-rows.ts'

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
