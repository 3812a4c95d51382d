import { setImmediate } from 'node:timers/promises'
import { ProblemError, problem, type Store, type Writes } from '@charter/runtime'
import { expect, test } from 'vitest'
import { lookingFirst, lookOutside } from './look-first.ts'

/** Whether a transaction goes on, and how many there were. */
const storeOf = () => {
  const seen = { isGoing: false, begun: 0 }
  const store = {
    transaction: async <Result>(work: (writes: Writes) => Promise<Result>) => {
      seen.isGoing = true
      seen.begun++
      return work({} as Writes).finally(() => {
        seen.isGoing = false
      })
    },
  }
  // Nothing else of a store is asked.
  return { seen, store: lookingFirst(store as Store) }
}

test('while something is looked at no transaction is held, and what was looked at is handed to the one after it, once', async () => {
  const { seen, store } = storeOf()
  const heldAt: boolean[] = []
  const look = async () => {
    await setImmediate()
    heldAt.push(seen.isGoing)
    return 'looked at'
  }
  expect(await store.transaction(async () => [await lookOutside('a', look), await lookOutside('a', look)])).toEqual([
    'looked at',
    'looked at',
  ])
  expect([heldAt, seen.begun]).toEqual([[false], 2])
})

test('what somebody else changed meanwhile is looked at anew', async () => {
  const { store } = storeOf()
  const texts = ['one', 'two', 'two']
  const looked: string[] = []
  const written = await store.transaction(async () => {
    const text = texts.shift() ?? ''
    return lookOutside(text, async () => {
      looked.push(text)
      return `checked ${text}`
    })
  })
  expect([written, looked]).toEqual(['checked two', ['one', 'two']])
})

test('what changes again and again is not looked at for ever', async () => {
  const { seen, store } = storeOf()
  const endless = store.transaction(() => lookOutside(String(seen.begun), async () => {}))
  await expect(endless).rejects.toMatchObject({ problem: { code: 'in-progress', retryAfterSeconds: 1 } })
  expect(seen.begun).toBe(10)
})

test('what looking fails with the transaction is told, and what it ends with itself it ends with', async () => {
  const { seen, store } = storeOf()
  const refused = () => Promise.reject(new ProblemError(problem('too-many')))
  await expect(store.transaction(() => lookOutside('a', refused))).rejects.toMatchObject({
    problem: { code: 'too-many' },
  })
  expect(seen.begun).toBe(2)
  const forbidden = store.transaction(() =>
    lookOutside('b', refused).catch(() => {
      throw new ProblemError(problem('forbidden'))
    }),
  )
  await expect(forbidden).rejects.toMatchObject({ problem: { code: 'forbidden' } })
  expect(seen.begun).toBe(3)
})

test('outside of any transaction it is looked at as it is asked', async () => {
  expect(await lookOutside('a', async () => 1)).toBe(1)
})
