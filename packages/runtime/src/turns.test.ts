import { expect, test } from 'vitest'
import { turnsOf } from './turns.ts'

test('whoever waits for a turn has it when those before have ended theirs, whether they took it or not', async () => {
  const turns = turnsOf()
  const order: string[] = []
  const first = await turns()
  const waiting = ['second', 'third'].map(async (name) => {
    const end = await turns()
    order.push(name)
    end()
  })
  order.push('first')
  first()
  await Promise.all(waiting)
  expect(order).toEqual(['first', 'second', 'third'])
})
