import { setImmediate as soon } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { inOrder } from './in-order.ts'

const failing = async (after: Promise<unknown>, message: string): Promise<never> => {
  await after
  throw new Error(message)
}

test('gives what all give', async () => {
  expect(await inOrder([soon(1), Promise.resolve('two')])).toEqual([1, 'two'])
})

test('of several failures the first in order is told, whichever came first, and none is left unhandled', async () => {
  const first = failing(soon(), 'first')
  const second = failing(Promise.resolve(), 'second')
  await expect(inOrder([Promise.resolve(), first, second])).rejects.toThrow('first')
})

test('a failure is told when all have ended, so that nothing of it is still under way', async () => {
  let hasEnded = false
  const slow = soon().then(() => {
    hasEnded = true
  })
  await expect(inOrder([failing(Promise.resolve(), 'at once'), slow])).rejects.toThrow('at once')
  expect(hasEnded).toBe(true)
})
