import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { turnsOf } from './turns.ts'

test('so many of one key have their turn at once, others in the order in which they asked; other keys wait for nobody', async () => {
  const turns = turnsOf(2)
  const order: string[] = []
  const ask = async (name: string, key: string): Promise<() => void> => {
    const end = await turns.take(key)
    order.push(name)
    return end
  }
  const [one, two] = [await ask('one', 'ada'), await ask('two', 'ada')]
  const later = [ask('three', 'ada'), ask('four', 'ada')]
  await ask('another’s', 'bob')
  await setImmediate()
  expect(order).toEqual(['one', 'two', 'another’s'])
  two()
  // A turn ends once.
  two()
  await setImmediate()
  expect(order.slice(3)).toEqual(['three'])
  one()
  for (const end of await Promise.all(later)) end()
  expect(order.slice(3)).toEqual(['three', 'four'])
})
